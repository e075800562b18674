"""Read and check a scenario folder: schema, events and queries; rule files are found, not read."""

from memsql.scenario.folder import load_scenario, load_suite, scenario_folders
from memsql.scenario.ids import natural_key
from memsql.scenario.queries import query_place
from memsql.scenario.schema import load_schema

__all__ = [
    "load_scenario",
    "load_schema",
    "load_suite",
    "natural_key",
    "query_place",
    "scenario_folders",
]
