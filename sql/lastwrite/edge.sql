-- title: Edges of the graphs, one graph a world
-- grain: one row per (world, list_id, relation, source, target)
-- source: arXiv 2610.09193, section 2 and appendices A, D
-- why: last and first are resolutions of the same versions; all re-admits the overwritten; loose adds what is unparsed
with said as (
    select v.list_id, v.number, v.relation, v.subject, v.object, 'last' as world,
    from lw.version as v
    where v.is_last and not v.is_separate

    union all

    select v.list_id, v.number, v.relation, v.subject, v.object, 'first' as world,
    from lw.version as v
    where v.is_first and not v.is_separate

    union all

    select v.list_id, v.number, v.relation, v.subject, v.object, 'separate' as world,
    from lw.version as v
    where v.is_last and v.is_separate

    union all

    select v.list_id, v.number, v.relation, v.subject, v.object, w.world,
    from lw.version as v
    cross join (values ('all'), ('loose')) as w(world)
    where not v.is_separate

    union all

    select u.list_id, u.number, u.relation, u.subject, u.object, 'loose' as world,
    from lw.unparsed as u
    where u.subject is not null
)

select
    s.world,
    s.list_id,
    s.relation,
    n.node_id as source,
    m.node_id as target,
    max(s.number) as number,
from said as s
inner join lw.node as n on n.list_id = s.list_id and n.text = s.subject
inner join lw.node as m on m.list_id = s.list_id and m.text = s.object
group by s.world, s.list_id, s.relation, n.node_id, m.node_id
