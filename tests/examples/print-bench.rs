//! Writes the print bench into a folder: `cargo run -p cardwright-tests --example print-bench -- DIR`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder =
        std::env::args_os().nth(1).map_or_else(|| "output/print-bench".into(), PathBuf::from);
    cardwright_tests::print_bench::assemble(&folder, usize::MAX)?;
    println!("{}", folder.display());
    Ok(())
}
