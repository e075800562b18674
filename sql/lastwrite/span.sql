-- title: Parts of a question that could be a mention: their neighbours are not alphanumeric
-- grain: one row per (question_id, start, stop)
-- source: arXiv 2610.09193, appendix C
-- why: names begin and end in punctuation too (`F.C.`), so only the neighbours count; an accent belongs to its letter
with place as (
    select
        q.question_id,
        q.norm,
        unnest(range(length(q.norm) + 1)) as place,
    from lw.question as q
),

sided as (
    select
        p.question_id,
        p.place,
        p.place > 0 and regexp_matches(substring(p.norm, p.place, 1), '[\p{L}\p{N}\p{M}]') as is_word_before,
        regexp_matches(substring(p.norm, p.place + 1, 1), '[\p{L}\p{N}\p{M}]') as is_word_after,
    from place as p
)

select
    a.question_id,
    q.list_id,
    a.place as start,
    z.place as stop,
    substring(q.norm, a.place + 1, z.place - a.place) as norm,
from sided as a
inner join sided as z on z.question_id = a.question_id and z.place > a.place
inner join lw.question as q on q.question_id = a.question_id
where not a.is_word_before and not z.is_word_after
