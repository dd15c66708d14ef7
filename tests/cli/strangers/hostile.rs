//! Hostile packages, made at random from families of attacks and their combinations. A sample runs
//! with the other tests; `HOSTILE=1000` asks for more.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{TRAP, collect, sha256};
use crate::{Place, cache};

/// How many packages are tried if nobody asks for a number.
const SAMPLE: u64 = 40;
/// How long the command may take for one of them.
const LONGEST: Duration = Duration::from_secs(2);
/// How much memory, in kilobytes.
const MOST_MEMORY: u64 = 512 << 10;

/// An attack: changes the package in a folder.
type Attack = fn(&Path, &mut Dice);

const ATTACKS: &[(&str, Attack)] = &[
    ("numbers", numbers),
    ("many", many),
    ("nested drawing", nested_drawing),
    ("links in drawing", links_in_drawing),
    ("doubling", doubling),
    ("loops", loops),
    ("nested template", nested_template),
    ("filters", filters),
    ("broken picture", broken_picture),
    ("large picture", large_picture),
    ("broken font", broken_font),
    ("broken icon", broken_icon),
    ("deep toml", deep_toml),
    ("deep card", deep_card),
    ("control characters", control_characters),
    ("not text", not_text),
    ("names", names),
    ("link", link),
    ("forged output", forged_output),
    ("effects", effects),
];

/// Numbers that depend on the seed alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// A number of things, more likely few than many.
    fn count(&mut self, most: u64) -> usize {
        let limit = 1 + self.below(most);
        1 + self.below(limit) as usize
    }
}

/// A template of a card with that body.
pub(super) fn drawing(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"69mm\" height=\"94mm\" viewBox=\"0 0 69 94\">{body}</svg>\n"
    )
}

/// The beginning of a PNG file of that size.
pub(super) fn png_head(width: u32, height: u32, depth: u8) -> Vec<u8> {
    let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([depth, 2, 0, 0, 0, 0, 0, 0, 0]);
    head
}

pub(super) const JPEG_HEAD: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\
    \xff\xc0\0\x11\x08\0\x64\0\x64\x03\x01\x11\0\x02\x11\x01\x03\x11\x01";

fn png(width: u32, height: u32, depth: png::BitDepth) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(depth);
    encoder.set_compression(png::Compression::Fast);
    let row = width as usize * if depth == png::BitDepth::Sixteen { 6 } else { 3 };
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = (0..row * height as usize).map(|at| (at * at % 251) as u8).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

/// A PNG file that ends in the middle.
pub(super) fn cut_png() -> Vec<u8> {
    let mut whole = png(300, 300, png::BitDepth::Eight);
    whole.truncate(whole.len() / 2);
    whole
}

fn write(root: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = root.join(name);
    let _ = fs::create_dir_all(path.parent().expect("a folder"));
    let _ = fs::write(path, bytes);
}

/// Adds to the template of traps; several attacks may draw on the same card.
fn draw(root: &Path, body: &str) {
    let path = root.join("templates/trap.svg");
    let before = fs::read_to_string(&path).unwrap_or_else(|_| drawing(""));
    let after = before.replace("</svg>", &format!("{body}</svg>"));
    write(root, "templates/trap.svg", after);
}

