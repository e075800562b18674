-- title: Every answer as a shape (the one kind of value that it holds) and a list of spelled parts
-- grain: one row per (run_id, kind, ask_id, context, parent)
-- source: ours
-- why: shape is none where no value is given, several where more than one kind of value is
with member as (
    select
        s.run_id, s.kind, s.ask_id, s.context, s.parent,
        s.scenario_id,
        lower(s.question) as question,
        unnest(generate_series(1, len(s.value_set))) as position,
        s.value_set[position] as member,
    from evaluation.statement as s
    where s.value_set is not null
),

listed as (
    select
        m.run_id, m.kind, m.ask_id, m.context, m.parent,
        list(
            case when contains(m.question, p.phrase) then m.member else p.spelled end order by m.position
        ) as parts,
    from member as m
    left join evaluation.spelling as p on p.scenario_id = m.scenario_id and p.member = m.member
    group by m.run_id, m.kind, m.ask_id, m.context, m.parent
)

select
    s.run_id, s.kind, s.ask_id, s.context, s.parent,
    s.outcome,
    s.label,
    case
        when (s.value_number is not null)::int + (s.value_boolean is not null)::int + (s.value_entity is not null)::int
            + (s.value_date is not null)::int + (s.value_set is not null)::int > 1 then 'several'
        when s.value_number is not null then 'number'
        when s.value_boolean is not null then 'boolean'
        when s.value_entity is not null then 'entity'
        when s.value_date is not null then 'date'
        when s.value_set is not null then 'set'
        else 'none'
    end as shape,
    case shape
        when 'number' then [regexp_replace(s.value_number::varchar, '\.?0*$', '')]
        when 'boolean' then [s.value_boolean::varchar]
        when 'entity' then [case when contains(lower(s.question), p.phrase) then s.value_entity else p.spelled end]
        when 'date' then [s.value_date::varchar]
        when 'set' then coalesce(l.parts, [])
    end as parts,
from evaluation.statement as s
left join evaluation.spelling as p on p.scenario_id = s.scenario_id and p.member = s.value_entity
left join listed as l
    on l.run_id = s.run_id and l.kind = s.kind and l.ask_id = s.ask_id and l.context = s.context
    and l.parent = s.parent
