//! PDF/X: what printers require of a document beyond what krilla writes.
//!
//! The finished bytes are read again and completed with the printing condition, the version, the
//! date and the statement that nothing is trapped. Then the document is compared with the rules
//! that a program can check, so that a mistake of ours does not reach a printer.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::About;
use super::inks::Inks;
use super::production::Standard;

/// Completes a document and checks it.
pub(super) fn complete(
    bytes: &[u8],
    standard: Standard,
    inks: &Inks,
    about: &About,
) -> Result<Vec<u8>, String> {
    let wrong = |error: lopdf::Error| format!("the PDF could not be completed: {error}");
    let mut document = Document::load_mem(bytes).map_err(wrong)?;
    let (version, name) = match standard {
        Standard::X1a => ("1.4", "PDF/X-1a:2003"),
        _ => ("1.6", "PDF/X-4"),
    };
    document.version = version.to_owned();
    group_colours(&mut document);
    let intent = output_intent(&mut document, inks);
    let catalog = document.catalog_mut().map_err(wrong)?;
    catalog.set("OutputIntents", Object::Array(vec![intent.into()]));
    describe(&mut document, name, about);
    describe_in_xmp(&mut document, name);
    check(&document, standard)?;
    let mut completed = Vec::with_capacity(bytes.len() + 4096);
    document
        .save_to(&mut completed)
        .map_err(|error| format!("the PDF could not be completed: {error}"))?;
    Ok(completed)
}

/// Groups are blended in inks, and masks in greys.
fn group_colours(document: &mut Document) {
    let masks: Vec<ObjectId> = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(|dict| dict.has_type(b"Mask"))
        .filter_map(|dict| dict.get(b"G").and_then(Object::as_reference).ok())
        .collect();
    for (id, object) in &mut document.objects {
        let Object::Stream(stream) = object else { continue };
        let Ok(group) = stream.dict.get_mut(b"Group").and_then(Object::as_dict_mut) else {
            continue;
        };
        if group.get(b"CS").and_then(Object::as_name).is_ok_and(|name| name == b"DeviceRGB") {
            let space = if masks.contains(id) { "DeviceGray" } else { "DeviceCMYK" };
            group.set("CS", Object::Name(space.into()));
        }
    }
}

/// The printing condition, by its name in the registry and, if there is one, by its profile.
fn output_intent(document: &mut Document, inks: &Inks) -> ObjectId {
    let text = |text: &str| Object::string_literal(text);
    let mut intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text(&inks.condition.identifier),
        "RegistryName" => text("http://www.color.org"),
        "Info" => text(if inks.condition.info.is_empty() {
            &inks.condition.identifier
        } else {
            &inks.condition.info
        }),
    };
    if let Some(profile) = inks.profile() {
        let dict = dictionary! { "N" => 4, "Alternate" => "DeviceCMYK" };
        let mut stream = Stream::new(dict, profile.bytes().to_vec());
        // Ignored: a profile that compression does not make smaller stays as it is.
        let _ = stream.compress();
        intent.set("DestOutputProfile", document.add_object(stream));
    }
    document.add_object(intent)
}

/// The document information: its PDF/X version, that nothing is trapped, and a date.
fn describe(document: &mut Document, name: &str, about: &About) {
    let known = document.trailer.get(b"Info").and_then(Object::as_reference).ok();
    let id = known.unwrap_or_else(|| document.add_object(Dictionary::new()));
    document.trailer.set("Info", id);
    let Ok(info) = document.get_object_mut(id).and_then(Object::as_dict_mut) else { return };
    info.set("GTS_PDFXVersion", Object::string_literal(name));
    info.set("Trapped", Object::Name("False".into()));
    if !info.has(b"Title") {
        let title = if about.title.is_empty() { "Cards" } else { &about.title };
        info.set("Title", lopdf::text_string(title));
    }
    if let Ok(created) = info.get(b"CreationDate").cloned() {
        info.set("ModDate", created);
    }
}

/// The same for readers of XMP.
fn describe_in_xmp(document: &mut Document, name: &str) {
    let metadata = document
        .catalog()
        .and_then(|catalog| catalog.get(b"Metadata"))
        .and_then(Object::as_reference);
    let Ok(Object::Stream(stream)) = metadata.and_then(|id| document.get_object_mut(id)) else {
        return;
    };
    let xmp = String::from_utf8_lossy(&stream.content).into_owned();
    let created = between(&xmp, "<xmp:CreateDate>", "</xmp:CreateDate>").unwrap_or_default();
    let more = format!(
        "<pdfxid:GTS_PDFXVersion xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">{name}\
         </pdfxid:GTS_PDFXVersion>\
         <pdf:Trapped xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">False</pdf:Trapped>\
         <xmp:MetadataDate xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">{created}\
         </xmp:MetadataDate>\
         <xmpMM:VersionID xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\">1</xmpMM:VersionID>"
    );
    if let Some(end) = xmp.rfind("</rdf:Description>") {
        let completed = format!("{}{more}{}", &xmp[..end], &xmp[end..]);
        stream.set_plain_content(completed.into_bytes());
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

/// Checks the rules of the standard that a program can check.
fn check(document: &Document, standard: Standard) -> Result<(), String> {
    for page in document.get_pages().into_values() {
        let page = document.get_dictionary(page).map_err(|error| error.to_string())?;
        if !page.has(b"TrimBox") {
            return Err("a page has no trim box".to_owned());
        }
    }
    for object in document.objects.values() {
        let dict = match object {
            Object::Dictionary(dict) => dict,
            Object::Stream(stream) => &stream.dict,
            _ => continue,
        };
        let space = |key: &[u8]| dict.get(key).and_then(Object::as_name).unwrap_or_default();
        if space(b"ColorSpace") == b"DeviceRGB" {
            return Err("there is RGB in a document of inks".to_owned());
        }
        if standard == Standard::X1a && is_transparent(dict) {
            return Err("there is transparency in a document without".to_owned());
        }
    }
    Ok(())
}

fn is_transparent(dict: &Dictionary) -> bool {
    let see_through =
        |key: &[u8]| dict.get(key).and_then(Object::as_float).is_ok_and(|alpha| alpha < 1.0);
    let blends = dict
        .get(b"BM")
        .and_then(Object::as_name)
        .is_ok_and(|mode| mode != b"Normal" && mode != b"Compatible");
    let masked = dict.get(b"SMask").is_ok_and(|mask| mask.as_name().ok() != Some(b"None"));
    see_through(b"CA") || see_through(b"ca") || blends || masked || dict.has(b"Group")
}
