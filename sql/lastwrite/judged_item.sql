-- title: Items with the verdicts of every world
-- grain: one row per (question_id)
-- source: arXiv 2610.09193, section 2 and appendix D
select
    i.question_id,
    q.list,
    q.hop,
    q.index,
    q.text as question,
    i.prediction,
    l.is_right as is_solved,
    l.is_right_strict as is_solved_strict,
    f.is_right as is_solved_first_write,
    f.is_right_strict as is_solved_first_strict,
    s.is_right as is_solved_separate,
    i.class,
    i.first_prediction,
    i.is_reached_last,
    i.is_reached_all,
    i.is_reached_loose,
    i.is_gold_overwritten,
    i.is_gold_unparsed,
from lw.item as i
inner join lw.question as q on q.question_id = i.question_id
inner join lw.verdict as l on l.question_id = i.question_id and l.world = 'last'
inner join lw.verdict as f on f.question_id = i.question_id and f.world = 'first'
inner join lw.verdict as s on s.question_id = i.question_id and s.world = 'separate'
