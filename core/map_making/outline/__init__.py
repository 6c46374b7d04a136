"""An outline to start from, made of a bare transcript without a model."""
