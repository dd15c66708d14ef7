//! Silhouettes in the foreground of generated pictures.

use super::Canvas;

pub(crate) fn draw(_: &mut Canvas) {}
