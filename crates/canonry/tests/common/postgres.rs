//! A throw-away PostgreSQL for tests: its own cluster on a free loopback port, gone with its owner.
//! A machine without PostgreSQL fails the test; it never passes it silently.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const MISSING: &str = "PostgreSQL is not installed: run scripts/test, it installs postgresql";

pub struct Cluster {
    folder: PathBuf,
    port: u16,
    server: Child,
    databases: AtomicUsize,
}

impl Cluster {
    pub fn start() -> Cluster {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("canonry-pg-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let user = User::that_may_run_postgres();
        user.own(&folder);
        let made = user
            .command(&binary("initdb"))
            .args([
                "--username=canonry",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--pgdata",
            ])
            .arg(folder.join("data"))
            .output()
            .expect("initdb can be started");
        assert!(
            made.status.success(),
            "initdb failed: {}",
            String::from_utf8_lossy(&made.stderr)
        );
        for _ in 0..5 {
            if let Some((server, port)) = serve(&folder, &user) {
                return Cluster {
                    folder,
                    port,
                    server,
                    databases: AtomicUsize::new(0),
                };
            }
        }
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        panic!("PostgreSQL did not start:\n{log}");
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgresql://canonry@127.0.0.1:{}/{database}", self.port)
    }

    /// The address of a new, empty database.
    pub async fn database(&self) -> String {
        let name = format!("d{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let (client, connection) =
            tokio_postgres::connect(&self.url("postgres"), tokio_postgres::NoTls)
                .await
                .expect("the cluster can be reached");
        let connection = tokio::spawn(connection);
        client
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .await
            .expect("a database can be created");
        drop(client);
        let _ = connection.await;
        self.url(&name)
    }
}

/// Also on panic: nothing is left running.
impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = Command::new("kill")
            .args(["-INT", &self.server.id().to_string()])
            .status();
        let started = Instant::now();
        while matches!(self.server.try_wait(), Ok(None)) {
            if started.elapsed() > Duration::from_secs(10) {
                let _ = self.server.kill();
                let _ = self.server.wait();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts the server and waits until it answers; `None` if it ended (somebody else took the port).
fn serve(folder: &Path, user: &User) -> Option<(Child, u16)> {
    let port = TcpListener::bind(("127.0.0.1", 0))
        .and_then(|free| free.local_addr())
        .expect("a port is free")
        .port();
    let log = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("log"))
        .expect("the log is writable");
    let mut server = user
        .command(&binary("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .args([
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            &format!("port={port}"),
            "-c",
            "fsync=on",
        ])
        .args(["-c", "max_connections=200", "-c", "shared_buffers=64MB"])
        .arg("-k")
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("postgres can be started");
    let started = Instant::now();
    loop {
        if server
            .try_wait()
            .expect("the server can be asked")
            .is_some()
        {
            return None;
        }
        let ready = Command::new(binary("pg_isready"))
            .args([
                "-q",
                "-h",
                "127.0.0.1",
                "-U",
                "canonry",
                "-d",
                "postgres",
                "-p",
                &port.to_string(),
            ])
            .status();
        if ready.is_ok_and(|ready| ready.success()) {
            return Some((server, port));
        }
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "PostgreSQL does not answer"
        );
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Debian keeps the binaries apart, newest version last; elsewhere they are in the path.
fn binary(name: &str) -> PathBuf {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|version| {
            Some((
                version.file_name().to_str()?.parse().ok()?,
                version.path().join("bin").join(name),
            ))
        })
        .filter(|(_, path)| path.is_file())
        .collect();
    versions.sort();
    if let Some((_, newest)) = versions.pop() {
        return newest;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .expect(MISSING)
}

/// PostgreSQL refuses to run as root: then it runs as `postgres`.
struct User(Option<(u32, u32)>);

impl User {
    fn that_may_run_postgres() -> User {
        let root = fs::metadata("/proc/self")
            .is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
        if !root {
            return User(None);
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let ids = users.lines().find_map(|line| {
            let mut fields = line.split(':');
            (fields.next() == Some("postgres")).then_some(())?;
            let user = fields.nth(1)?.parse().ok()?;
            Some((user, fields.next()?.parse().ok()?))
        });
        User(Some(ids.expect(MISSING)))
    }

    fn own(&self, folder: &Path) {
        if let Some((user, group)) = self.0 {
            chown(folder, Some(user), Some(group)).expect("root may give folders away");
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("our own folder");
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir("/")
            .stdin(Stdio::null())
            .env("LC_ALL", "C");
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }
}