fn numbers(root: &Path, dice: &mut Dice) {
    let number =
        dice.one_of(&["1e30", "-1e30", "1e38", "1e400", "NaN", "999999", "-999999", "1e-40", "0"]);
    let shape = dice.one_of(&[
        "<circle r=\"#\"/>",
        "<rect width=\"9\" height=\"9\" stroke=\"red\" stroke-width=\"#\"/>",
        "<path d=\"M0 0L# #Q# 1 2 #\" stroke=\"red\"/>",
        "<g transform=\"scale(#)\"><g transform=\"scale(# 1) rotate(#)\"><circle r=\"3\"/></g></g>",
        "<text x=\"#\" font-size=\"#\">a</text>",
        "<pattern id=\"p\" width=\"#\" height=\"#\" patternUnits=\"userSpaceOnUse\"><circle r=\"1\"/></pattern><rect width=\"69\" height=\"94\" fill=\"url(#p)\"/>",
        "<filter id=\"f\" x=\"#\" width=\"#\"><feGaussianBlur stdDeviation=\"#\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>",
        "<mask id=\"m\" width=\"#\" height=\"#\"><circle r=\"#\"/></mask><rect width=\"9\" height=\"9\" mask=\"url(#m)\"/>",
        "<path d=\"M0 0H69\" stroke=\"red\" stroke-dasharray=\"# 1\" stroke-width=\"2\"/>",
        "<svg x=\"#\" width=\"#\" height=\"#\" viewBox=\"0 0 # 1\"><circle r=\"1\"/></svg>",
    ]);
    draw(
        root,
        &shape
            .replace("(#p)", "(%p)")
            .replace("(#f)", "(%f)")
            .replace("(#m)", "(%m)")
            .replace('#', number)
            .replace('%', "#"),
    );
}

fn many(root: &Path, dice: &mut Dice) {
    let what = dice.one_of(&[
        "<g opacity=\".5\"><rect width=\"69\" height=\"94\"/><rect width=\"9\" height=\"9\"/></g>",
        "<g mask=\"url(#m)\"><rect width=\"69\" height=\"94\"/></g>",
        "<g filter=\"url(#b)\"><rect width=\"69\" height=\"94\"/></g>",
        "<g clip-path=\"url(#c)\"><rect width=\"69\" height=\"94\"/></g>",
        "<text>hello</text>",
        "<path d=\"M0 0H69\" stroke=\"red\" stroke-dasharray=\".0001\"/>",
        "<use href=\"#u\"/>",
        "<rect width=\"69\" height=\"94\" fill=\"url(#p)\"/>",
    ]);
    let count = dice.one_of(&["10", "300", "3000", "30000"]).parse().expect("a number");
    let defs = format!(
        "<defs><mask id=\"m\"><circle r=\"50\" fill=\"white\"/></mask>\
         <filter id=\"b\"><feGaussianBlur stdDeviation=\"3\"/></filter>\
         <clipPath id=\"c\"><circle r=\"50\"/></clipPath>\
         <pattern id=\"p\" width=\".01\" height=\".01\"><circle r=\".1\"/></pattern>\
         <g id=\"u\">{}</g></defs>",
        "<circle r=\"1\"/>".repeat(100)
    );
    draw(root, &format!("{defs}{}", what.repeat(count)));
}

fn nested_drawing(root: &Path, dice: &mut Dice) {
    let depth = dice.count(30_000);
    let open = dice.one_of(&["<g>", "<g opacity=\".9\">", "<svg>", "<a>", "<text>", "<switch>"]);
    let close = format!("</{}>", open.trim_matches(['<', '>']).split(' ').next().expect("a name"));
    draw(root, &format!("{}<circle r=\"1\"/>{}", open.repeat(depth), close.repeat(depth)));
}

fn links_in_drawing(root: &Path, dice: &mut Dice) {
    draw(
        root,
        dice.one_of(&[
            "<image href=\"/etc/passwd\" width=\"9\" height=\"9\"/>",
            "<image href=\"http://a.example/b.png\" width=\"9\" height=\"9\"/>",
            "<style>@import 'http://a.example/b.css';</style>",
            "<?xml-stylesheet href=\"http://a.example/b.css\"?>",
            "<rect width=\"9\" height=\"9\" style=\"fill:url(//a.example/b)\"/>",
            "<script href=\"http://a.example\"/>",
            "<foreignObject/>",
            "<use href=\"file:///etc/passwd#a\"/>",
            "<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/passwd'>]>&x;",
            "<use id=\"s\" href=\"#s\"/>",
        ]),
    );
}

