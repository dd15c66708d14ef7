//! Explanations of diagnostic codes, with a wrong and a right example each.
