-- title: Accuracy of every arm on every question that it asks
-- grain: one row per (role, arm)
-- source: paper section 1, figure 2
-- why: the two sub-questions of an item are one row here, and a failed call is a wrong answer
select
    case when a.role in ('left', 'right') then 'sub-question' else a.role end as role,
    a.arm,
    count(*) as count,
    count(*) filter (a.is_correct) as correct_count,
    count(*) filter (a.outcome <> 'ok') as failed_count,
    count(distinct a.conversation) as conversation_count,
    cast(round(avg(a.record_count), 1) as decimal(12, 1)) as record_mean,
    cast(round(avg(a.sign_count), 0) as bigint) as sign_mean,
    cast(round(avg(a.support_share), 4) as decimal(8, 4)) as support_share,
from paired.answer as a
group by all
