-- title: Whether one person is above another
-- grain: one row per (superior, person)
-- source: ours
-- reads as: whether {superior} is above {person} in the reporting line
select
    a.superior,
    a.person
from above as a
