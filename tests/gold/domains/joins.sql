-- and, or, not, left join, exists, having, max, union, asof, chains of look-ups
-- values x: p q
-- values y: a b
-- values v: 1 2
-- values u: 1 2
-- values w: 1 2
-- values amount: 0 5 9
-- values day: 2026-03-01 2026-07-01
-- values z: 1 2
-- values s: p q
-- values t: p q
-- values total: 0
-- values percent: 10 20
-- values flag: true false
-- values kind: p q
-- values valid_from: 2026-01-01 2026-05-01
-- rate member: 0 1 1 2
-- rate waiver: 0 0 1
-- rate rate: 0 1 1
-- schema
create table member (x text, y text, primary key (x, y));
create table member_complete (x text, primary key (x));
create table f (x text, v integer, primary key (x));
create table g (x text, u integer, primary key (x));
create table waiver (x text, y text, amount decimal(9, 2), primary key (x, y));
create table waiver_complete (x text, primary key (x));
create table rate (kind text, valid_from date, percent integer, primary key (kind, valid_from));
create table due (y text, day date, primary key (y));
create table flagged (y text, flag boolean, primary key (y));
-- rule r_or
select m.x, m.y from member as m inner join f on f.x = m.x inner join g on g.x = m.x where f.v > 1 or g.u > 1
-- rule r_not_and
select f.x from f inner join g on g.x = f.x where not (f.v > 1 and g.u > 1)
-- rule r_left
select m.x, m.y, coalesce(w.amount, 5) as amount from member as m left join waiver as w on w.x = m.x and w.y = m.y
-- rule r_sum
select r.x, sum(r.amount) as total from r_left as r group by r.x
-- rule r_max
select r.x, max(r.amount) as amount from r_left as r group by r.x
-- rule r_exists
select f.x from f where exists (select 1 from member as m where m.x = f.x)
-- rule r_having
select m.x, count(*) as n from member as m group by m.x having count(*) >= 2
-- rule r_few
select f.x from f where not exists (select 1 from r_having as h where h.x = f.x)
-- rule r_union
select m.x, f.v as z from member as m inner join f on f.x = m.x
union
select m.x, g.u as z from member as m inner join g on g.x = m.x
-- rule r_rate
select m.x, m.y, r.percent from member as m inner join due as d on d.y = m.y
asof join rate as r on r.kind = m.x and r.valid_from <= d.day
-- rule r_rate_sum
select r.x, sum(r.percent) as total from r_rate as r group by r.x
-- rule r_nested
select m.x, m.y from member as m inner join f on f.x = m.x inner join flagged as g on g.y = m.y
where (g.flag and f.v = 1) or (not g.flag and not exists (select 1 from waiver as w where w.x = m.x and w.y = m.y))
-- rule r_least
select m.x, m.y, least(f.v, g.u) as z from member as m inner join f on f.x = m.x inner join g on g.x = m.x
where greatest(f.v, g.u) between 1 and 2 and f.v in (1, 2)
-- rule r_chain
select r.x, r.y from r_or as r inner join r_left as l on l.x = r.x and l.y = r.y where l.amount > 0
-- rule r_none
select f.x from f where not exists (select 1 from r_chain as c where c.x = f.x)
-- rule r_scope
select m.x, m.y from member as m where not exists (select 1 from waiver as w where w.x = m.x) or m.y = 'a'
-- rule r_expand
select f.x, m.y, g.flag from f inner join member as m on m.x = f.x inner join flagged as g on g.y = m.y where f.v = 2
-- rule r_count
select r.x, count(*) as n from r_expand as r group by r.x
-- rule r_difference
select f.x, f.v - coalesce(c.n, 0) as z from f left join r_count as c on c.x = f.x
-- rule r_share
select w.x, w.y, round(w.amount * f.v * 0.1, 1) as amount from waiver as w inner join f on f.x = w.x where w.y <> 'b'
-- rule r_late
select d.y, d.day + 1 as day from due as d inner join flagged as g on g.y = d.y where g.flag or d.day < date '2026-04-01'
-- rule r_often
select f.x, f.v + coalesce(h.n, 0) as z from f left join r_having as h on h.x = f.x
-- rule r_share_or
select w.x, w.y, coalesce(s.amount, 9) as amount from waiver as w left join r_share as s on s.x = w.x and s.y = w.y
-- rule r_both
select m.x, m.y, d.day from r_chain as m inner join r_late as d on d.y = m.y
where not exists (select 1 from r_nested as n where n.x = m.x and n.y = m.y) or exists (select 1 from r_scope as n where n.x = m.x)
