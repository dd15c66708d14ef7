//! Tests of the evaluator.
