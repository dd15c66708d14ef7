//! How much work a drawing is, counted before it is drawn.

use usvg::filter::Kind;
use usvg::{Group, ImageKind, Node, Paint, Tree};

/// Shapes and groups, with everything that is used more than once counted each time. Bundled cards
/// and pages have up to two thousand.
const MOST_NODES: u64 = 15_000;
/// Shapes as large as the whole card.
const MOST_COVERS: f32 = 600.0;
/// Lines and curves of all shapes.
const MOST_SEGMENTS: u64 = 8_000_000;
/// Dashes of all dashed lines.
const MOST_DASHES: f32 = 200_000.0;
/// Layers as large as the whole card; the bundled cards have up to ten. A mask, a clip or a filter
/// counts as several.
const MOST_LAYERS: f32 = 100.0;
/// Layers inside one another: all of them are in memory at once.
const DEEPEST_LAYERS: u32 = 16;
/// Pixels of pictures, each picture counted as often as it is drawn.
const MOST_PIXELS: u64 = 160_000_000;
/// Nothing reaches further from the card than this, in millimetres. Shapes that reach far out
/// make drawing libraries lose count.
const FARTHEST: f32 = 100_000.0;

/// Refuses a drawing that would take too long or too much memory. `pixels` is how many a picture
/// has.
pub(crate) fn check(tree: &Tree, pixels: impl Fn(&ImageKind) -> u64) -> Result<(), String> {
    let canvas = (tree.size().width() * tree.size().height()).max(1.0);
    let mut sum = Sum { canvas, ..Sum::new(&pixels) };
    sum.group(tree.root(), 0)
}

/// How many plain layers a filter is worth: a blur looks at each pixel many times.
fn weight(kind: &Kind) -> u32 {
    match kind {
        Kind::GaussianBlur(_) | Kind::DropShadow(_) => 20,
        _ => 4,
    }
}

struct Sum<'a> {
    /// Area of the whole drawing.
    canvas: f32,
    pixels: &'a dyn Fn(&ImageKind) -> u64,
    nodes: u64,
    covers: f32,
    segments: u64,
    dashes: f32,
    layers: f32,
    drawn_pixels: u64,
}

impl<'a> Sum<'a> {
    fn new(pixels: &'a dyn Fn(&ImageKind) -> u64) -> Sum<'a> {
        let (nodes, segments, drawn_pixels) = (0, 0, 0);
        Sum {
            canvas: 1.0,
            pixels,
            nodes,
            covers: 0.0,
            segments,
            dashes: 0.0,
            layers: 0.0,
            drawn_pixels,
        }
    }

    fn group(&mut self, group: &Group, depth: u32) -> Result<(), String> {
        let mut inner = depth;
        if group.should_isolate() {
            inner += 1;
            if inner > DEEPEST_LAYERS {
                return Err(format!(
                    "more than {DEEPEST_LAYERS} groups with opacity, masks or filters are inside \
                     one another"
                ));
            }
            self.layer(group);
        }
        for child in group.children() {
            self.node(child, inner)?;
        }
        self.verify()
    }

    /// A layer is painted on its own and then laid on what is below it.
    fn layer(&mut self, group: &Group) {
        let bounds = group.abs_layer_bounding_box();
        let share = (bounds.width() * bounds.height() / self.canvas).clamp(0.002, 1.0);
        let filters = group.filters().iter().flat_map(|filter| filter.primitives());
        let filters: u32 = filters.map(|primitive| weight(primitive.kind())).sum();
        let masks = u32::from(group.mask().is_some());
        let clips = u32::from(group.clip_path().is_some());
        self.layers += share * (1 + 2 * masks + clips + filters) as f32;
    }

    /// A pattern is painted once as a picture of its own.
    fn paint(&self, paint: &Paint) -> Result<(), String> {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        let (rect, transform) = (pattern.rect(), pattern.transform());
        let (across, down) = transform.get_scale();
        let area = rect.width() * across * rect.height() * down;
        if area <= 4.0 * self.canvas {
            return Ok(());
        }
        Err("a `<pattern` is much larger than the card".to_owned())
    }

    fn node(&mut self, node: &Node, depth: u32) -> Result<(), String> {
        self.nodes += 1;
        let bounds = node.abs_stroke_bounding_box();
        let reach = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        // Written so that a number that is none is refused as well.
        if !reach.iter().all(|end| end.abs() <= FARTHEST) {
            return Err("a shape reaches more than 100 metres out of the card".to_owned());
        }
        match node {
            Node::Group(group) => self.group(group, depth)?,
            Node::Text(text) => self.group(text.flattened(), depth)?,
            Node::Path(path) => {
                let points = path.data().points();
                self.segments += points.len() as u64;
                self.covers += (bounds.width() * bounds.height() / self.canvas).min(1.0);
                let fill = path.fill().map(|fill| fill.paint());
                let stroke = path.stroke().map(|stroke| stroke.paint());
                for paint in fill.into_iter().chain(stroke) {
                    self.paint(paint)?;
                }
                let dashes = path.stroke().and_then(|stroke| stroke.dasharray());
                if let Some(dashes) = dashes.filter(|dashes| !dashes.is_empty()) {
                    let steps = points.windows(2);
                    let length: f32 = steps.map(|step| step[0].distance(step[1])).sum();
                    let period = dashes.iter().sum::<f32>().max(1e-6);
                    self.dashes += length / period * dashes.len() as f32;
                }
            }
            Node::Image(image) => self.drawn_pixels += (self.pixels)(image.kind()),
        }
        let mut result = Ok(());
        if !matches!(node, Node::Text(_)) {
            // Patterns, masks and clips are drawings of their own.
            node.subroots(|root| {
                if result.is_ok() {
                    result = self.group(root, depth + 1);
                }
            });
        }
        result?;
        self.verify()
    }

    fn verify(&self) -> Result<(), String> {
        let reason = if self.nodes > MOST_NODES {
            format!("it has more than {MOST_NODES} shapes")
        } else if self.covers > MOST_COVERS {
            format!("more than {MOST_COVERS} of its shapes are as large as the card")
        } else if self.segments > MOST_SEGMENTS {
            format!("its shapes have more than {MOST_SEGMENTS} lines and curves")
        } else if self.dashes > MOST_DASHES {
            format!("its lines have more than {MOST_DASHES} dashes")
        } else if self.layers > MOST_LAYERS {
            "it has too many large groups with opacity, masks or filters".to_owned()
        } else if self.drawn_pixels > MOST_PIXELS {
            "it draws too many large pictures".to_owned()
        } else {
            return Ok(());
        };
        Err(format!("drawing it would take too long: {reason}"))
    }
}
