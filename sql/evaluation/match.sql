-- title: Whether each answer is right, and its label
-- grain: one row per (run_id, kind, ask_id, context, parent)
-- source: MemDerive section 4.1: typed equivalence
-- why: unknown is right by its label, and never right otherwise; where gold is that there is no value, saying so is
-- right; a set has no order and holds nothing twice, a tuple has an order; an outcome other than ok is wrong
select
    s.run_id,
    s.kind,
    s.ask_id,
    s.context,
    s.parent,
    s.outcome,
    coalesce(
        s.outcome = 'ok' and case
            when g.label = 'unknown' or s.label = 'unknown' then s.label = g.label
            when h.shape = 'none' then s.shape = 'none' and s.label = 'justified-zero'
            when g.answer_type = 'set' then s.shape = h.shape and list_sort(s.parts) = list_sort(h.parts)
            else s.shape = h.shape and s.parts = h.parts
        end,
        false
    ) as is_correct,
    coalesce(s.outcome = 'ok' and s.label = g.label, false) as is_label_correct,
from evaluation.stated as s
inner join evaluation.stated as h on h.run_id = '' and h.kind = s.kind and h.ask_id = s.ask_id
inner join evaluation.gold_statement as g on g.kind = s.kind and g.ask_id = s.ask_id
where s.run_id <> ''
