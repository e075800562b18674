-- title: Mean grade of a student
-- grain: one row per (student)
-- source: ours
-- reads as: the mean grade of {student}
-- why: of all passes that were not withdrawn, below the minimum or excluded ones too, not weighted by credits;
--      transfers carry no grade; of no passes there is no mean
select
    m.student,
    cast(m.hundredths * 0.01 as decimal(4, 2)) as grade_points
from mean_hundredths as m
