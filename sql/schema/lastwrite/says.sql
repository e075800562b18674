-- title: What a numbered statement says
-- grain: one row per (subject, relation)
-- source: arXiv 2610.09193, appendix C: a tuple per statement, the newest of a (subject, relation) key wins
-- reads as: the {relation} of {subject}
create table says (
    subject text,
    relation text,
    object text,
    primary key (subject, relation)
);
