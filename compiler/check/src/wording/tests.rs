//! Tests of generated text.
