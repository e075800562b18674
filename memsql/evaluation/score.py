"""Q1: whether a system answers right and cites its support (MemDerive section 4.1).

Answers are compared by type (``sql/evaluation/match.sql``): numbers as exact decimals; a tuple part by part in its
order, so that money is right with its currency alone; sets without order, nothing twice; a phrase of table
``reference`` stands for its entity. Conventions that the paper leaves open are ours and are these:

- An answer ``unknown`` to a question that has an answer is wrong, whatever values stand beside the label; an answer
  with more than one kind of value is wrong.
- Where gold is that there is no value (justified-zero without one), saying so is right: no value, and that label.
- p_E of no citations is null, r_W of none is 0, r_W without a witness is null (also where rules and key alone
  decide). Every mean prints its n.
- The suite fixes the denominators: a query without an answer, or with an outcome other than ok, is a wrong answer.
"""

from __future__ import annotations

import polars as pl

from memsql.evaluation.scorer import Frames, Run, scored, typed


def score(suite: Frames, response: pl.DataFrame) -> pl.DataFrame:
    """Return RUN_TABLES["score"]: a row for every query of the suite, by query_id.

    Raises DataError for an answer to a query that the suite does not have, and for two answers to one.
    """
    return typed("score", scored(suite, [Run("run", "", {"response": response})], ["score"])["score"])
