//! SCRAM (RFC 5802, RFC 7677): both sides prove that they know the password, which is not sent.

use super::{Mechanism, Step, Text, broken};
use crate::error::Result;
use base64ct::{Base64, Encoding};
use core::marker::PhantomData;
use hmac::{Hmac, KeyInit, Mac};

/// A login over SCRAM. Channel binding is not offered, as in Kafka's own clients, and the password
/// is used as it is (Kafka does not normalize it).
///
/// ```
/// use kafka_codec::sasl::{Mechanism, Scram, Sha256};
///
/// # let random = [7; 15];
/// let mut scram = Scram::<Sha256>::new("user", "secret", random);
/// assert_eq!(scram.name(), "SCRAM-SHA-256");
/// # let mut out = [0; 64];
/// # scram.respond(None, &mut out).expect("fits");
/// # assert!(out.starts_with(b"n,,n=user,r=BwcH"));
/// ```
#[derive(Clone)]
pub struct Scram<'a, H> {
    username: &'a str,
    password: &'a str,
    nonce: [u8; NONCE_TEXT],
    max_iterations: u32,
    is_token: bool,
    state: State,
    hash: PhantomData<H>,
}

/// How many random bytes a login takes.
const NONCE: usize = 15;
const NONCE_TEXT: usize = NONCE / 3 * 4;
/// The longest output of a [`Hash`].
const LONGEST: usize = 64;
/// The longest salt that is taken.
const SALT: usize = 128;
/// The fewest iterations that Kafka uses, and that its clients accept.
const MIN_ITERATIONS: u32 = 4_096;

#[derive(Clone, Copy)]
enum State {
    First,
    Prove,
    /// The broker has to show this signature.
    Verify([u8; LONGEST]),
    Over,
}

impl<'a, H: Hash> Scram<'a, H> {
    /// The most iterations of the hash that a broker may ask for, if nothing else is said: as many
    /// as Kafka can be set to.
    pub const MAX_ITERATIONS: u32 = 16_384;

    /// A login for this user, with fifteen bytes that nobody can foresee and that are never used
    /// again.
    pub fn new(username: &'a str, password: &'a str, random: [u8; NONCE]) -> Self {
        let mut nonce = [0; NONCE_TEXT];
        // The text has just the size of the place: this does not fail.
        let _ = Base64::encode(&random, &mut nonce);
        Self {
            username,
            password,
            nonce,
            max_iterations: Self::MAX_ITERATIONS,
            is_token: false,
            state: State::First,
            hash: PhantomData,
        }
    }

    /// The same for a delegation token: the user name is its id, the password its HMAC in base64
    /// (KIP-48).
    pub fn for_token(self) -> Self {
        Self { is_token: true, ..self }
    }

    /// Lets the broker ask for up to so many iterations of the hash, each of which takes time.
    pub fn with_max_iterations(self, max_iterations: u32) -> Self {
        Self { max_iterations, ..self }
    }

    fn nonce(&self) -> &str {
        str::from_utf8(&self.nonce).unwrap_or("")
    }

    /// The first message without what says that there is no channel binding.
    fn first_bare(&self, push: &mut dyn FnMut(&str)) {
        push("n=");
        // What separates attributes is escaped.
        for part in self.username.split_inclusive([',', '=']) {
            let (text, escaped) = match (part.strip_suffix(','), part.strip_suffix('=')) {
                (Some(text), _) => (text, "=2C"),
                (_, Some(text)) => (text, "=3D"),
                (None, None) => (part, ""),
            };
            push(text);
            push(escaped);
        }
        push(",r=");
        push(self.nonce());
        if self.is_token {
            push(",tokenauth=true");
        }
    }

    /// Answers the broker's salt with the proof; what the broker has to prove then.
    fn prove(&self, challenge: &[u8], out: &mut [u8]) -> Result<(usize, State)> {
        let text = text(challenge)?;
        let Challenge { nonce, salt, iterations } = Challenge::parse(text)?;
        let is_ours = nonce.strip_prefix(self.nonce()).is_some_and(|theirs| !theirs.is_empty());
        if !is_ours || !(MIN_ITERATIONS..=self.max_iterations).contains(&iterations) {
            return Err(broken(0));
        }
        let mut salt_bytes = [0; SALT];
        let salt = Base64::decode(salt, &mut salt_bytes).map_err(|_| broken(0))?;

        // base64 of "n,,": no channel binding.
        let last = ["c=biws,r=", nonce];
        let mut out = Text::new(out);
        for part in [last[0], last[1], ",p="] {
            out.push(part);
        }
        let mut encoded = [0; LONGEST.div_ceil(3) * 4];
        if out.len + H::TEXT > out.buffer.len() {
            // Before the work that takes long.
            out.len += H::TEXT;
            return out.end().map(|len| (len, State::Prove));
        }

        let mut salted = [0; LONGEST];
        H::salt(self.password.as_bytes(), salt, iterations, &mut salted);
        let signed = |key: &[u8; LONGEST]| {
            H::hmac(key, &mut |push| {
                self.first_bare(&mut |part| push(part.as_bytes()));
                for part in [",", text, ",", last[0], last[1]] {
                    push(part.as_bytes());
                }
            })
        };
        let client_key = H::hmac(&salted, &mut |push| push(b"Client Key"));
        let server_key = H::hmac(&salted, &mut |push| push(b"Server Key"));
        let signature = signed(&H::hash(&client_key));
        let mut proof = client_key;
        for (byte, mask) in proof.iter_mut().zip(signature) {
            *byte ^= mask;
        }
        let proof = proof.get(..H::LEN).unwrap_or(&[]);
        out.push(Base64::encode(proof, &mut encoded).map_err(|_| broken(0))?);
        Ok((out.end()?, State::Verify(signed(&server_key))))
    }
}

