"""What scripts/mutations and scripts/mutants share: a copy of the project in which every break stands
behind a switch, and the tests that are run with one of them switched on.

Building is what takes long, so all breaks are built at once: the function that a break is in gets both
bodies, and `CANONRY_BREAK=n` in the environment chooses the n-th broken one. A break outside of any
function, or one that does not compile so, is built alone."""
import json, os, re, shutil, subprocess, time
from pathlib import Path

root = Path(__file__).resolve().parent.parent
copy, build, page = root / "target/mutations", root / "target/mutations-build", root / "docs/mutations.md"
SWITCH = '''
/// Only in this copy: which break is switched on.
pub mod broken {
    use std::sync::OnceLock;
    pub fn on(number: u32) -> bool {
        static ON: OnceLock<u32> = OnceLock::new();
        *ON.get_or_init(|| std::env::var("CANONRY_BREAK").ok().and_then(|text| text.parse().ok()).unwrap_or(0)) == number
    }
    pub fn text(text: &str) -> String {
        match (std::env::var("CANONRY_BREAK_FIND"), std::env::var("CANONRY_BREAK_REPLACE")) {
            (Ok(find), Ok(replace)) => text.replace(&find, &replace),
            _ => text.to_owned(),
        }
    }
}
'''
SQL_FILE, SQL_USER = "crates/canonry/src/store/postgres/schema.sql", "crates/canonry/src/store/postgres/schema.rs"


class Break:
    """A file with some of its text replaced: `edits` are (start, end, new) in characters."""

    def __init__(self, name, file, edits):
        self.name, self.file, self.edits, self.number = name, file, edits, 0

    def apply(self, text):
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text


