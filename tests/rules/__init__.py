"""The rule language, construct by construct and refusal by refusal, in golden files."""