impl<H: Hash> Mechanism for Scram<'_, H> {
    fn name(&self) -> &str {
        H::NAME
    }

    fn respond(&mut self, challenge: Option<&[u8]>, out: &mut [u8]) -> Result<Step> {
        match (self.state, challenge) {
            (State::First, None) => {
                let mut out = Text::new(out);
                out.push("n,,");
                self.first_bare(&mut |part| out.push(part));
                let len = out.end()?;
                self.state = State::Prove;
                Ok(Step::Send(len))
            }
            (State::Prove, Some(challenge)) => {
                let (len, state) = self.prove(challenge, out)?;
                self.state = state;
                Ok(Step::Send(len))
            }
            (State::Verify(expected), Some(challenge)) => {
                self.state = State::Over;
                let signature = attribute(text(challenge)?, "v=").map(|(value, _)| value);
                let mut place = [0; LONGEST];
                let shown = Base64::decode(signature.ok_or(broken(0))?, &mut place);
                let expected = expected.get(..H::LEN).unwrap_or(&[]);
                if shown.is_ok_and(|shown| shown == expected) {
                    return Ok(Step::Done);
                }
                Err(broken(0))
            }
            _ => Err(broken(0)),
        }
    }
}

/// The broker's first message.
struct Challenge<'c> {
    nonce: &'c str,
    salt: &'c str,
    iterations: u32,
}

impl<'c> Challenge<'c> {
    fn parse(text: &'c str) -> Result<Self> {
        let parse = || {
            let (nonce, rest) = attribute(text, "r=")?;
            let (salt, rest) = attribute(rest, "s=")?;
            let (iterations, _) = attribute(rest, "i=")?;
            Some(Self { nonce, salt, iterations: iterations.parse().ok()? })
        };
        parse().ok_or(broken(0))
    }
}

/// The value of the attribute that the text begins with, and what follows it.
fn attribute<'c>(text: &'c str, name: &str) -> Option<(&'c str, &'c str)> {
    let value = text.strip_prefix(name)?;
    Some(value.split_once(',').unwrap_or((value, "")))
}

fn text(challenge: &[u8]) -> Result<&str> {
    str::from_utf8(challenge).map_err(|bad| broken(bad.valid_up_to()))
}

/// Hands the parts of a message to the function it is given.
type Feed<'f> = dyn FnMut(&mut dyn FnMut(&[u8])) + 'f;

/// A hash function that Kafka has a SCRAM mechanism for: [`Sha256`] or [`Sha512`].
pub trait Hash: private::Sealed {
    /// The name of the mechanism.
    const NAME: &'static str;
    /// The size of its output in bytes.
    const LEN: usize;
    /// The same in base64.
    const TEXT: usize = Self::LEN.div_ceil(3) * 4;

    /// The hash of a hash, the rest zero.
    #[doc(hidden)]
    fn hash(input: &[u8; LONGEST]) -> [u8; LONGEST];

