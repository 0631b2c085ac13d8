//! Whom a hook trusts over https: the platform's certificate authorities, and those of a file that is named.
//! A certificate is always verified; nothing turns that off.

use crate::bounded;
use engine::limits;
use logic::text::Phrase;
use std::path::Path;
use std::sync::Arc;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

/// Where systems keep the authorities they trust.
const PLATFORM: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// How an https address is spoken to.
pub fn config(ca_file: Option<&Path>) -> Result<TlsConfig, Phrase> {
    let mut trusted = platform();
    if let Some(path) = ca_file {
        let own = certificates(path).unwrap_or_default();
        if own.is_empty() {
            let path = path.display();
            return Err(Phrase::new(
                format!("`ca_file` {path} holds no certificate that can be read"),
                format!("`ca_file` {path} ne contient aucun certificat lisible"),
            ));
        }
        trusted.extend(own);
    }
    if trusted.is_empty() {
        return Err(Phrase::new(
            "this system names no certificate authority that it trusts; set SSL_CERT_FILE, or `ca_file` of the hook",
            "ce système ne nomme aucune autorité de certification ; donnez SSL_CERT_FILE, ou `ca_file` du hook",
        ));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&trusted))
        .unversioned_rustls_crypto_provider(provider)
        .build())
}

/// Whether somebody was reached, and not trusted.
pub fn is_refused(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Rustls(_) => true,
        ureq::Error::Io(error) => error
            .get_ref()
            .is_some_and(|cause| cause.is::<rustls::Error>()),
        _ => false,
    }
}

/// What the platform trusts: the file that SSL_CERT_FILE names, else the first that is there.
fn platform() -> Vec<Certificate<'static>> {
    if let Some(named) = std::env::var_os("SSL_CERT_FILE") {
        return certificates(Path::new(&named)).unwrap_or_default();
    }
    let mut found = PLATFORM
        .iter()
        .filter_map(|path| certificates(Path::new(path)));
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

fn certificates(path: &Path) -> Option<Vec<Certificate<'static>>> {
    let bytes = bounded::bytes(path, limits::SCRIPT_BYTES).ok()?;
    let items = parse_pem(&bytes).filter_map(Result::ok);
    let found = items.filter_map(|item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    });
    Some(found.collect())
}
