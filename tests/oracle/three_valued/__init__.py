"""A naive three-valued evaluator of rule files: Kleene logic over grounded rules, written from ENGINE's words."""
