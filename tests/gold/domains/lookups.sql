-- join rules that can be false without their driver, looked up by other rules' rows
-- values k: a b
-- values s: p q
-- values e: 1 2
-- values v: a b
-- values m: 1 2
-- values node: a b
-- rate d: 0 1 1
-- rate f: 0 1 1
-- schema
create table d (k text, v text, primary key (k));
create table d_complete (k text, primary key (k));
create table f (k text, m integer, primary key (k));
create table f_complete (k text, primary key (k));
create table member (s text, k text, primary key (s, k));
create table member_complete (s text, primary key (s));
create table pair (k text, e text, primary key (k, e));
create table pair_complete (k text, primary key (k));
create table mark (e text, primary key (e));
create table mark_complete (e text, primary key (e));
create table start (s text, k text, primary key (s));
-- rule agreed
select d.k, d.v from d inner join f on f.k = d.k where f.m = 1
-- rule chosen
select x.s, x.k from member as x inner join agreed as t on t.k = x.k
-- rule left_out
select x.s, x.k from member as x where not exists (select 1 from agreed as t where t.k = x.k)
-- rule left_out_count
select x.s, count(*) as n from left_out as x group by x.s
-- rule value_or
select x.s, x.k, coalesce(t.v, '-') as v from member as x left join agreed as t on t.k = x.k
-- rule follow
select d.k, t.v from d inner join agreed as t on t.k = d.v
-- rule follow_member
select x.s, x.k, w.v from member as x inner join follow as w on w.k = x.k
-- rule opened
select d.k, p.e from d inner join pair as p on p.k = d.k inner join mark as g on g.e = p.e
-- rule reads_opened
select x.s, x.k from member as x where not exists (select 1 from opened as o where o.k = x.k and o.e = '1')
-- rule either
select x.s, x.k from member as x
where exists (select 1 from agreed as t where t.k = x.k) or exists (select 1 from follow as w where w.k = x.k)
-- rule twice
select b.k, d.v from agreed as b inner join d on d.k = b.v
-- rule reads_twice
select x.s, x.k from member as x where not exists (select 1 from twice as t where t.k = x.k)
-- rule climb
with recursive climb(s, node) as (
    select i.s, i.k from start as i
    union
    select c.s, t.v from climb as c inner join agreed as t on t.k = c.node
)
select s, node from climb
-- rule detour
with recursive detour(s, node) as (
    select i.s, i.k from start as i
    union
    select c.s, d.v from detour as c inner join d on d.k = c.node
    where not exists (select 1 from agreed as t where t.k = c.node)
)
select s, node from detour
-- rule reads_climb
select c.s, count(*) as n from climb as c group by c.s
