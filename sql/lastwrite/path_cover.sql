-- title: What the cues of a path cover: words, edges with a word of their own, where the first one stands
-- grain: one row per (path_id)
-- source: ours
-- why: a word counts once, for the first edge of the path that has a cue for it
with owner as (
    select
        w.path_id,
        w.position,
        min(w.ordinal) as ordinal,
    from lw.path_word as w
    group by w.path_id, w.position
),

covered as (
    select
        o.path_id,
        count(*) as word_count,
        count(distinct o.ordinal) as edge_count,
        min(o.position) as first_position,
    from owner as o
    group by o.path_id
),

terminal as (
    select
        w.path_id,
        min(w.position) as first_position,
    from lw.path_word as w
    inner join lw.path as p on p.path_id = w.path_id and p.depth = w.ordinal
    group by w.path_id
),

spoken as (
    select
        m.question_id,
        m.start,
        m.stop,
        min(w.position) filter (w.stop > m.start and w.start < m.stop) as mention_position,
        min(w.position) filter (h.relation is not null and (w.stop <= m.start or w.start >= m.stop)) as cue_position,
    from (select distinct p.question_id, p.start, p.stop from lw.path as p) as m
    inner join lw.word as w on w.question_id = m.question_id
    left join lw.cue_hit as h on h.question_id = w.question_id and h.position = w.position
    group by m.question_id, m.start, m.stop
)

select
    p.path_id,
    coalesce(c.word_count, 0) as word_count,
    coalesce(c.edge_count, 0) as edge_count,
    least(coalesce(c.first_position, 100000), coalesce(s.mention_position, 100000)) as first_position,
    t.first_position as terminal_position,
    s.cue_position,
from lw.path as p
left join covered as c on c.path_id = p.path_id
left join terminal as t on t.path_id = p.path_id
inner join spoken as s on s.question_id = p.question_id and s.start = p.start and s.stop = p.stop
