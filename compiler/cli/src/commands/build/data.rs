//! The files for programs: data, schemas, types.

use anyhow::Result;
use cardwright_check::CheckedPackage;
use cardwright_emit::Wanted;

use super::{Job, Part};
use crate::output::Folder;

impl Job<'_> {
    /// Writes what was asked for, and names the parts written.
    pub(super) fn write_data(
        &self,
        package: &CheckedPackage,
        folder: &mut Folder,
    ) -> Result<Vec<&'static str>> {
        let wanted = Wanted {
            data: self.wants(Part::Data),
            split: self.arguments.split,
            schema: self.wants(Part::Schema),
            types: self.wants(Part::Types),
        };
        for file in cardwright_emit::files(&package.library, wanted)? {
            folder.write(&file.name, &file.bytes)?;
        }
        let parts = [(wanted.data, "data"), (wanted.schema, "schema"), (wanted.types, "types")];
        Ok(parts.into_iter().filter_map(|(is_wanted, part)| is_wanted.then_some(part)).collect())
    }
}
