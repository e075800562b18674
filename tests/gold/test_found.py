"""Cases that random histories and random rules have found, each at its smallest, with the witnesses it must have."""

from __future__ import annotations

from collections import deque
from functools import partial

import pytest

from memsql.gold.batch import Batch
from tests.gold.ask import loaded
from tests.gold.brute import Asked, check, gold_queries, lifted_answers
from tests.gold.history import Action, Groups, History, Question, events_of
from tests.gold.random_scenarios import Domain, domain, domain_of, random_scenarios, scenario_of


def told(*facts: str) -> Groups:
    """One event per text: ``+member(p,a)``, ``+f(p)=1``, ``!member_complete(p)`` or ``-f(p)``."""
    found: Groups = []
    for fact in facts:
        name, _, rest = fact[1:].partition("(")
        key, _, value = rest.partition(")")
        verb = {"+": "assert", "!": "complete", "-": "cancel"}[fact[0]]
        values = tuple(value.removeprefix("=").split(",")) if value else ()
        found.append([Action(verb, name, tuple(key.split(",")), values)])
    return found


def asked(of: Domain, groups: Groups, node: str) -> Asked:
    """The gold of ``relation(key)`` or ``relation[scope]`` after these events, which must agree with all subsets."""
    events = events_of(groups)
    is_collection = node.endswith("]")
    relation, _, key = node.rstrip("])").replace("[", "(").partition("(")
    at = events[-1].observed_at
    history = History(events, (Question(relation, tuple(key.split(",")), is_collection, at, at),))
    scenario = scenario_of(of, "s", history)
    queries = gold_queries(of.program, [scenario])
    assert check(queries, partial(lifted_answers, of.program, [scenario]), 10, sampled=20).wrong == []
    return queries[0]


def witnesses(query: Asked) -> list[list[int]]:
    """Witnesses as sorted lists of event numbers."""
    return sorted(sorted(w) for w in query.witnesses())


# A look-up of a rule that is false by a conjunct which does not read its driver: the driver's event is not needed.
def test_a_rule_that_is_false_without_its_driver() -> None:
    of = domain("lookups")
    found = asked(of, told("+d(a)=b", "+f(a)=2", "+member(p,a)", "!member_complete(p)"), "left_out[p]")
    assert (found.answer.label, found.answer.value) == ("answerable", {"a"})
    assert witnesses(found) == [[2, 3, 4]]


# The same where the step of a recursion looks it up, and where a rule looks it up that is itself looked up.
def test_a_step_that_looks_up_what_is_false_without_its_driver() -> None:
    found = asked(domain("lookups"), told("+d(a)=b", "+f(a)=2", "+start(p)=a"), "climb[p]")
    assert witnesses(found) == [[2, 3]]
    facts = told("+d(a)=b", "+d(b)=a", "+f(b)=2", "+member(p,a)", "!member_complete(p)")
    assert witnesses(asked(domain("lookups"), facts, "follow_member[p]")) == [[1, 3, 4, 5]]


SMALL = """
-- values t: p
-- schema
create table a (k text, v text, primary key (k));
create table a_complete (k text, primary key (k));
create table b (k text, n integer, primary key (k));
create table b_complete (k text, primary key (k));
create table m (s text, k text, primary key (s, k));
create table m_complete (s text, primary key (s));
create table o (k text, e text, primary key (k, e));
create table o_complete (k text, primary key (k));
create table price (k text, valid_from date, n integer, primary key (k, valid_from));
create table price_complete (k text, primary key (k));
create table due (k text, day date, primary key (k));
create table start (s text, k text, primary key (s));
-- rule chained
select m.s, m.k from m inner join a on a.k = m.k inner join b on b.k = a.k where a.k <> 'x'
-- rule on_day
select due.k, due.day, p.n from due asof join price as p on p.k = due.k and p.valid_from <= due.day
-- rule opened
select m.s, m.k, o.e from m inner join a on a.k = m.k inner join b on b.k = m.k inner join o on o.k = a.v
where b.n > 1
-- rule started
select s.s, a.v from start as s inner join a on a.k = s.k
-- rule walk
with recursive walk(s, k) as (
    select t.s, t.v from started as t
    union
    select w.s, a.v from walk as w inner join a on a.k = w.k
)
select s, k from walk
-- rule often
select m.s, count(*) as n from m group by m.s having count(*) >= 2
-- rule often_or
select s.s, coalesce(f.n, 0) as n from start as s left join often as f on f.s = s.s
-- rule shadow
select d.k, r.n, c.v from b as d inner join b as r on r.k = d.k inner join a as c on c.k = r.k
left join a as r_c on r_c.k = d.k where coalesce(r_c.v, '-') <> 'q'
-- rule default_key
select m.s, m.k from m left join a as c on c.k = m.k
where not exists (select 1 from b as x where x.k = coalesce(c.v, 'z'))
"""


@pytest.fixture(scope="module")
def small() -> Domain:
    """A few tables and the rules that once went wrong."""
    return domain_of("small", SMALL)