fn doubling(root: &Path, dice: &mut Dice) {
    let step = dice.one_of(&[
        "{% set n.s = n.s ~ n.s %}",
        "{% set n.s = n.s + n.s %}",
        "{% set n.s = n.s * 9 %}",
        "{% set n.s = n.s|replace('a', 'aa') %}",
        "{% set n.s = n.s|e|string|e %}",
        "{% set n.s = [n.s, n.s]|join %}",
        "{% set n.s = [n.s, n.s] %}",
        "{% set n.s = [n.s] ~ [n.s] %}",
        "{% set n.s %}{{ n.s }}{{ n.s }}{% endset %}",
        "{% set n.s = n.s.replace('a', 'aaaa') %}",
        "{% set n.s = (n.s ~ 'a')[:] ~ n.s %}",
    ]);
    let count = dice.count(99_999);
    draw(
        root,
        &format!(
            "{{% set n = namespace(s='a&a') %}}{{% for i in range({count}) %}}{step}{{% endfor %}}{{{{ n.s }}}}"
        ),
    );
}

fn loops(root: &Path, dice: &mut Dice) {
    let step = dice.one_of(&[
        "{% set x = range(90000)|sort %}",
        "{% if i in range(90000) %}{% endif %}",
        "{{ textbox('hello world', 1, 1, 60, 80) }}",
        "{{ text('hello', 1, 1) }}",
        "{{ measure('hello world', 60).height }}",
        "{{ art(0, 0, 60, 40) }}",
        "{{ icon('fire', 1, 1, 5, 5) }}",
        "{% for j in range(90000) %}{% endfor %}",
        "{% set x = 'a' * 90000 %}",
        "<circle r=\"1\"/>",
        "                                                                                          ",
    ]);
    draw(root, &format!("{{% for i in range(99999) %}}{step}{{% endfor %}}"));
}

fn nested_template(root: &Path, dice: &mut Dice) {
    let count = dice.count(100_000);
    let (open, close) = [
        ("{{ ", "not "),
        ("{{ ", "-"),
        ("{{ ", "("),
        ("{{ ", "["),
        ("{{ 1", "|e"),
        ("{{ a", ".a"),
        ("{{ 1", " ~ 1"),
        ("{{ 1", " if 1 else 1"),
        ("{% if 0 %}", "{% elif 0 %}"),
        ("", "{% if 1 %}"),
        ("", "{% macro m() %}"),
        ("{% macro m() %}{{ m() }}{% endmacro %}", "{{ m() }}"),
    ][dice.below(12) as usize];
    draw(root, &format!("{open}{} 1 }}}}", close.repeat(count)));
}

fn filters(root: &Path, dice: &mut Dice) {
    draw(
        root,
        dice.one_of(&[
            "{{ 'a'|indent(10**15) }}",
            "{{ ('a\n' * 900000)|indent(900) }}",
            "{{ '%999999999d'|format(1) }}",
            "{{ '%.999999999f'|format(1.5) }}",
            "{{ [1]|slice(10**12)|list }}",
            "{{ [1]|batch(10**12, 0)|list }}",
            "{{ (['a' * 900000] * 900)|join('b' * 90000) }}",
            "{{ ('a' * 900000)|replace('', 'b' * 900000) }}",
            "{{ [['a' * 900000] * 9000] * 9000 }}",
            "{{ ([1] * 90000000)|sum }}",
            "{{ 10 ** 10 ** 10 }}",
            "{{ range(0, 10 ** 12) }}",
            "{{ debug() }}",
            "{{ cards|pprint }}",
            "{% set n = namespace() %}{% set n.n = n %}{{ n == n }}{{ n }}",
            "{% include 'trap.svg' %}",
            "{% include '../../../etc/passwd' %}",
            "{{ textbox('a' * 90000, 1, 1, 60, 80, size=500, min=1) }}",
            "{{ textbox('a', 1, 1, 1e38, 1e38, size=500) }}",
            "{{ grid([['a'] * 9000] * 9000, 0, 0, 60) }}",
        ]),
    );
}

