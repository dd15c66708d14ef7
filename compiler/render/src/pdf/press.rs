//! PDF/X: what printers require of a document beyond what krilla writes.
//!
//! The finished bytes are read again and completed with the printing condition, the version, the
//! date and the statement that nothing is trapped. Then the document is compared with the rules
//! that a program can check, so that a mistake of ours does not reach a printer.

use super::About;
use super::inks::Inks;
use super::objects::{Dict, Object, Objects, string};
use super::production::Standard;

/// Completes a document and checks it.
pub(super) fn complete(
    mut document: Objects<'_>,
    standard: Standard,
    inks: &Inks,
    about: &About,
) -> Result<Vec<u8>, String> {
    let unread = || "the PDF could not be completed".to_owned();
    let (version, name) = match standard {
        Standard::X1a => ("1.4", "PDF/X-1a:2003"),
        _ => ("1.6", "PDF/X-4"),
    };
    group_colours(&mut document);
    let intent = output_intent(&mut document, inks);
    let root = document.trailer.get("Root").ok_or_else(unread)?.to_vec();
    let catalog = document.dict(&root).ok_or_else(unread)?;
    catalog.set("OutputIntents", [b"[", &intent[..], b"]"].concat());
    let metadata = catalog.get("Metadata").map(<[u8]>::to_vec);
    describe(&mut document, name, about).ok_or_else(unread)?;
    if let Some(metadata) = metadata {
        describe_in_xmp(&mut document, &metadata, name).ok_or_else(unread)?;
    }
    check(&document, standard)?;
    Ok(document.write(version))
}

/// Groups are blended in inks, and masks in greys.
fn group_colours(document: &mut Objects<'_>) {
    let dicts = document.all.values().filter_map(|object| object.dict.as_ref());
    let masks: Vec<Vec<u8>> = dicts
        .filter(|dict| dict.name("Type") == Some(b"Mask"))
        .filter_map(|dict| dict.get("G").map(<[u8]>::to_vec))
        .collect();
    for (number, object) in &mut document.all {
        let Some(dict) = object.dict.as_mut().filter(|_| !object.rest.is_empty()) else { continue };
        let Some((mut group, _)) = dict.get("Group").and_then(Dict::read) else { continue };
        if group.name("CS") == Some(b"DeviceRGB") {
            let is_mask = masks.contains(&format!("{number} 0 R").into_bytes());
            group.set("CS", if is_mask { "/DeviceGray" } else { "/DeviceCMYK" });
            let mut written = Vec::new();
            group.write(&mut written);
            dict.set("Group", written);
        }
    }
}

/// The printing condition, by its name in the registry and, if there is one, by its profile.
fn output_intent(document: &mut Objects<'_>, inks: &Inks) -> Vec<u8> {
    let condition = &inks.condition;
    let info = if condition.info.is_empty() { &condition.identifier } else { &condition.info };
    let mut intent = Dict::new(&[
        ("Type", b"/OutputIntent"),
        ("S", b"/GTS_PDFX"),
        ("OutputConditionIdentifier", &string(&condition.identifier)),
        ("Info", &string(info)),
    ]);
    if condition.is_registered() {
        intent.set("RegistryName", string("http://www.color.org"));
    }
    if let Some(profile) = inks.profile() {
        let dict = Dict::new(&[("N", b"4"), ("Alternate", b"/DeviceCMYK")]);
        intent.set("DestOutputProfile", document.add(Object::compressed(dict, profile.bytes())));
    }
    document.add(Object::of(intent))
}

/// The document information: its PDF/X version, that nothing is trapped, and a date.
fn describe(document: &mut Objects<'_>, name: &str, about: &About) -> Option<()> {
    let reference = match document.trailer.get("Info") {
        Some(known) => known.to_vec(),
        None => document.add(Object::of(Dict::default())),
    };
    document.trailer.set("Info", reference.clone());
    let info = document.dict(&reference)?;
    info.set("GTS_PDFXVersion", string(name));
    info.set("Trapped", "/False");
    if info.get("Title").is_none() {
        info.set("Title", string(if about.title.is_empty() { "Cards" } else { &about.title }));
    }
    if let Some(created) = info.get("CreationDate").map(<[u8]>::to_vec) {
        info.set("ModDate", created);
    }
    Some(())
}

/// The same for readers of XMP.
fn describe_in_xmp(document: &mut Objects<'_>, metadata: &[u8], name: &str) -> Option<()> {
    let object = document.object(metadata)?;
    let xmp = String::from_utf8_lossy(object.stream()?).into_owned();
    let created = between(&xmp, "<xmp:CreateDate>", "</xmp:CreateDate>").unwrap_or_default();
    let more = format!(
        "<pdfxid:GTS_PDFXVersion xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">{name}\
         </pdfxid:GTS_PDFXVersion>\
         <pdf:Trapped xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">False</pdf:Trapped>\
         <xmp:MetadataDate xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">{created}\
         </xmp:MetadataDate>\
         <xmpMM:VersionID xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\">1</xmpMM:VersionID>"
    );
    let end = xmp.rfind("</rdf:Description>")?;
    object.set_stream(format!("{}{more}{}", &xmp[..end], &xmp[end..]).as_bytes());
    Some(())
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

/// Checks the rules of the standard that a program can check.
fn check(document: &Objects<'_>, standard: Standard) -> Result<(), String> {
    for dict in document.all.values().filter_map(|object| object.dict.as_ref()) {
        if dict.name("Type") == Some(b"Page") && dict.get("TrimBox").is_none() {
            return Err("a page has no trim box".to_owned());
        }
        if dict.name("ColorSpace") == Some(b"DeviceRGB") {
            return Err("there is RGB in a document of inks".to_owned());
        }
        if standard == Standard::X1a && is_transparent(dict) {
            return Err("there is transparency in a document without".to_owned());
        }
    }
    Ok(())
}

fn is_transparent(dict: &Dict<'_>) -> bool {
    let see_through = |key| dict.number(key).is_some_and(|alpha| alpha < 1.0);
    let blends = dict.name("BM").is_some_and(|mode| mode != b"Normal" && mode != b"Compatible");
    let masked = dict.get("SMask").is_some_and(|mask| mask != b"/None");
    see_through("CA") || see_through("ca") || blends || masked || dict.get("Group").is_some()
}
