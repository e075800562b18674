-- title: Every question with its prediction, its verdicts and its class
-- grain: one row per (question_id)
-- source: arXiv 2610.09193, appendix A: the six-category rule
-- why: the first class that fits; a question that is solved has none of the six
with fact as (
    select
        q.question_id,
        coalesce(c.prediction, 'ABSTAIN') as prediction,
        coalesce(f.prediction, 'ABSTAIN') as first_prediction,
        l.question_id is not null as is_reached_last,
        a.question_id is not null as is_reached_all,
        o.question_id is not null as is_reached_loose,
        x.question_id is not null as is_gold_overwritten,
        exists (
            select 1 from lw.gold_occurrence as u where u.question_id = q.question_id and not u.is_parsed
        ) as is_gold_unparsed,
        exists (select 1 from lw.gold_occurrence as u where u.question_id = q.question_id) as is_gold_there,
    from lw.question as q
    left join lw.chosen as c on c.question_id = q.question_id and c.world = 'last'
    left join lw.chosen as f on f.question_id = q.question_id and f.world = 'first'
    left join lw.gold_reached as l on l.question_id = q.question_id and l.world = 'last'
    left join lw.gold_reached as a on a.question_id = q.question_id and a.world = 'all'
    left join lw.gold_reached as o on o.question_id = q.question_id and o.world = 'loose'
    left join lw.gold_overwritten as x on x.question_id = q.question_id
)

select
    f.question_id,
    f.prediction,
    f.first_prediction,
    f.is_reached_last,
    f.is_reached_all,
    f.is_reached_loose,
    not f.is_reached_last and f.is_reached_all and f.is_gold_overwritten as is_gold_overwritten,
    f.is_gold_unparsed,
    case
        when v.is_right then 'solved'
        when v.is_folded then 'normalisation'
        when not f.is_reached_all and f.is_reached_loose then 'parse_scope'
        when f.is_reached_last then 'reachable_miss'
        when f.is_reached_all then 'unreachable'
        when f.is_gold_there then 'beyond_last_write'
        else 'unclassifiable'
    end as class,
from fact as f
inner join lw.verdict as v on v.question_id = f.question_id and v.world = 'last'
