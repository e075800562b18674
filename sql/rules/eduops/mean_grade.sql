-- title: Mean grade of a student
-- grain: one row per (student)
-- source: ours
-- reads as: the mean grade of {student}
-- why: of all passes that were not withdrawn, below the minimum or excluded ones too, not weighted by credits;
--      transfers carry no grade; of no passes there is no mean; hundredths are integers, so the mean is exact
select
    v.student,
    cast(mean_half_up(sum(cast(v.grade_points * 100 as integer)), count(*)) * 0.01 as decimal(4, 2)) as grade_points
from pass_valid as v
group by v.student
having count(*) > 0
