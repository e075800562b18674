-- title: Statements that exactly one pattern matches, as tuples
-- grain: one row per (list_id, number)
-- source: arXiv 2610.09193, appendix C
select
    r.list_id,
    r.number,
    min(r.form_id) as form_id,
    min(r.subject) as subject,
    min(r.object) as object,
from lw.reading as r
inner join lw.form as f on f.form_id = r.form_id and f.is_pattern
group by r.list_id, r.number
having count(*) = 1 and not bool_or(r.is_ambiguous)
