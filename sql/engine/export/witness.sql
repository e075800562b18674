-- title: Witnesses, listed one by one up to a bound
-- grain: one row per (query_id, witness_id)
-- source: paper section 2.3, W(q); the whole, factorised, is in witness_part
select
    q.query_id,
    w.witness_id,
    w.size,
from export.listed as w
inner join ground.asked as q on q.query = w.query
order by w.query, w.witness_id