fn broken_picture(root: &Path, dice: &mut Dice) {
    let mut bytes = match dice.below(6) {
        0 => cut_png(),
        1 => JPEG_HEAD.to_vec(),
        2 => png_head(20_000_000, 1, 8),
        3 => png_head(1, 4_000_000_000, 16),
        4 => b"GIF89a\x01\0\x01\0".to_vec(),
        _ => png(90, 90, png::BitDepth::Eight),
    };
    for _ in 0..dice.below(4) {
        let at = dice.below(bytes.len() as u64) as usize;
        bytes[at] = dice.below(256) as u8;
    }
    picture(root, &bytes);
}

fn large_picture(root: &Path, dice: &mut Dice) {
    let depth = [png::BitDepth::Eight, png::BitDepth::Sixteen][dice.below(2) as usize];
    let (width, height) =
        [(2_500, 1_500), (20_000, 9), (9, 20_000), (40_000, 2)][dice.below(4) as usize];
    picture(root, &png(width, height, depth));
}

fn picture(root: &Path, bytes: &[u8]) {
    write(root, "art/a.png", bytes);
    write(
        root,
        "art.card",
        TRAP.replace("victim", "painted")
            .replace("90", "91")
            .replace("cost: 1", "cost: 1\n  art: \"art/a.png\""),
    );
}

fn broken_font(root: &Path, dice: &mut Dice) {
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    let mut files = Vec::new();
    collect(&fonts, &fonts, &mut files);
    let font = files.iter().find(|name| name.ends_with(".ttf")).expect("a font");
    let mut bytes = fs::read(fonts.join(font)).expect("a font");
    for _ in 0..dice.count(200) {
        // The tables are at the beginning.
        let bound = if dice.below(2) == 0 { 400 } else { bytes.len() as u64 };
        let at = dice.below(bound) as usize;
        bytes[at] = dice.below(256) as u8;
    }
    if dice.below(4) == 0 {
        bytes.truncate(dice.below(bytes.len() as u64) as usize);
    }
    write(root, "fonts/a.ttf", bytes);
}

fn broken_icon(root: &Path, dice: &mut Dice) {
    let body = dice.one_of(&[
        "<circle r=\"1e30\"/>",
        "<path d=\"M0 0L1e30 1e30\" stroke=\"red\" stroke-width=\"1e30\"/>",
        "<image href=\"/etc/passwd\"/>",
        "<path style=\"fill:url(http://a.example)\"/>",
        "<path d=\"nonsense\"/>",
    ]);
    let view = dice.one_of(&["0 0 1 1", "0 0 1e-40 1e-40", "0 0 1e38 1", "a", "0 0 -1 1"]);
    write(
        root,
        "icons/fire.svg",
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\">{body}</svg>"),
    );
}

fn deep_toml(root: &Path, dice: &mut Dice) {
    let depth = dice.count(100_000);
    let text = match dice.below(3) {
        0 => format!("a = {}{}", "[".repeat(depth), "]".repeat(depth)),
        1 => format!("a = {}1{}", "{a=".repeat(depth), "}".repeat(depth)),
        _ => format!("[{}]", vec!["a"; depth].join(".")),
    };
    write(
        root,
        dice.one_of(&["theme.toml", "booklets/a.toml", "printers/a.toml", "cardwright.toml"]),
        text,
    );
}

fn deep_card(root: &Path, dice: &mut Dice) {
    let depth = dice.count(60_000);
    let part = dice.one_of(&[
        "(",
        "not ",
        "f(a where ",
        "-",
        "on enter { ",
        "for each cards { ",
        "a + (",
        "{",
        "[",
        "\"{",
    ]);
    write(
        root,
        "deep.card",
        format!("use crawler\ntrap deep \"Deep\" {{\n  cost: {}\n}}\n", part.repeat(depth)),
    );
}

fn control_characters(root: &Path, dice: &mut Dice) {
    let evil = dice.one_of(&[
        "\u{1b}[2J",
        "\u{1b}]0;owned\u{7}",
        "\u{9b}31m",
        "\u{202e}",
        "\r",
        "\u{0}",
        "\u{8}\u{8}",
    ]);
    write(
        root,
        "evil.card",
        format!(
            "use crawler\ntest \"{evil}\" {{\n  expect round == 77\n}}\n{}",
            TRAP.replace("use crawler\n", "")
                .replace("victim", "evil")
                .replace("Victim", evil)
                .replace("90", "92")
        ),
    );
    let _ = fs::write(root.join(format!("bad{}.card", evil.replace('\0', ""))), "trap {");
}

