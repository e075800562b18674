-- title: Matched source: every source fact, nothing derived, padded to the tokens of the flat view
-- grain: one row per (world_id)
-- source: paper appendix G.1; the tokenizer is ours
-- why: the tokens are those of the tokenizer words-and-signs: a run of letters, digits and underscores, or one other sign
with fact as (
    select
        e.world_id,
        'SOURCE FACTS' || chr(10) || string_agg(
            e.reference || ' | ' || e.type || ' | ' || e.item || ' | ' || p.label || ' : ' || p.value,
            chr(10) order by e.sequence, p.ordinal
        ) as text
    from sv.ordered_event as e
    inner join sv.payload as p on p.event_id = e.event_id
    group by e.world_id
)

select
    f.world_id,
    'matched_source' as view,
    f.text || chr(10) || rtrim(repeat('~ ', token_count(flat.text) - token_count(f.text))) as text
from fact as f
inner join sv.view_flat as flat on flat.world_id = f.world_id and flat.view = 'flat'
where token_count(flat.text) > token_count(f.text)
