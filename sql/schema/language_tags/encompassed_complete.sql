-- the records of this macrolanguage that are known are all there are
create table encompassed_complete (macrolanguage text, primary key (macrolanguage));
