//! Connections: each has a thread that reads requests, lets the guard look at them, and carries
//! them to the desk and back.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use cardwright_engine::Modules;
use serde_json::Value;

use crate::answer::{Answer, Reply};
use crate::desk::{self, Event};
use crate::guard::Guard;
use crate::http::{self, Request, Unread};
use crate::page;
use crate::world::World;

/// A browser keeps six connections open, perhaps for several tabs.
const MOST_CONNECTIONS: usize = 64;

/// A connection on which nothing happens for so long is closed.
const SILENCE: Duration = Duration::from_secs(120);

/// An empty line is sent to listeners so often, to notice those that went away.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// What a refused request still sends is read for so long and so far.
const FAREWELL: Duration = Duration::from_millis(300);
const MOST_UNREAD: u64 = 1 << 20;

/// Files that changed on disk, some at a time.
pub type Changes = Receiver<Vec<PathBuf>>;

/// Answers the page until the program ends.
pub fn serve(
    listener: &TcpListener,
    guard: Guard,
    world: Arc<dyn World>,
    modules: Modules,
    changes: Changes,
) -> io::Result<()> {
    let (events, inbox) = channel();
    let on_disk = events.clone();
    std::thread::spawn(move || {
        for paths in changes {
            if on_disk.send(Event::Disk(paths)).is_err() {
                return;
            }
        }
    });
    let own = events.clone();
    desk::start(move || desk::run(world, modules, inbox, own));
    let guard = Arc::new(guard);
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        // A connection that failed before it began is no reason to stop.
        let Ok(mut stream) = stream else { continue };
        if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            let _ = http::answer(&mut stream, 503, "text/plain", b"too many connections\n");
            continue;
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (guard, events, open) = (Arc::clone(&guard), events.clone(), Arc::clone(&open));
        std::thread::spawn(move || {
            // Ignored: the browser went away.
            let _ = converse(stream, &guard, &events);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

/// Answers the requests of a connection.
fn converse(stream: TcpStream, guard: &Guard, events: &Sender<Event>) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_nodelay(true)?;
    let mut output = stream.try_clone()?;
    let mut input = BufReader::new(stream);
    loop {
        let request = match http::read(&mut input) {
            Ok(request) => request,
            Err(Unread::Gone) => return Ok(()),
            Err(Unread::TooLarge) => return part(input, output, 413, "too large"),
            Err(Unread::Malformed) => return part(input, output, 400, "not understood"),
        };
        match request.method.as_str() {
            "GET" if !guard.admits_reader(&request) => {
                let way_in = "open the address that `cardwright studio` printed";
                return part(input, output, 403, way_in);
            }
            "GET" => match page::file(&request.path) {
                Some((content_type, bytes)) => {
                    http::answer(&mut output, 200, content_type, bytes)?;
                }
                None => refuse(&mut output, 404, "there is no such file")?,
            },
            "POST" if !guard.admits(&request) => {
                return part(input, output, 403, "this is not the studio's own page");
            }
            "POST" if request.path == "/api/news" => return tell_news(&mut output, events),
            "POST" => {
                let (status, content_type, body) = ask(request, events).parts();
                http::answer(&mut output, status, content_type, &body)?;
            }
            _ => return part(input, output, 405, "only GET and POST"),
        }
    }
}

fn refuse(output: &mut impl Write, status: u16, reason: &str) -> io::Result<()> {
    http::answer(output, status, "text/plain; charset=utf-8", format!("{reason}\n").as_bytes())
}

/// Refuses and ends the connection. What is still on its way is read for a moment: a connection
/// that is closed over unread bytes would lose the answer.
fn part(
    input: BufReader<TcpStream>,
    mut output: TcpStream,
    status: u16,
    reason: &str,
) -> io::Result<()> {
    refuse(&mut output, status, reason)?;
    output.shutdown(Shutdown::Write)?;
    output.set_read_timeout(Some(FAREWELL))?;
    io::copy(&mut input.take(MOST_UNREAD), &mut io::sink())?;
    Ok(())
}

/// Puts a question on the desk and waits for the answer.
fn ask(request: Request, events: &Sender<Event>) -> Answer {
    let Some(verb) = request.path.strip_prefix("/api/") else {
        return Answer::Refused(404, "there is no such question".to_owned());
    };
    let body = match serde_json::from_slice::<Value>(&request.body) {
        Ok(body) => body,
        Err(_) => return Answer::Refused(400, "the question is no JSON".to_owned()),
    };
    let (reply, answer) = channel();
    let asked = Event::Asked { verb: verb.to_owned(), body, reply: Reply(reply) };
    let gone = || Answer::Refused(500, "the studio failed; please report it".to_owned());
    if events.send(asked).is_err() {
        return gone();
    }
    // Without an answer the question was dropped, which happens when answering it failed.
    answer.recv().unwrap_or_else(|_| gone())
}

/// Sends news, a line each, until the page is closed.
fn tell_news(output: &mut impl Write, events: &Sender<Event>) -> io::Result<()> {
    let (sender, news) = channel();
    if events.send(Event::Listens(sender)).is_err() {
        return Ok(());
    }
    http::begin_stream(output)?;
    loop {
        let line = match news.recv_timeout(HEARTBEAT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => String::new(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        output.write_all(line.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}
