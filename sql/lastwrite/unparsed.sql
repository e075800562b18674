-- title: Statements that the patterns leave out, with the form that describes them best
-- grain: one row per (list_id, number)
-- source: arXiv 2610.09193, appendices A and C
-- why: the forms only name what was left out and say which edge is missing; they are never part of the graph
with described as (
    select
        r.list_id,
        r.number,
        f.relation,
        r.subject,
        r.object,
    from lw.reading as r
    inner join lw.form as f on f.form_id = r.form_id and not f.is_pattern
    qualify row_number() over (partition by r.list_id, r.number order by r.form_id) = 1
)

select
    s.list_id,
    s.number,
    s.text,
    d.relation,
    d.subject,
    d.object,
from lw.statement as s
left join lw.parsed as p on p.list_id = s.list_id and p.number = s.number
left join described as d on d.list_id = s.list_id and d.number = s.number
where p.number is null
