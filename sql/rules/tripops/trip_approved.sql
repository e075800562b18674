-- title: Trips approved as the company asks
-- grain: one row per (person, trip)
-- source: ours
-- reads as: whether {person}'s trip {trip} is approved by whom the company's approval rule names
-- why: the current reporting line decides; the direct manager is above, too, so an approver who is nowhere above will not do under either rule, whichever it is; nobody is above himself, however open the line
select
    a.person,
    a.trip
from approved as a
inner join works_for as w on w.person = a.person
inner join approval_rule as r on r.company = w.company
inner join reports_to as m on m.person = a.person
where a.approver <> a.person
    and exists (select 1 from above as s where s.person = a.person and s.superior = a.approver)
    and (r.rule = 'anyone above' or (r.rule = 'direct manager' and m.manager = a.approver))
