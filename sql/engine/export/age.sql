-- title: Age and span of the first witness
-- grain: one row per (query)
-- source: paper section 2.4, Access
select
    w.query,
    date_diff('day', min(e.observed_at)::date, max(q.known_at)::date) as age_days,
    date_diff('day', min(e.observed_at)::date, max(e.observed_at)::date) as span_days,
from export.listed_event as w
inner join ground.asked as q on q.query = w.query
inner join ground.event as e on e.scenario = q.scenario and e.event = w.event
where w.witness_id = 1
group by w.query
