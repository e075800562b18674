-- title: The score of a path, part by part
-- grain: one row per (path_id)
-- source: arXiv 2610.09193, appendix C; weights are ours (data/lastwrite/weight.csv)
with opened as (
    select
        w.question_id,
        min(w.position) filter (not w.is_plain) as word_position,
    from lw.word as w
    group by w.question_id
),

judged as (
    select
        p.path_id,
        p.depth,
        p.stop - p.start as width,
        c.word_count,
        p.depth - c.edge_count as uncued_count,
        contains(q.text, o.text) and lower(o.text) <> o.text as is_capital,
        f.relation is not null as is_preferred,
        exists (select 1 from lw.preferred as x where x.question_id = p.question_id) as has_preference,
        c.terminal_position is not null and c.terminal_position = c.cue_position as has_first_cue,
        c.terminal_position is not null as is_terminal_cued,
        coalesce(w.word_position, 100000) < c.first_position as is_opened,
        exists (select 1 from lw.span as s where s.question_id = p.question_id and s.norm = n.norm) as is_asked,
    from lw.path as p
    inner join lw.path_cover as c on c.path_id = p.path_id
    inner join lw.question as q on q.question_id = p.question_id
    inner join opened as w on w.question_id = p.question_id
    inner join lw.named as n on n.node_id = p.node_id
    inner join lw.named as o on o.node_id = p.nodes[1]
    left join lw.preferred as f on f.question_id = p.question_id and f.relation = p.relations[p.depth]
)

select
    j.path_id,
    (g.covered * j.word_count)::integer as covered,
    (g.uncued * j.uncued_count + g.edge * j.depth)::integer as edges,
    (g.mention * j.width + case when j.is_capital then g.capital else 0 end)::integer as mention,
    case when j.is_preferred then g.preferred when j.has_preference then g.other else 0 end as preference,
    case
        when j.is_opened and j.is_terminal_cued then g.opening_word
        when j.is_opened then g.opening_edge
        else 0
    end + case when j.has_first_cue then g.opening_cue else 0 end as opening,
    case when j.is_asked then g.asked else 0 end as asked,
from judged as j
cross join lw.weight as g
