-- title: Citation recall, the largest share of one witness that is cited
-- grain: one row per (run_id, query_id)
-- source: MemDerive section 4.1, r_W
-- why: witnesses are factorised (a core, and one choice of each component), and never enumerated: component after
-- component, the most cited events at every size that a witness can have so far. No row where gold has no witness,
-- or rules and key alone decide, so that there is nothing to cite
with recursive asked as (
    select r.run_id, m.query_id,
    from run.run as r
    cross join suite.measure as m
    where m.witness_count is not null and m.witness_size_min > 0
),

choice as (
    select
        a.run_id, a.query_id,
        dense_rank() over (partition by a.run_id, a.query_id order by p.component) as position,
        p.choice,
        count(p.event_id) as size,
        count(c.event_id) as hit_count,
    from asked as a
    inner join suite.witness_part as p on p.query_id = a.query_id
    left join evaluation.cited as c
        on c.run_id = a.run_id and c.query_id = a.query_id and c.event_id = p.event_id
    group by a.run_id, a.query_id, p.component, p.choice
),

option as (
    select c.run_id, c.query_id, c.position, c.size, max(c.hit_count) as hit_count,
    from choice as c
    group by c.run_id, c.query_id, c.position, c.size
),

witness(run_id, query_id, position, size, hit_count) as (
    select a.run_id, a.query_id, 0::bigint, 0::bigint, 0::bigint,
    from asked as a

    union all

    select w.run_id, w.query_id, w.position + 1, w.size + o.size, max(w.hit_count + o.hit_count),
    from witness as w
    inner join option as o on o.run_id = w.run_id and o.query_id = w.query_id and o.position = w.position + 1
    group by w.run_id, w.query_id, w.position, w.size + o.size
)

select
    w.run_id,
    w.query_id,
    max(w.hit_count / w.size) as citation_recall,
from witness as w
where w.size > 0
    and w.position = (
        select max(o.position)
        from option as o
        where o.run_id = w.run_id and o.query_id = w.query_id
    )
group by w.run_id, w.query_id
