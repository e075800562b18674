-- title: Readings of a statement: every form that matches it, with its subject and object
-- grain: one row per (list_id, number, form_id)
-- source: arXiv 2610.09193, appendix C
-- why: a form is `prefix S middle O`; where the middle stands twice the borders of S and O would be a guess
with begun as (
    select
        s.list_id,
        s.number,
        f.form_id,
        f.middle,
        length(f.prefix) as skipped,
        substring(s.folded, length(f.prefix) + 1) as rest,
        s.text,
    from lw.statement as s
    inner join lw.form as f on starts_with(s.folded, f.prefix)
),

found as (
    select
        b.list_id,
        b.number,
        b.form_id,
        b.text,
        b.skipped,
        b.rest,
        b.middle,
        strpos(substring(b.rest, 2), b.middle) + 1 as place,
    from begun as b
    where contains(b.rest, b.middle)
),

cut as (
    select
        f.list_id,
        f.number,
        f.form_id,
        trim(substring(f.text, f.skipped + 1, f.place - 1)) as subject,
        trim(substring(f.text, f.skipped + f.place + length(f.middle))) as object,
        contains(substring(f.rest, f.place + 1), f.middle) as is_ambiguous,
    from found as f
    where f.place > 1
)

select
    c.list_id,
    c.number,
    c.form_id,
    c.subject,
    c.object,
    c.is_ambiguous,
from cut as c
where c.subject <> '' and c.object <> ''
