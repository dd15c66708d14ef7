//! Spreadsheets and files of other programs, as the language writes them.
//!
//! [`infer`] makes a game from a spreadsheet, [`import`] cards for a game that there is. [`workbook`] shows the cards of a package as sheets,
//! and [`update`] brings what was changed there back into the files.

mod import;
mod infer;
mod update;
mod workbook;
mod written;

pub use import::{Imported, import};
pub use infer::{Inferred, infer};
pub use update::{Updated, update};
pub use workbook::workbook;
