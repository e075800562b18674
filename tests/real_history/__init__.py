"""Answers about a real history against independent libraries."""
