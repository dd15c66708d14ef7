//! Formats the files named on the command line; `--write` writes them back.

fn main() -> std::io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.first().is_some_and(|argument| argument == "--write");
    if write {
        arguments.remove(0);
    }
    for path in arguments {
        let source = std::fs::read_to_string(&path)?;
        let formatted = cardwright_dsl::format(&source);
        match write {
            true if formatted != source => std::fs::write(&path, formatted)?,
            true => {}
            false => print!("{formatted}"),
        }
    }
    Ok(())
}
