-- title: Words of a question that an edge of a path has a cue for, outside of the mention
-- grain: one row per (path_id, ordinal, position)
-- source: ours
with step as (
    select
        p.path_id,
        p.question_id,
        p.start,
        p.stop,
        unnest(range(1, p.depth + 1)) as ordinal,
        unnest(p.relations) as relation,
    from lw.path as p
)

select
    s.path_id,
    s.ordinal::integer as ordinal,
    h.position,
from step as s
inner join lw.cue_hit as h on h.question_id = s.question_id and h.relation = s.relation
inner join lw.word as w on w.question_id = h.question_id and w.position = h.position
where w.stop <= s.start or w.start >= s.stop