fn not_text(root: &Path, dice: &mut Dice) {
    let bytes: Vec<u8> = (0..dice.count(5_000)).map(|_| dice.below(256) as u8).collect();
    let name = dice.one_of(&[
        "a.card",
        "theme.toml",
        "templates/trap.svg",
        "icons/a.svg",
        "booklets/a.toml",
        "cardwright.toml",
    ]);
    write(root, name, bytes);
}

fn names(root: &Path, dice: &mut Dice) {
    let long = "a".repeat(300);
    let id = [dice.one_of(&["con", "NUL", "Victim", "lpt1"]), &long][dice.below(2) as usize];
    write(root, "names.card", TRAP.replace("victim", id).replace("90", "93"));
}

fn link(root: &Path, dice: &mut Dice) {
    let outside = root.parent().expect("a folder").join("outside");
    let target = match dice.below(4) {
        0 => "/dev/zero".into(),
        1 => "/etc/passwd".into(),
        2 => outside.join("precious.txt"),
        _ => outside,
    };
    let name = dice.one_of(&[
        "a.card",
        "theme.toml",
        "templates",
        "icons",
        "fonts",
        "art",
        "output",
        "output/moon",
        "output/moon/data",
        "output/moon/manifest.json",
        "output/.moon.building",
    ]);
    let path = root.join(name);
    let _ = fs::create_dir_all(path.parent().expect("a folder"));
    let _ = symlink(target, path);
}

fn forged_output(root: &Path, dice: &mut Dice) {
    let outside = root.parent().expect("a folder").join("outside");
    let hash = sha256(b"precious");
    let name =
        dice.one_of(&["data/precious.txt", "../../../outside/precious.txt", "cards/precious.txt"]);
    write(
        root,
        "output/moon/manifest.json",
        format!(
            "{{\"package\":\"moon\",\"version\":\"1\",\"cardwright\":\"0\",\"files\":{{\"{name}\":\"{hash}\"}}}}"
        ),
    );
    let _ =
        symlink(&outside, root.join("output/moon").join(dice.one_of(&["data", "cards", "schema"])));
}

fn effects(root: &Path, dice: &mut Dice) {
    let effect = dice.one_of(&[
        "on enter { for each cards { for each cards { for each cards { draw(1) } } } }",
        "on enter { roll 999999999d6 { draw(result) } }",
        "modify power of cards by count(cards where power(it) > 0)",
        "on card-enters { put-on-top(subject) }",
        "on enter { draw(2000000000) }",
    ]);
    write(
        root,
        "effects.card",
        TRAP.replace("victim", "effects")
            .replace("90", "94")
            .replace("rarity: common\n", &format!("rarity: common\n  {effect}\n")),
    );
}

/// Everything outside of the package, by name and contents.
fn outside(place: &Place) -> Vec<(String, String)> {
    let root = place.path("outside");
    let mut names = Vec::new();
    collect(&root, &root, &mut names);
    let contents = |name: String| {
        let hash = sha256(&fs::read(root.join(&name)).unwrap_or_default());
        (name, hash)
    };
    names.into_iter().map(contents).collect()
}

/// How a run of the command went.
struct Answer {
    code: Option<i32>,
    said: String,
    took: Duration,
    /// In kilobytes.
    memory: u64,
}

