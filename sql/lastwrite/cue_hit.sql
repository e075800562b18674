-- title: Words of a question that speak for a relation
-- grain: one row per (question_id, relation, position)
-- source: arXiv 2610.09193, appendix C: lexical relation cues
with begun as (
    select
        w.question_id,
        c.cue_id,
        c.size,
        w.position - c.ordinal as first_position,
        count(*) as found_count,
    from lw.cue_word as c
    inner join lw.word as w on c.word = w.word or (c.is_prefix and starts_with(w.word, c.word))
    where not c.is_opening
    group by w.question_id, c.cue_id, c.size, w.position - c.ordinal
)

select distinct
    b.question_id,
    c.relation,
    (b.first_position + c.ordinal)::integer as position,
from begun as b
inner join lw.cue_word as c on c.cue_id = b.cue_id
where b.found_count = b.size
