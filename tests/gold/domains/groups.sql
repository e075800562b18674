-- groups finer than the closed scope, aggregates of aggregates, extremes of empty groups, holders
-- values customer: p q
-- values item: 1 2 3
-- values kind: a b
-- values amount: 5 9
-- values least: 1 9
-- values total: 0
-- rate bought: 0 1 1 2
-- rate back: 0 0 0 1
-- schema
create table bought (customer text, item text, kind text, amount integer, primary key (customer, item));
create table bought_complete (customer text, primary key (customer));
create table back (customer text, item text, kind text, amount integer, primary key (customer, item));
create table back_complete (customer text, primary key (customer));
create table base_sum (customer text, amount integer, primary key (customer));
-- rule gross
select b.customer, b.kind, sum(b.amount) as total from bought as b group by b.customer, b.kind
-- rule returned
select b.customer, b.kind, sum(b.amount) as total from back as b group by b.customer, b.kind
-- rule net
select g.customer, g.kind, g.total - coalesce(r.total, 0) as amount
from gross as g left join returned as r on r.customer = g.customer and r.kind = g.kind
-- rule net_total
select n.customer, sum(n.amount) as total from net as n group by n.customer
-- rule top_kind
select g.customer, max(g.total) as total from gross as g group by g.customer
-- rule top_item
select b.customer, b.kind, max(b.amount) as amount from bought as b group by b.customer, b.kind
-- rule top_back
select b.customer, max(b.amount) as amount from back as b group by b.customer
-- rule low_back
select b.customer, min(b.amount) as amount from back as b group by b.customer
-- rule clean
select g.customer, g.kind from gross as g left join returned as r on r.customer = g.customer and r.kind = g.kind
where coalesce(r.total, 0) = 0
-- rule worst
select f.customer, coalesce(t.amount, 0) as amount from base_sum as f left join top_back as t on t.customer = f.customer
-- rule over
select f.customer from base_sum as f inner join top_back as t on t.customer = f.customer where t.amount > f.amount
-- rule frequent
select b.customer, b.kind, count(*) as n from bought as b group by b.customer, b.kind having count(*) >= 2
-- rule holder
select b.customer, b.item from back as b inner join top_back as t on t.customer = b.customer and t.amount = b.amount
-- rule dull
select g.customer, g.kind from gross as g
where not exists (select 1 from frequent as q where q.customer = g.customer and q.kind = g.kind)
-- rule spread
select t.customer, t.amount - l.amount as amount from top_back as t inner join low_back as l on l.customer = t.customer
-- rule kept_item
select b.customer, b.item, b.kind from bought as b
where not exists (select 1 from back as r where r.customer = b.customer and r.item = b.item)
-- rule kept_count
select k.customer, k.kind, count(*) as n from kept_item as k group by k.customer, k.kind
-- rule kept_kind
select distinct k.customer, k.kind from kept_item as k
-- rule kept_kind_count
select k.customer, count(*) as n from kept_kind as k group by k.customer
-- rule above_base
select g.customer, g.kind from gross as g inner join base_sum as f on f.customer = g.customer where g.total >= f.amount
-- rule paid_sum
select b.customer, sum(b.amount - coalesce(r.amount, 0)) as total
from bought as b left join back as r on r.customer = b.customer and r.item = b.item
where b.kind <> 'b' group by b.customer
