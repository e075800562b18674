-- title: Subjects and objects of a list, as written
-- grain: one row per (list_id, text)
-- source: arXiv 2610.09193, appendix C
-- why: no entity linking: two spellings are two nodes
with text as (
    select p.list_id, p.subject as text, from lw.parsed as p
    union
    select p.list_id, p.object as text, from lw.parsed as p
    union
    select u.list_id, u.subject as text, from lw.unparsed as u where u.subject is not null
    union
    select u.list_id, u.object as text, from lw.unparsed as u where u.object is not null
)

select
    row_number() over (order by t.list_id, t.text)::integer as node_id,
    t.list_id,
    t.text,
from text as t
