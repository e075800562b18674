"""A naive three-valued evaluator of rule files: strong Kleene logic over grounded rules, written from ENGINE's words."""
