-- declared keys: the nation found on the way up, the nearest code, an agreed value; and what reads them
-- values place: a b
-- values up: r m n
-- values place_in.place: a b r
-- values place_in_complete.place: a b r m n
-- values nation.place: m n
-- values nation_complete.place: a b r m n
-- values code.place: r m n
-- values code_complete.place: a b r m n
-- values code: 1 2
-- values ancestor: r m n
-- values node: m n
-- values person: v
-- values trip: t u
-- values city: a b
-- values nation: m n
-- values kind: k
-- values side: 1 2
-- rate place: 1 1 1 2
-- rate place_in: 0 1 1 1
-- rate based_in: 1
-- rate nation: 0 1 1 1
-- rate code: 0 0 1
-- rate vote: 0 0 1
-- schema
create table place (place text, kind text, primary key (place));
create table place_in (place text, up text, primary key (place));
create table place_in_complete (place text, primary key (place));
create table nation (place text, primary key (place));
create table nation_complete (place text, primary key (place));
create table code (place text, code text, primary key (place));
create table code_complete (place text, primary key (place));
create table trip (person text, trip text, primary key (person, trip));
create table trip_complete (person text, primary key (person));
create table dest (person text, trip text, city text, primary key (person, trip));
create table based_in (person text, city text, primary key (person));
create table vote (trip text, side text, primary key (trip, side));
create table vote_complete (trip text, primary key (trip));
-- rule within
with recursive within(place, ancestor) as (
    select p.place, p.place as ancestor from place as p
    union
    select w.place, u.up from within as w inner join place_in as u on u.place = w.ancestor
)
select place, ancestor from within
-- rule country
-- key: place
select w.place, w.ancestor as nation from within as w inner join nation as n on n.place = w.ancestor
-- rule coded
-- key: place
select w.place, w.ancestor as node, c.code from within as w inner join code as c on c.place = w.ancestor
-- rule outside
select t.person, t.trip from trip as t
inner join dest as d on d.person = t.person and d.trip = t.trip
inner join based_in as h on h.person = t.person
inner join country as c on c.place = d.city
inner join country as k on k.place = h.city
where c.nation <> k.nation
-- rule outside_count
select o.person, count(*) as n from outside as o group by o.person
-- rule codeless
select t.person, t.trip from trip as t inner join dest as d on d.person = t.person and d.trip = t.trip
where not exists (select 1 from coded as c where c.place = d.city)
-- rule codeless_count
select c.person, count(*) as n from codeless as c group by c.person
-- rule code_or
select t.person, t.trip, coalesce(c.code, '-') as code from trip as t
inner join dest as d on d.person = t.person and d.trip = t.trip
left join coded as c on c.place = d.city
-- rule trip_country
-- key: person, trip
select t.person, t.trip, w.ancestor as nation from trip as t
inner join dest as d on d.person = t.person and d.trip = t.trip
inner join within as w on w.place = d.city
inner join nation as n on n.place = w.ancestor
-- rule per_nation
select t.person, t.nation, count(*) as n from trip_country as t group by t.person, t.nation
-- rule winner
-- key: trip
select v.trip, v.side from vote as v
-- rule voted
select t.person, t.trip from trip as t inner join winner as w on w.trip = t.trip where w.side = '1'
-- rule unvoted
select t.person, t.trip from trip as t where not exists (select 1 from winner as w where w.trip = t.trip)
