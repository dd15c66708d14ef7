//! A fence around drawing one card: whatever goes wrong in a library behind it is reported for that
//! card, and the other cards come out.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work, or says that a library gave up. What the work was about to change may be left
/// half done, so it must be thrown away then.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        "drawing it failed inside Cardwright; most likely a shape, a picture or a font in it is \
         damaged or has extreme numbers"
            .to_owned()
    })
}

/// The same for work that can fail by itself.
pub fn attempted<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    guarded(work).and_then(|result| result)
}
