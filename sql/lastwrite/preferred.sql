-- title: Relations that the opening of a question prefers at the end of a path
-- grain: one row per (question_id, relation)
-- source: arXiv 2610.09193, appendix C: terminal preference
with begun as (
    select
        w.question_id,
        c.cue_id,
        c.size,
        c.relation,
        count(*) as found_count,
    from lw.cue_word as c
    inner join lw.word as w
        on w.position = c.ordinal and (c.word = w.word or (c.is_prefix and starts_with(w.word, c.word)))
    where c.is_opening
    group by w.question_id, c.cue_id, c.size, c.relation
)

select distinct
    b.question_id,
    b.relation,
from begun as b
where b.found_count = b.size
