-- title: Nodes that are a gold of a question
-- grain: one row per (question_id, node_id)
-- source: arXiv 2610.09193, appendix A
-- why: equal under the form used for grounding, not by the metric's substring: `English` is not `American English`
select distinct
    q.question_id,
    n.node_id,
from lw.question as q
inner join lw.gold as g on g.question_id = q.question_id
inner join lw.named as n on n.list_id = q.list_id and n.norm = g.norm