    /// The code of a message, which comes in parts, under a key that is a hash.
    #[doc(hidden)]
    fn hmac(key: &[u8; LONGEST], message: &mut Feed<'_>) -> [u8; LONGEST];

    /// Stretches a password (PBKDF2).
    #[doc(hidden)]
    fn salt(password: &[u8], salt: &[u8], iterations: u32, out: &mut [u8; LONGEST]);
}

mod private {
    pub trait Sealed {}
}

macro_rules! hashes { ($($hash:ident, $name:literal, $len:literal;)*) => { $(
    #[doc = concat!("The hash function of ", $name, ".")]
    #[derive(Clone, Copy, Debug)]
    pub struct $hash;

    impl private::Sealed for $hash {}

    impl Hash for $hash {
        const NAME: &'static str = $name;
        const LEN: usize = $len;

        fn hash(input: &[u8; LONGEST]) -> [u8; LONGEST] {
            use sha2::Digest;
            widen(&sha2::$hash::digest(input.get(..$len).unwrap_or(&[])))
        }

        fn hmac(
            key: &[u8; LONGEST],
            message: &mut Feed<'_>,
        ) -> [u8; LONGEST] {
            let Ok(mut mac) = Hmac::<sha2::$hash>::new_from_slice(key.get(..$len).unwrap_or(&[]))
            else {
                // Keys of all sizes are taken.
                return [0; LONGEST];
            };
            message(&mut |part| mac.update(part));
            widen(&mac.finalize().into_bytes())
        }

        fn salt(password: &[u8], salt: &[u8], iterations: u32, out: &mut [u8; LONGEST]) {
            if let Some(out) = out.get_mut(..$len) {
                pbkdf2::pbkdf2_hmac::<sha2::$hash>(password, salt, iterations, out);
            }
        }
    }
)* } }
hashes! {
    Sha256, "SCRAM-SHA-256", 32;
    Sha512, "SCRAM-SHA-512", 64;
}

fn widen(hash: &[u8]) -> [u8; LONGEST] {
    let mut wide = [0; LONGEST];
    for (place, byte) in wide.iter_mut().zip(hash) {
        *place = *byte;
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exchange of RFC 7677, chapter 3.
    const RANDOM: [u8; NONCE] =
        [0xac, 0xea, 0x6b, 0x34, 0x67, 0xf0, 0x11, 0xb7, 0x91, 0x5a, 0x06, 0xcd, 0x12, 0x4a, 0x8e];
    const SERVER_FIRST: &str = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,\
         s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
    const CLIENT_FINAL: &str = "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,\
         p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
    const SERVER_FINAL: &str = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    fn begun() -> Scram<'static, Sha256> {
        let mut scram = Scram::new("user", "pencil", RANDOM);
        let mut out = [0xa5; 64];
        let first = b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO";
        assert_eq!(scram.respond(None, &mut out), Ok(Step::Send(first.len())));
        assert!(out.starts_with(first));
        scram
    }

    #[test]
    fn the_exchange_of_the_rfc_succeeds() {
        let mut scram = begun();
        for room in [0, 64, CLIENT_FINAL.len() - 1] {
            let error = scram.respond(Some(SERVER_FIRST.as_bytes()), &mut [0; 200][..room]);
            assert_eq!(error.expect_err("is too small").needed(), Some(CLIENT_FINAL.len()));
        }
        let mut out = [0xa5; 200];
        let step = scram.respond(Some(SERVER_FIRST.as_bytes()), &mut out);
        assert_eq!(step, Ok(Step::Send(CLIENT_FINAL.len())));
        assert!(out.starts_with(CLIENT_FINAL.as_bytes()));
        assert!(out[CLIENT_FINAL.len()..].iter().all(|byte| *byte == 0xa5));
        assert_eq!(scram.respond(Some(SERVER_FINAL.as_bytes()), &mut out), Ok(Step::Done));
        assert!(scram.respond(Some(SERVER_FINAL.as_bytes()), &mut out).is_err());
    }

    #[test]
    fn a_broker_that_does_not_know_the_password_is_found_out() {
        let mut out = [0; 200];
        for wrong in [
            "v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
            "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95A==",
            "v=",
            "v=????",
            "e=other-error",
            "",
        ] {
            let mut scram = begun();
            scram.respond(Some(SERVER_FIRST.as_bytes()), &mut out).expect("is answered");
            let error = scram.respond(Some(wrong.as_bytes()), &mut out).expect_err("is wrong");
            assert_eq!(error, broken(0), "{wrong}");
        }
    }

    #[test]
    fn challenges_that_break_the_rules_are_refused() {
        let mut out = [0; 200];
        for wrong in [
            "",
            "e=unknown-user",
            "m=ext,r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=4096",
            "r=rOprNGfwEbeRWgbNEkqO,s=W22Z,i=4096",
            "r=otherNonceOtherNonceX,s=W22Z,i=4096",
            "r=rOprNGfwEbeRWgbNEkqOx,i=4096",
            "r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=4095",
            "r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=16385",
            "r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=99999999999",
            "r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=-1",
            "r=rOprNGfwEbeRWgbNEkqOx,s=!,i=4096",
        ] {
            let error = begun().respond(Some(wrong.as_bytes()), &mut out).expect_err("is wrong");
            assert_eq!(error, broken(0), "{wrong}");
        }
        let long = std::format!("r=rOprNGfwEbeRWgbNEkqOx,s={},i=4096", "AAAA".repeat(43));
        assert_eq!(begun().respond(Some(long.as_bytes()), &mut out), Err(broken(0)));
        assert_eq!(begun().respond(Some(b"r=\xff"), &mut out), Err(broken(2)));
        assert_eq!(begun().respond(None, &mut out), Err(broken(0)));
    }

    #[test]
    fn names_are_escaped_and_tokens_marked() {
        let mut scram = Scram::<Sha512>::new("a=b,,c", "", [0; NONCE]).for_token();
        let mut out = [0; 80];
        let Ok(Step::Send(len)) = scram.respond(None, &mut out) else { panic!("is too long") };
        let expected = "n,,n=a=3Db=2C=2Cc,r=AAAAAAAAAAAAAAAAAAAA,tokenauth=true";
        assert_eq!(str::from_utf8(&out[..len]), Ok(expected));
    }
}
