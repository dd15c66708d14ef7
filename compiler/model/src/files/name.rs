//! Names that files can have on every system.

/// The longest identifier. Files are named after cards, with folders before and endings behind,
/// and systems allow 255 bytes.
pub const LONGEST_NAME: usize = 100;

/// True for the names that Windows keeps for devices, whatever ending follows them.
pub fn is_reserved(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let numbered = |device: &str| {
        name.strip_prefix(device)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|digit| digit.is_ascii_digit()))
    };
    matches!(name.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_reserved() {
        for name in ["con", "Nul", "AUX", "com1", "lpt9"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["cone", "com", "com12", "lp", "comx"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
