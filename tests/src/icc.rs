//! The ICC profile of an imaginary press, because profiles of real presses are copyrighted.

/// Steps along each axis of the tables.
const STEPS: usize = 9;

/// A CMYK profile with the simple rule: black takes what the colours have in common.
pub fn press() -> Vec<u8> {
    let tables = [
        (b"desc", description()),
        (b"cprt", text("No copyright, use freely")),
        (b"wtpt", white()),
        (b"A2B0", table(4, 3, |inks| lab(screen([inks[0], inks[1], inks[2], inks[3]])))),
        (b"B2A0", table(3, 4, |lab| inks(from_lab([lab[0], lab[1], lab[2]])))),
    ];
    let mut directory = Vec::new();
    let mut data = Vec::new();
    let start = 128 + 4 + tables.len() * 12;
    directory.extend((tables.len() as u32).to_be_bytes());
    for (tag, bytes) in &tables {
        directory.extend(*tag);
        directory.extend(((start + data.len()) as u32).to_be_bytes());
        directory.extend((bytes.len() as u32).to_be_bytes());
        data.extend(bytes);
        while data.len() % 4 != 0 {
            data.push(0);
        }
    }
    let mut profile = header((start + data.len()) as u32);
    profile.extend(directory);
    profile.extend(data);
    profile
}

fn header(size: u32) -> Vec<u8> {
    let mut header = vec![0; 128];
    header[..4].copy_from_slice(&size.to_be_bytes());
    header[8..12].copy_from_slice(&[2, 0x40, 0, 0]);
    header[12..16].copy_from_slice(b"prtr");
    header[16..20].copy_from_slice(b"CMYK");
    header[20..24].copy_from_slice(b"Lab ");
    header[36..40].copy_from_slice(b"acsp");
    // The white of the connection space, D50.
    for (at, value) in [(68, 0xf6d6_u32), (72, 0x10000), (76, 0xd32d)] {
        header[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }
    header
}

fn description() -> Vec<u8> {
    let name = b"A press that never was\0";
    let mut tag = b"desc\0\0\0\0".to_vec();
    tag.extend((name.len() as u32).to_be_bytes());
    tag.extend(name);
    // No name in Unicode, and none in Macintosh script.
    tag.extend([0; 8 + 3 + 67]);
    tag
}

fn text(text: &str) -> Vec<u8> {
    [b"text\0\0\0\0", text.as_bytes(), b"\0"].concat()
}

fn white() -> Vec<u8> {
    let mut tag = b"XYZ \0\0\0\0".to_vec();
    for value in [0xf6d6_u32, 0x10000, 0xd32d] {
        tag.extend(value.to_be_bytes());
    }
    tag
}

/// A table of the kind `mft1`: straight curves around a grid of samples.
fn table<const N: usize>(from: usize, to: usize, convert: impl Fn(&[f32]) -> [f32; N]) -> Vec<u8> {
    let mut tag = b"mft1\0\0\0\0".to_vec();
    tag.extend([from as u8, to as u8, STEPS as u8, 0]);
    for entry in 0..9 {
        let one = if entry % 4 == 0 { 0x10000_u32 } else { 0 };
        tag.extend(one.to_be_bytes());
    }
    let straight = |count: usize| (0..count).flat_map(|_| 0..=255_u8);
    tag.extend(straight(from));
    for index in 0..STEPS.pow(from as u32) {
        let at: Vec<f32> = (0..from)
            .map(|axis| index / STEPS.pow((from - 1 - axis) as u32) % STEPS)
            .map(|step| step as f32 / (STEPS - 1) as f32)
            .collect();
        tag.extend(convert(&at).map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8));
    }
    tag.extend(straight(to));
    tag
}

fn screen([cyan, magenta, yellow, black]: [f32; 4]) -> [f32; 3] {
    [cyan, magenta, yellow].map(|ink| (1.0 - ink) * (1.0 - black))
}

fn inks(colour: [f32; 3]) -> [f32; 4] {
    let light = colour.iter().copied().fold(0.0, f32::max);
    let part = |channel: f32| if light > 0.0 { 1.0 - channel / light } else { 0.0 };
    [part(colour[0]), part(colour[1]), part(colour[2]), 1.0 - light]
}

/// sRGB to L, a, b as a table of eight bits stores them.
fn lab(colour: [f32; 3]) -> [f32; 3] {
    let linear = colour.map(|channel| channel.powf(2.2));
    let dot = |row: [f32; 3]| row.iter().zip(&linear).map(|(a, b)| a * b).sum::<f32>();
    let x = dot([0.4361, 0.3851, 0.1431]) / 0.9642;
    let y = dot([0.2225, 0.7169, 0.0606]);
    let z = dot([0.0139, 0.0971, 0.7141]) / 0.8249;
    let [x, y, z] = [x, y, z].map(f32::cbrt);
    [1.16 * y - 0.16, (500.0 * (x - y) + 128.0) / 255.0, (200.0 * (y - z) + 128.0) / 255.0]
}

fn from_lab([light, a, b]: [f32; 3]) -> [f32; 3] {
    let y = (light + 0.16) / 1.16;
    let x = y + (a * 255.0 - 128.0) / 500.0;
    let z = y - (b * 255.0 - 128.0) / 200.0;
    let [x, y, z] = [x.powi(3) * 0.9642, y.powi(3), z.powi(3) * 0.8249];
    let linear = [
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9788 * x + 1.9161 * y + 0.0335 * z,
        0.0719 * x - 0.2290 * y + 1.4052 * z,
    ];
    linear.map(|channel| channel.clamp(0.0, 1.0).powf(1.0 / 2.2))
}
