-- functions that close themselves, asked pairs, days and periods, valid time with cancelled rows, references, first
-- values person: p q r
-- values manager: p q r z
-- values boss: q z
-- values other: p q
-- values lead: p q
-- values kind: k
-- values valid_from: 2026-02-01 2026-05-01 2026-08-01
-- values amount: 10 20
-- values day: 2026-01-15 2026-03-10 2026-06-15 2026-09-01
-- values starts_on: 2026-01-01 2026-06-01
-- values ends_on: 2026-05-31 2026-12-31
-- values trip: 1 2
-- values city: rome oslo
-- values phrase: boss guide
-- values entity: p q
-- values reports_to_complete.person: p q r z
-- rate reports_to: 0 1 1 1 2
-- rate reports_to_complete: 0 0 1
-- rate team: 0 0 1
-- rate cap: 0 1 1 2
-- rate spent: 0 1
-- rate dest: 0 1 1 2
-- rate refers_to: 0 1 1 2
-- rising reports_to: person manager
-- schema
create table reports_to (person text, manager text, primary key (person));
create table reports_to_complete (person text, primary key (person));
create table team (lead text, person text, primary key (lead, person));
create table team_complete (lead text, primary key (lead));
create table cap (kind text, valid_from date, amount integer, primary key (kind, valid_from));
create table cap_complete (kind text, primary key (kind));
create table spent (person text, trip text, kind text, day date, amount integer, primary key (person, trip));
create table spent_complete (person text, primary key (person));
create table dest (trip text, city text, primary key (trip));
create table refers_to (phrase text, entity text, primary key (phrase));
create table asked_cap_on (kind text, day date, primary key (kind, day));
create table asked_common (person text, other text, primary key (person, other));
create table asked_period (person text, starts_on date, ends_on date, primary key (person, starts_on, ends_on));
-- rule above
with recursive above(person, boss) as (
    select r.person, r.manager from reports_to as r
    union
    select a.person, r.manager from above as a inner join reports_to as r on r.person = a.boss
)
select person, boss from above
-- rule above_count
select a.person, count(*) as n from above as a group by a.person
-- rule lead_boss
select t.lead, t.person, r.manager from team as t inner join reports_to as r on r.person = t.person
-- rule headless
select t.lead, t.person from team as t where not exists (select 1 from reports_to as r where r.person = t.person)
-- rule headless_count
select h.lead, count(*) as n from headless as h group by h.lead
-- rule cap_on
select a.kind, a.day, c.amount from asked_cap_on as a
asof join cap as c on c.kind = a.kind and c.valid_from <= a.day
-- rule common
select q.person, q.other, u.boss from asked_common as q
inner join above as u on u.person = q.person
inner join above as v on v.person = q.other and v.boss = u.boss
-- rule common_count
select c.person, c.other, count(*) as n from common as c group by c.person, c.other
-- rule spent_between
select a.person, a.starts_on, a.ends_on, s.trip, s.amount
from asked_period as a inner join spent as s on s.person = a.person
where s.day between a.starts_on and a.ends_on
-- rule spent_sum
select s.person, s.starts_on, s.ends_on, sum(s.amount) as total
from spent_between as s group by s.person, s.starts_on, s.ends_on
-- rule over_cap
select s.person, s.trip, s.amount - c.amount as amount from spent as s
asof join cap as c on c.kind = s.kind and c.valid_from <= s.day
where s.amount > c.amount
-- rule over_count
select o.person, count(*) as n from over_cap as o group by o.person
-- rule moved
select d.trip from dest as d inner join first(dest) as f on f.trip = d.trip where f.city <> d.city
-- rule spent_moved
select s.person, s.trip from spent as s inner join dest as d on d.trip = s.trip
where exists (select 1 from moved as m where m.trip = s.trip) or d.city = 'rome'
-- rule top_boss
select a.person, a.boss from above as a where not exists (select 1 from reports_to as r where r.person = a.boss)