# A column that a join binds is what binds it, though the row that is joined is missing.
def test_a_bound_column_of_a_missing_row(small: Domain) -> None:
    found = asked(small, told("!b_complete(p)", "+m(q,p)", "!m_complete(q)"), "chained[q]")
    assert (found.answer.label, witnesses(found)) == ("justified-zero", [[1, 2, 3]])
    assert witnesses(asked(small, told("+a(x)=v"), "chained(q,x)")) == [[]]


# Where the day is not known, no row in force is not known either, though all rows are.
def test_valid_time_on_a_day_that_is_not_known(small: Domain) -> None:
    assert asked(small, told("!price_complete(p)"), "on_day(p)").answer.is_unknown
    found = asked(small, told("!price_complete(p)", "+due(p)=2026-02-01"), "on_day(p)")
    assert (found.answer.label, witnesses(found)) == ("justified-zero", [[1, 2]])


# A row that is false before it opens a collection needs one reason for that, or the collection.
def test_a_row_that_is_false_before_it_opens(small: Domain) -> None:
    facts = told("+m(q,p)", "!m_complete(q)", "+b(p)=1", "+a(p)=r", "!o_complete(r)")
    assert witnesses(asked(small, facts, "opened[q]")) == [[1, 2, 3], [1, 2, 4, 5]]


# A recursion that starts from a derived function: what is false without a row gives it no closed start.
def test_a_recursion_from_a_derived_function(small: Domain) -> None:
    found = asked(small, told("+start(q)=p", "!a_complete(p)"), "walk[q]")
    assert (found.answer.label, witnesses(found)) == ("justified-zero", [[1, 2]])


# A group that having leaves out has no value to read.
def test_a_left_join_to_a_group_that_having_leaves_out(small: Domain) -> None:
    found = asked(small, told("+m(q,p)", "!m_complete(q)", "+start(q)=p"), "often_or(q)")
    assert (found.answer.label, found.answer.value) == ("justified-zero", 0)


# The compiler's own aliases are none that an author may write.
def test_aliases_of_an_author(small: Domain) -> None:
    found = asked(small, told("+b(p)=1", "+a(p)=v"), "shadow(p)")
    assert (found.answer.label, witnesses(found)) == ("answerable", [[1, 2]])


# A default stands for a row that is known to be absent, not for one that is not known, in a key as elsewhere.
def test_a_default_in_a_key(small: Domain) -> None:
    facts = told("!b_complete(z)", "+m(q,p)", "!m_complete(q)")
    assert asked(small, facts, "default_key[q]").answer.is_unknown
    found = asked(small, [*facts, *told("!a_complete(p)")], "default_key[q]")
    assert (found.answer.value, witnesses(found)) == ({"p"}, [[1, 2, 3, 4]])


# A recursion of any length has all its events in the support.
def test_the_support_of_a_long_recursion() -> None:
    of = domain("functions")
    facts = told(*(f"+reports_to(x{i})=x{i + 1}" for i in range(70)))
    events = events_of(facts)
    at = events[-1].observed_at
    history = History(events, (Question("above", ("x0", "x70"), False, at, at),))
    (found,) = gold_queries(of.program, [scenario_of(of, "s", history)])
    assert len(found.support) == 70
    assert found.witnesses() == {frozenset(range(1, 71))}


# The places of events are numbers: as texts 10 comes before 2, and what is told before them would change the order.
def test_alternatives_stand_in_the_order_of_their_events() -> None:
    of = domain("joins")
    events = events_of([*told("+g(p)=1", "+f(p)=1"), *[[] for _ in range(7)], *told("+f(p)=1")])
    at = events[-1].observed_at
    scenario = scenario_of(of, "s", History(events, (Question("f", ("p",), False, at, at),)))
    with loaded(of.program, [scenario]) as batch:
        edges = batch.gold(is_checked=False)["edge"].to_pylist()
    assert {(e["alternative"], e["body"]) for e in edges} == {(0, "event:e2"), (1, "event:e10")}


# `using key` in the walk over the graph: it reaches what a plain breadth-first walk reaches, at the same distance.
def test_distances_from_the_root() -> None:
    of = domain("recursion")
    batch = Batch(of.program, random_scenarios(of, 51, 1, 1))
    batch.gold(is_checked=False)
    below: dict[object, list[object]] = {}
    for head, body in batch.db.rows("select distinct head, body from graph.edge"):
        below.setdefault(head, []).append(body)
    wanted = set()
    for query, root in batch.db.rows("select query, vertex from graph.root"):
        depth, waiting = {root: 0}, deque([root])
        while waiting:
            vertex = waiting.popleft()
            for body in below.get(vertex, []):
                if body not in depth:
                    depth[body] = depth[vertex] + 1
                    waiting.append(body)
        wanted |= {(query, vertex, number) for vertex, number in depth.items()}
    given = set(batch.db.rows("select query, vertex, depth from graph.reach"))
    batch.db.close()
    assert given == wanted
