//! The parts of a build that other programs read: data, schemas, types.

use anyhow::Result;
use cardwright_check::CheckedPackage;
use serde_json::Value;

use super::{Job, Part};
use crate::emit::{self, data, schema, table, types};
use crate::output::Folder;

impl Job<'_> {
    /// Writes what was asked for, after proving that it is right, and names the parts written.
    pub(super) fn write_data(
        &self,
        package: &CheckedPackage,
        folder: &mut Folder,
    ) -> Result<Vec<&'static str>> {
        let model = package.package();
        let schema = schema::game(&model.game, &[&package.library])?;
        let json = data::json(model)?;
        data::verify(model, &json, &schema)?;
        let mut parts = Vec::new();
        if self.wants(Part::Data) {
            folder.write(&format!("data/{}.json", model.name), &json)?;
            let cbor = data::cbor(model)?;
            data::verify_cbor(model, &cbor)?;
            folder.write(&format!("data/{}.cbor", model.name), &cbor)?;
            for (kind, csv) in table::tables(&package.library)? {
                folder.write(&format!("data/csv/{kind}.csv"), &csv)?;
            }
            if self.arguments.split {
                for (piece, part) in data::split(model) {
                    let json = data::json(&part)?;
                    data::verify(&part, &json, &schema)?;
                    folder.write(&format!("data/{}/{piece}.json", model.name), &json)?;
                }
            }
            parts.push("data");
        }
        if self.wants(Part::Schema) {
            write_schemas(package, &schema, folder)?;
            parts.push("schema");
        }
        if self.wants(Part::Types) {
            let game = &model.game;
            folder
                .write(&format!("types/{game}.ts"), types::typescript(game, &schema).as_bytes())?;
            folder.write(&format!("types/{game}.rs"), types::rust(game, &schema).as_bytes())?;
            parts.push("types");
        }
        Ok(parts)
    }
}

/// One schema for any package, one for the game's packages, and one for each kind.
fn write_schemas(package: &CheckedPackage, game: &Value, folder: &mut Folder) -> Result<()> {
    folder.write("schema/package.schema.json", &emit::pretty(&schema::envelope()?)?)?;
    let name = &package.package().game;
    folder.write(&format!("schema/{name}.schema.json"), &emit::pretty(game)?)?;
    for kind in package.library.kinds() {
        if let Some(schema) = schema::of_kind(game, &[&package.library], &kind.id) {
            let file = format!("schema/kinds/{}.schema.json", kind.id);
            folder.write(&file, &emit::pretty(&schema)?)?;
        }
    }
    Ok(())
}
