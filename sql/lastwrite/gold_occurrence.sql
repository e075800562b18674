-- title: Statements in which a gold stands, as subject or object, or in the text where nothing describes the statement
-- grain: one row per (question_id, number, is_parsed)
-- source: arXiv 2610.09193, appendix A
with part as (
    select p.list_id, p.number, true as is_parsed, unnest([p.subject, p.object]) as text
    from lw.parsed as p

    union all

    select u.list_id, u.number, false as is_parsed, unnest([u.subject, u.object]) as text
    from lw.unparsed as u
    where u.subject is not null
)

select distinct
    g.question_id,
    p.number,
    p.is_parsed,
from lw.gold_node as g
inner join lw.node as n on n.node_id = g.node_id
inner join part as p on p.list_id = n.list_id and p.text = n.text

union all

select distinct
    g.question_id,
    u.number,
    false as is_parsed,
from lw.gold as g
inner join lw.question as q on q.question_id = g.question_id
inner join lw.unparsed as u on u.list_id = q.list_id and u.subject is null and contains(u.text, g.text)
