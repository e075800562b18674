-- title: Statements in which a gold stands: as subject or object of a tuple, or mentioned in an unparsed statement
-- grain: one row per (question_id, number)
-- source: arXiv 2610.09193, appendix A
-- why: an unparsed statement has no sure subject and object, so a mention with free neighbours counts there
with part as (
    select p.list_id, p.number, unnest([p.subject, p.object]) as text
    from lw.parsed as p
)

select distinct
    g.question_id,
    p.number,
    true as is_parsed,
from lw.gold_node as g
inner join lw.node as n on n.node_id = g.node_id
inner join part as p on p.list_id = n.list_id and p.text = n.text

union all

select
    u.question_id,
    u.number,
    false as is_parsed,
from lw.gold_unparsed as u
