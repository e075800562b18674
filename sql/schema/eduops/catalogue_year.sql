-- title: Catalogue year of a student
-- grain: one row per (student)
-- source: ours
-- reads as: the catalogue year of {student}
create table catalogue_year (
    student text,
    year integer,
    primary key (student)
);
