-- title: Mean grade in hundredths of a point
-- grain: one row per (student)
-- source: ours
-- reads as: the mean of {student}'s grade points, in hundredths
-- why: integers keep the mean exact
select
    v.student,
    mean_half_up(sum(cast(v.grade_points * 100 as integer)), count(*)) as hundredths
from pass_valid as v
group by v.student
having count(*) > 0
