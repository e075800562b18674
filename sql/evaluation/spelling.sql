-- title: Every name and member that is said, in the one spelling in which it is compared
-- grain: one row per (scenario_id, member)
-- source: MemDerive section 4.1 (accepted aliases); the spelling is ours
-- why: a phrase of table reference stands for its entity, in upper or lower case; plain decimals lose trailing
-- zeros; white space in a row counts as one; a JSON array is read part by part. phrase is null where none is said:
-- a question's own phrase is no answer to it
with said as (
    select distinct s.scenario_id, unnest(coalesce(s.value_set, [s.value_entity])) as member,
    from evaluation.statement as s
),

split as (
    select
        s.scenario_id,
        s.member,
        coalesce(json_type(try_cast(s.member as json)) = 'ARRAY', false) as is_array,
        case when is_array then from_json(try_cast(s.member as json), '["varchar"]') else [s.member] end as parts,
    from said as s
    where s.member is not null
),

part as (
    select
        s.scenario_id,
        s.member,
        s.is_array,
        unnest(generate_series(1, len(s.parts))) as position,
        trim(regexp_replace(s.parts[position], '\s+', ' ', 'g')) as bare,
    from split as s
),

alias as (
    select r.scenario_id, lower(r.phrase) as phrase, min(r.entity) as entity,
    from suite.reference as r
    group by r.scenario_id, lower(r.phrase)
),

spelled as (
    select
        p.scenario_id,
        p.member,
        p.is_array,
        list(
            coalesce(
                a.entity,
                regexp_replace(p.bare, '^(-?(?:0|[1-9][0-9]*))(?:\.0+|(\.[0-9]*[1-9])0*)$', '\1\2')
            ) order by p.position
        ) as parts,
        min(a.phrase) as phrase,
    from part as p
    left join alias as a on a.scenario_id = p.scenario_id and a.phrase = lower(p.bare)
    group by p.scenario_id, p.member, p.is_array
)

select
    s.scenario_id,
    s.member,
    case when s.is_array then to_json(s.parts)::varchar else s.parts[1] end as spelled,
    s.phrase,
from spelled as s
