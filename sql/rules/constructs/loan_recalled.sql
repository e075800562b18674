-- title: Loans to be called back
-- grain: one row per (person, loan)
-- source: ours; construct: where with and, or, not; exists by scope and by key
-- reads as: the loans of {person} that are to be called back
-- why: somebody waits for the tool, or it is powered and was not extended; a loan that came back is never called back
select
    o.person,
    o.loan
from loan_open as o
inner join tool_powered as p on p.tool = o.tool
where exists (select 1 from hold as h where h.tool = o.tool)
    or (
        p.is_powered
        and not exists (select 1 from loan_extension as x where x.person = o.person and x.loan = o.loan)
    )
