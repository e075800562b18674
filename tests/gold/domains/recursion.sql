-- recursion from a set, a function, a derived set and an asked row; negating step; counter; two steps; cyclic data
-- values item: i j
-- values link_complete.s: a b c d
-- values x: i j
-- values s: a b c
-- values t: a b c d
-- values cat: a b c d
-- values up: a b c d
-- values node: b c d
-- values days: 7 14
-- values n: 1 2
-- values deep: 1 2
-- rate item_cat: 0 1 1 2
-- rate begin: 1
-- rate parent: 0 1 1 1 2
-- rate win: 0 0 1
-- rate link: 0 0 1
-- rising parent: cat up
-- rising link: s t
-- schema
create table item_cat (item text, cat text, primary key (item));
create table parent (cat text, up text, primary key (cat));
create table parent_complete (cat text, primary key (cat));
create table win (cat text, days integer, primary key (cat));
create table win_complete (cat text, primary key (cat));
create table link (s text, t text, primary key (s, t));
create table link_complete (s text, primary key (s));
create table begin (x text, s text, primary key (x));
create table asked_seek (item text, deep integer, primary key (item, deep));
-- rule seek
with recursive seek(item, node) as (
    select i.item, i.cat as node from item_cat as i
    union
    select k.item, p.up from seek as k inner join parent as p on p.cat = k.node
    where not exists (select 1 from win as w where w.cat = k.node)
)
select item, node from seek
-- rule nearest
select k.item, k.node, w.days from seek as k inner join win as w on w.cat = k.node
-- rule window_of
select n.item, min(n.days) as days from nearest as n group by n.item
-- rule chain
with recursive chain(x, node, n) as (
    select i.x, i.s, 0 from begin as i
    union
    select k.x, l.t, k.n + 1 from chain as k inner join link as l on l.s = k.node where k.n < 3
)
select x, node, n from chain
-- rule longest
select c.x, max(c.n) as n from chain as c group by c.x
-- rule reach
with recursive reach(s, node) as (
    select l.s, l.t from link as l
    union
    select r.s, l.t from reach as r inner join link as l on l.s = r.node
)
select s, node from reach
-- rule round_trip
select distinct r.s from reach as r where r.node = r.s
-- rule lonely
select i.x from begin as i where not exists (select 1 from reach as r where r.s = i.s and r.node = i.s)
-- rule reach_count
select r.s, count(*) as n from reach as r group by r.s
-- rule too_long
select c.x, c.node from chain as c where c.n = 3
-- rule endless
select i.x from begin as i where exists (select 1 from too_long as k where k.x = i.x)
-- rule longest_ok
select i.x, l.n from begin as i inner join longest as l on l.x = i.x
where not exists (select 1 from too_long as k where k.x = i.x)
-- rule wide
with recursive wide(x, node) as (
    select i.x, i.s from begin as i
    union
    (
        select k.x, l.t from wide as k inner join link as l on l.s = k.node
        union
        select k.x, p.up from wide as k inner join parent as p on p.cat = k.node
    )
)
select x, node from wide
-- rule open_link
select l.s, l.t from link as l where not exists (select 1 from win as w where w.cat = l.t)
-- rule open_reach
with recursive open_reach(s, node) as (
    select o.s, o.t from open_link as o
    union
    select r.s, o.t from open_reach as r inner join open_link as o on o.s = r.node
)
select s, node from open_reach
-- rule deep_search
with recursive deep_search(item, deep, node, n) as (
    select a.item, a.deep, i.cat, 0 from asked_seek as a inner join item_cat as i on i.item = a.item
    union
    select k.item, k.deep, p.up, k.n + 1 from deep_search as k inner join parent as p on p.cat = k.node
    where k.n < 3 and k.n < k.deep and not exists (select 1 from win as w where w.cat = k.node)
)
select item, deep, node, n from deep_search
-- rule depth_reached
select d.item, d.deep, max(d.n) as n from deep_search as d group by d.item, d.deep
-- rule cheap_up
select p.cat, p.up from parent as p left join win as w on w.cat = p.cat where coalesce(w.days, 7) < 10
-- rule cheap_reach
with recursive cheap_reach(item, node) as (
    select i.item, i.cat from item_cat as i
    union
    select k.item, p.up from cheap_reach as k inner join cheap_up as p on p.cat = k.node
)
select item, node from cheap_reach