def tokens(text):
    """Where comments and literals are, so that their braces do not count."""
    pattern = r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\[^\']+|[^\'\\])\''
    return [match.span() for match in re.finditer(pattern, text, re.S)]


def blank(text):
    out = list(text)
    for start, end in tokens(text):
        for at in range(start, end):
            if out[at] != "\n":
                out[at] = " "
    return "".join(out)


def function_around(text, start, end):
    """The body (its braces included) of the innermost function that holds the place."""
    plain, best = blank(text), None
    for match in re.finditer(r"\bfn\s+\w+", plain):
        if match.start() > start:
            break
        depth, at = 0, match.end()
        while at < len(plain) and not (plain[at] in "{;" and depth == 0):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(plain[at], 0)
            at += 1
        if at == len(plain) or plain[at] == ";":
            continue
        depth, close = 0, at
        while close < len(plain):
            depth += {"{": 1, "}": -1}.get(plain[close], 0)
            if depth == 0:
                break
            close += 1
        if at < start and end <= close:
            best = (at, close + 1)
    return best


def with_switches(text, breaks):
    """The file with every one of the breaks behind its switch; and those that cannot be."""
    bodies, alone = {}, []
    for one in breaks:
        places = {function_around(text, start, end) for start, end, _ in one.edits}
        if len(places) == 1 and None not in places:
            bodies.setdefault(places.pop(), []).append(one)
        else:
            alone.append(one)
    for (open_, close), inside in sorted(bodies.items(), reverse=True):
        original = text[open_:close]
        chain = ""
        logic = "crate" if inside[0].file.startswith("crates/logic/") else "logic"
        for one in inside:
            edits = [(start - open_, end - open_, new) for start, end, new in one.edits]
            body = Break(one.name, one.file, edits).apply(original)
            chain += f"if {logic}::broken::on({one.number}) /*break {one.number}*/ {body} /*end of break*/ else "
        text = text[:open_] + "{ " + chain + original + " }" + text[close:]
    return text, alone


def make_copy(breaks=()):
    """The project's files, with all of the breaks behind switches. Gives those that are not in it."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = {name for name in subprocess.check_output(command, cwd=root, text=True).splitlines() if (root / name).exists()}
    copy.mkdir(parents=True, exist_ok=True)
    for path in copy.rglob("*"):
        if path.is_file() and ".git" not in path.relative_to(copy).parts and str(path.relative_to(copy)) not in names:
            path.unlink()
    files, alone = {}, []
    for one in breaks:
        files.setdefault(one.file, []).append(one)
    for name in sorted(names):
        new = (root / name).read_bytes()
        if name in files and name != SQL_FILE:
            text, left = with_switches(new.decode(), files[name])
            new, alone = text.encode(), alone + left
        if name == "crates/logic/src/lib.rs":
            new += SWITCH.encode()
        if name == SQL_USER:
            new = new.replace(b"batch_execute(TABLES)", b"batch_execute(&logic::broken::text(TABLES))")
        if name == "crates/canonry/tests/common/program.rs":
            kept = b".env_clear().envs(std::env::vars().filter(|(name, _)| name.starts_with(\"CANONRY_BREAK\")))"
            new = new.replace(b".env_clear()", kept)
        # What is as it was keeps its time, so that it is not built again.
        old = copy / name
        old.parent.mkdir(parents=True, exist_ok=True)
        if not old.exists() or old.read_bytes() != new:
            old.write_bytes(new)
            shutil.copymode(root / name, old)
    if not (copy / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=copy)
    return alone


def package_of(test):
    return f"canonry-{test}" if test in ("engine", "logic") else "canonry"


def compile(tests):
    """Builds the named tests: what to run for each, or the messages that say why not."""
    env = dict(os.environ, CARGO_TARGET_DIR=str(build), CARGO_PROFILE_CI_OPT_LEVEL="0", CARGO_PROFILE_CI_INCREMENTAL="true")
    packages = [word for package in sorted({package_of(test) for test in tests}) for word in ("-p", package)]
    wanted = [word for test in sorted(tests) for word in ("--test", test)]
    command = ["cargo", "test", "--locked", "--profile", "ci", *packages, "--no-run", "--message-format=json", *wanted]
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True)
    programs, errors = {}, []
    for line in done.stdout.splitlines():
        message = json.loads(line) if line.startswith("{") else {}
        if message.get("reason") == "compiler-artifact" and message.get("executable") and message["profile"]["test"]:
            programs[message["target"]["name"]] = message["executable"]
        if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
            errors.append(message["message"])
    if done.returncode != 0 and not errors:
        raise SystemExit(done.stderr)
    return programs, errors


def culprits(errors):
    """The numbers of the breaks in which the compiler found something, and what."""
    found = {}
    for error in errors:
        for span in error["spans"]:
            path = copy / span["file_name"]
            if path.suffix == ".rs" and path.exists():
                before = path.read_bytes()[: span["byte_end"]].decode(errors="ignore")
                marks = re.findall(r"/\*break (\d+)\*/|/\*(end of break)\*/", before)
                if marks and marks[-1][0]:
                    found[int(marks[-1][0])] = error["message"]
    return found


def build_all(breaks, tests, skip=()):
    """Everything at once, whatever is run of it, so that running some of it builds nothing again. Gives
    the programs, and the breaks that have to be built alone."""
    for number, one in enumerate(breaks, 1):
        one.number = number
    inside = [one for one in breaks if one.name not in skip]
    for one in breaks:
        one.error = ""
    while True:
        alone = make_copy(inside)
        programs, errors = compile(tests)
        if not errors:
            return programs, [one for one in breaks if one not in inside or one in alone]
        guilty = culprits(errors)
        if not guilty:
            raise SystemExit("\n".join(error["rendered"] or error["message"] for error in errors[:3]))
        for one in inside:
            one.error = guilty.get(one.number, "")
        inside = [one for one in inside if not one.error]


def build_alone(one, tests):
    """One break, without a switch. Gives the programs, or nothing if it does not compile."""
    make_copy()
    path = copy / one.file
    path.write_text(one.apply((root / one.file).read_text()))
    programs, errors = compile(tests)
    return None if errors else programs


# Seconds that each choice of tests takes without any break, and how long it may take at most.
calm, CALM_LIMIT = {}, 900


def run(programs, tests, one=None, case=""):
    """What the tests say: `survives`, or `noticed` and by which. `tests` is a name and maybe a filter.
    What fails without any break shows nothing, so each choice of tests is tried so once."""
    if one and (tests, case) not in calm:
        started = time.time()
        outcome, failed = run(programs, tests, case=case)
        if outcome != "survives":
            raise SystemExit(f"{tests} {case} without any break: {outcome} {failed}")
        calm[tests, case] = time.time() - started
    test, *words = tests.split()
    env = dict(os.environ, RUST_MIN_STACK="16777216", CANONRY_SIM_TURNS="6000", CANONRY_KILLS="5", CANONRY_FLIPS="100", CASE=case)
    if one and one.file == SQL_FILE:
        [(start, end, new)] = one.edits
        env |= {"CANONRY_BREAK_FIND": (root / SQL_FILE).read_text()[start:end], "CANONRY_BREAK_REPLACE": new}
    elif one:
        env["CANONRY_BREAK"] = str(one.number)
    # A function with two bodies needs a deeper stack. What runs four times as long as it does whole, and for
    # minutes, goes round in circles.
    limit = max(150, 4 * calm[tests, case]) if one else CALM_LIMIT
    command = ["timeout", "--kill-after=20", str(int(limit)), programs[test], *words]
    folder = copy / "crates" / package_of(test).removeprefix("canonry-")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode in (124, 137):
        slow = re.findall(r"^test (\S+) has been running for over", done.stdout, re.M)
        return "noticed", [f"{name} (never ends)" for name in slow] or ["never ends"]
    failed = sorted(set(re.findall(r"^test (\S+)(?: - should panic)? \.\.\. FAILED", done.stdout, re.M)))
    failed = failed or sorted(set(re.findall(r"^    (\w+(?:::\w+)*)$", done.stdout, re.M)))
    if done.returncode != 0:
        return "noticed", failed or ["the tests fell over"]
    passed = sum(int(count) for count in re.findall(r"^test result: .*?(\d+) passed", done.stdout, re.M))
    return ("survives", []) if passed else ("ran no test", [])


def taken(name):
    """What stands between the marks of that name on the page."""
    return page.read_text().split(f"<!-- {name} -->\n", 1)[1].split(f"<!-- end of {name} -->", 1)[0]


def put(name, text):
    """Puts `text` between the marks of that name on the page."""
    before, rest = page.read_text().split(f"<!-- {name} -->\n", 1)
    _, after = rest.split(f"<!-- end of {name} -->", 1)
    page.write_text(f"{before}<!-- {name} -->\n{text}\n<!-- end of {name} -->{after}")