/// Runs the command and looks at how much it takes.
fn answer(place: &Place, call: &[&str]) -> Answer {
    let said = place.path("said.txt");
    let file = fs::File::create(&said).expect("a file");
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(call)
        .current_dir(place.path("."))
        .env("CARDWRIGHT_CACHE", cache())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(file.try_clone().expect("a file"))
        .stderr(file)
        .spawn()
        .expect("the command runs");
    let process = format!("/proc/{}", child.id());
    let (mut memory, mut ticks) = (0, 0);
    let status = loop {
        if let Some(status) = child.try_wait().expect("it runs or not") {
            break status;
        }
        memory = memory.max(peak(&process));
        ticks = ticks.max(cpu(&process));
        if started.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    // Where other programs run as well, the clock says nothing about this one.
    let took = started.elapsed().min(Duration::from_millis(ticks * 10));
    let said = String::from_utf8_lossy(&fs::read(said).expect("a file")).into_owned();
    Answer { code: status.code(), said, took, memory }
}

/// The most memory that a process has had.
fn peak(process: &str) -> u64 {
    let status = fs::read_to_string(format!("{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Hundredths of a second that a process has worked.
fn cpu(process: &str) -> u64 {
    let stat = fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    rest.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

const CALLS: [&[&str]; 6] = [
    &["build", "moon", "--dpi", "72"],
    &["build", "moon", "--only", "cards", "--text", "text"],
    &["build", "moon", "--only", "sheets"],
    &["check", "moon"],
    &["test", "moon"],
    &["fmt", "moon", "--check"],
];

#[test]
fn hostile_packages_are_answered() {
    let measured = Path::new("/proc/self/status").exists();
    if !measured {
        println!("SKIPPED: without /proc nobody knows how much memory and time a run takes");
    }
    let asked = std::env::var("HOSTILE").ok().and_then(|count| count.parse().ok());
    let count: u64 = asked.unwrap_or(SAMPLE);
    let honest = Place::expansion();
    honest.write("more.card", TRAP);
    let mut files = Vec::new();
    collect(&honest.path("moon"), &honest.path("moon"), &mut files);
    let (mut wrong, mut slowest, mut largest) = (Vec::new(), Duration::ZERO, 0);
    for seed in 0..count {
        let mut dice = Dice(seed);
        let place = Place::empty();
        for name in &files {
            let bytes = fs::read(honest.path("moon").join(name)).expect("a file");
            write(&place.path("moon"), name, bytes);
        }
        write(&place.path("outside"), "precious.txt", "precious");
        write(&place.path("outside"), "moon.json", "precious");
        let before = outside(&place);
        let mut attacks = Vec::new();
        // Each attack comes alone first, then in company.
        let first = seed as usize % ATTACKS.len();
        for index in 0..=dice.below(3).min(seed / ATTACKS.len() as u64) {
            let any = dice.below(ATTACKS.len() as u64) as usize;
            let (name, attack) = ATTACKS[if index == 0 { first } else { any }];
            attack(&place.path("moon"), &mut dice);
            attacks.push(name);
        }
        let calls = [CALLS[0], CALLS[1 + dice.below(5) as usize]];
        for call in calls {
            let answer = answer(&place, call);
            slowest = slowest.max(answer.took);
            largest = largest.max(answer.memory);
            let mut reasons = Vec::new();
            if !matches!(answer.code, Some(0..=2)) {
                reasons.push(format!("ended with {:?}", answer.code));
            }
            if answer.said.contains("panicked") || answer.said.contains("Cardwright failed") {
                reasons.push("failed by itself".to_owned());
            }
            if answer
                .said
                .chars()
                .any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'))
            {
                reasons.push("wrote control characters".to_owned());
            }
            if measured && answer.took > LONGEST {
                reasons.push(format!("took {:?}", answer.took));
            }
            if measured && answer.memory > MOST_MEMORY {
                reasons.push(format!("took {} MB", answer.memory >> 10));
            }
            if outside(&place) != before {
                reasons.push("changed something outside".to_owned());
            }
            if !reasons.is_empty() {
                let last: String = answer.said.chars().take(600).collect();
                wrong.push(format!(
                    "seed {seed} {attacks:?} {call:?}: {}\n{last}",
                    reasons.join(", ")
                ));
            }
        }
    }
    println!("{count} packages; the slowest took {slowest:?}, the largest {} MB", largest >> 10);
    assert!(wrong.is_empty(), "{} runs went wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
