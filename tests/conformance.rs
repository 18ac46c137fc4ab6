//! Typed and event decoding against bytes of the Java classes.
#![cfg(all(feature = "names", feature = "registry"))]

use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

type Typed = fn(i16, &[u8], &mut [u8]) -> Result<(usize, usize), Error>;

fn typed(name: &str) -> Option<Typed> {
    macro_rules! by_name { ($($key:literal, $role:ident, $body:path;)*) => {
        match name {
            $(n if n == <$body as Body<'static>>::MESSAGE.name() => Some(|version, bytes, out| go::<$body>(version, bytes, out)),)*
            _ => None,
        }
    } }
    kafka_codec::for_each_message!(by_name)
}

fn go<'a, B: Body<'a>>(v: i16, bytes: &'a [u8], out: &mut [u8]) -> Result<(usize, usize), Error> {
    let body = B::decode(v, bytes)?;
    assert!(body == B::decode(v, bytes)? || format!("{body:?}").contains("NaN"));
    Ok((body.encode(v, out)?, body.encoded_len(v)?))
}

fn events(name: &str, version: i16, bytes: &[u8], piece: usize) -> Result<Vec<String>, Error> {
    let message = kafka_codec::api::find_by_name(name).expect("a message");
    let mut decoder = Decoder::with_mode(Mode::Strict, message, version, bytes.len() as u32)?;
    let mut out = vec![];
    let mut pieces = bytes.chunks(piece);
    let mut input: &[u8] = &[];
    let mut end = 0;
    let mut text: Option<(String, Vec<u8>)> = None;
    loop {
        let event = decoder.next(&mut input)?;
        match event.item {
            Item::NeedInput => {
                input = pieces.next().expect("input is needed although none is left");
                continue;
            }
            _ => {}
        }
        assert_eq!(event.span().start, end);
        end = event.span().end;
        let place = format!("{:?} {} {:?}", event.field(), event.level(), event.index());
        let chunk = match event.item {
            Item::Str(_, c) | Item::Bytes(_, c) | Item::Records(_, c) | Item::Tag(_, c) => Some(c),
            _ => None,
        };
        if let Some(c) = chunk {
            if c.is_first {
                assert!(text.is_none());
                text = Some((place.clone(), vec![]));
            }
            let (_, t) = text.as_mut().expect("a first part");
            t.extend(c.bytes);
            if c.is_last() {
                out.push(format!("{:?}", text.take()));
            }
        } else {
            out.push(format!("{place} {:?}", event.item));
        }
        if event.item == Item::Done {
            assert_eq!(end as usize, bytes.len());
            return Ok(out);
        }
    }
}

fn transcoded(name: &str, version: i16, bytes: &[u8], piece: usize) -> Vec<u8> {
    let message = kafka_codec::api::find_by_name(name).expect("a message");
    let mut decoder = Decoder::new(message, version, bytes.len() as u32).expect("a version");
    let mut out = vec![0xa5; bytes.len()];
    let mut encoder =
        kafka_codec::encoder::Encoder::new(message, version, &mut out).expect("a version");
    let mut pieces = bytes.chunks(piece);
    let mut input: &[u8] = &[];
    loop {
        let item = decoder.next(&mut input).expect("an event").item;
        match item {
            Item::NeedInput => input = pieces.next().expect("a piece"),
            Item::Done => break,
            item => {
                encoder.copy(&item).unwrap_or_else(|e| panic!("{name} {version} {item:?}: {e}"))
            }
        }
    }
    let len = encoder.finish().unwrap_or_else(|e| panic!("{name} {version}: {e}"));
    assert_eq!(len, bytes.len());
    out
}

fn failure(name: &str, version: i16, bytes: &[u8], piece: usize) -> Option<Error> {
    events(name, version, bytes, piece).err()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).expect("hex"))
        .collect()
}

#[test]
fn vectors() {
    for file in ["smallest", "default", "random"] {
        let path = format!("{}/../shared/vectors/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for (n, line) in std::fs::read_to_string(path).expect("a file").lines().enumerate() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let name = line["message"]
                .as_str()
                .expect("a name")
                .replace("ListClientMetricsResources", "ListConfigResources");
            let version = line["version"].as_i64().expect("a version") as i16;
            let bytes = unhex(line["hex"].as_str().expect("hex"));
            let at = format!("{file}:{} {name} v{version}", n + 1);
            let run = typed(&name).expect("typed");
            let mut out = vec![0xa5; bytes.len() + 4];
            let (len, need) =
                run(version, &bytes, &mut out).unwrap_or_else(|e| panic!("{at}: {e}"));
            assert_eq!(&out[..len], bytes, "{at}");
            assert_eq!(need, len, "{at}");
            let whole =
                events(&name, version, &bytes, usize::MAX).unwrap_or_else(|e| panic!("{at}: {e}"));
            for piece in [1, 2, 3, 7, usize::MAX] {
                assert_eq!(transcoded(&name, version, &bytes, piece), bytes, "{at}");
                let pieces =
                    events(&name, version, &bytes, piece).unwrap_or_else(|e| panic!("{at}: {e}"));
                assert_eq!(whole, pieces, "{at}");
            }
            for cut in (0..bytes.len()).step_by(if std::env::var("FULL").is_ok() { 1 } else { 31 })
            {
                let short = &bytes[..cut];
                let typed = run(version, short, &mut out).expect_err(&at);
                assert_eq!(
                    Some(typed),
                    failure(&name, version, short, usize::MAX),
                    "{at} cut at {cut}"
                );
                assert_eq!(Some(typed), failure(&name, version, short, 1), "{at} cut at {cut}");
                let Err(Error { kind: ErrorKind::BufferTooSmall { need }, .. }) =
                    run(version, &bytes, &mut out[..cut])
                else {
                    panic!("{at}")
                };
                assert_eq!(need as usize, bytes.len(), "{at}");
            }
        }
    }
}
