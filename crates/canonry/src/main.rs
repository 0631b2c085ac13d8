//! The program: it only calls the library.

/// A turn is many small allocations on several threads: a quarter of its processor time with the
/// system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    canonry::cli::run()
}
