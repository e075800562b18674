-- title: Everyone above a person
-- grain: one row per (person, superior)
-- source: paper section 2.1, closure over a reporting line
-- reads as: the people whom {person} reports to, directly or through others
-- why: strictly above; the list is complete where the line is closed at its top, by somebody who reports to nobody
with recursive above(person, superior) as (
    select
        r.person,
        r.manager as superior
    from reports_to as r
    union
    select
        a.person,
        r.manager as superior
    from above as a
    inner join reports_to as r on r.person = a.superior
)
select person, superior from above
