-- title: The code to use now for a record
-- grain: one row per (kind, code)
-- key: kind, code
-- source: ours; RFC 5646 section 4.5
-- reads as: the code to use now for the {kind} {code}
-- why: an active record stands for itself, except an extlang, whose preferred value is the language of the
--      same code; a chain ends at an active record or at a composed tag, which has no record of its own
select s.kind, s.code, s.code as current_code
from status as s
where s.state = 'active' and s.kind <> 'extlang'
union
select n.kind, n.code, n.next_code as current_code
from successor as n
inner join status as s on s.kind = n.next_kind and s.code = n.next_code
where s.state = 'active'
union
select n.kind, n.code, n.next_code as current_code
from successor as n
where n.next_kind = 'tag'
