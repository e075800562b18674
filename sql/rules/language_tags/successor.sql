-- title: Codes that stand on the way from a record to its replacement
-- grain: one row per (kind, code, next_kind, next_code, step)
-- source: ours; RFC 5646 section 4.5 (canonical form: follow Preferred-Value until it ends)
-- reads as: the codes that replace the {kind} {code}, step by step
-- why: a preferred value can be deprecated in its turn (extlang ajp, language ajp, language apc);
--      the registry allows no cycle, and the bound on step makes one visible should it appear
with recursive successor(kind, code, next_kind, next_code, step) as (
    select p.kind, p.code, p.preferred_kind, p.preferred_code, 1
    from preferred as p
    union
    select n.kind, n.code, p.preferred_kind, p.preferred_code, n.step + 1
    from successor as n
    inner join preferred as p on p.kind = n.next_kind and p.code = n.next_code
    where n.step < 8
)
select kind, code, next_kind, next_code, step from successor
