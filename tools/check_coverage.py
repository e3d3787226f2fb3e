#!/usr/bin/env python3
"""Holds docs/from-uikit.md against the sources: every spelling in its tables exists and is used in a test.

In each table whose columns are UIKit, C, Swift, Python, Deviation and Test, the names between backticks must be:
C: a name of the header, or `struct.field`. Swift: a public type, `Type.member`, or `Type.member(label:)`, with the
labels given in order. Python: a name of the package, `Class.attribute`, or `Class(parameter=)`. Test: `file:name` of a
test function. Every name must also occur in the tests or examples of its language. A language that has no spelling
gets a dash, and the deviation says why.

Needs BAGATELLE_LIBRARY and the package on PYTHONPATH. check_coverage.py [--self-test] [<page>]
"""
# SPDX-License-Identifier: MIT
import importlib
import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/from-uikit.md"
COLUMNS = ["UIKit", "C", "Swift", "Python", "Deviation", "Test"]
SPAN = re.compile(r"`([^`]+)`")
LIST = "addItem removeItem items"
# Every member that the headers of UIKit's dynamics declare must have a row.
DYNAMICS = {
    "UIDynamicAnimator": "init addBehavior removeBehavior removeAllBehaviors referenceView behaviors items updateItem "
                         "isRunning elapsedTime delegate layoutAttributesForCell layoutAttributesForSupplementaryView "
                         "layoutAttributesForDecorationView",
    "UIDynamicAnimatorDelegate": "dynamicAnimatorWillResume dynamicAnimatorDidPause",
    "UIDynamicItem": "center bounds transform collisionBoundsType collisionBoundingPath",
    "UIDynamicItemCollisionBoundsType": "rectangle ellipse path",
    "UIDynamicItemGroup": "init items",
    "UIDynamicBehavior": "addChildBehavior removeChildBehavior childBehaviors action willMove dynamicAnimator",
    "UIGravityBehavior": f"init {LIST} gravityDirection angle magnitude setAngle",
    "UICollisionBehavior": f"init {LIST} collisionMode translatesReferenceBoundsIntoBoundary "
                           "setTranslatesReferenceBoundsIntoBoundary addBoundary boundary removeBoundary "
                           "boundaryIdentifiers removeAllBoundaries collisionDelegate",
    "UICollisionBehavior.Mode": "items boundaries everything",
    "UICollisionBehaviorDelegate": "collisionBehavior",
    "UIAttachmentBehavior": "init slidingAttachment limitAttachment fixedAttachment pinAttachment items "
                            "attachedBehaviorType anchorPoint length damping frequency frictionTorque attachmentRange",
    "UIAttachmentBehavior.AttachmentType": "items anchor",
    "UIFloatRange": "zero infinite isInfinite",
    "UISnapBehavior": "init snapPoint damping",
    "UIPushBehavior": f"init {LIST} mode active angle magnitude pushDirection setAngle targetOffsetFromCenter "
                      "setTargetOffsetFromCenter",
    "UIPushBehavior.Mode": "continuous instantaneous",
    "UIDynamicItemBehavior": f"init {LIST} elasticity friction density resistance angularResistance charge isAnchored "
                             "allowsRotation addLinearVelocity linearVelocity addAngularVelocity angularVelocity",
    "UIFieldBehavior": f"{LIST} position region strength falloff minimumRadius direction smoothness animationSpeed "
                       "dragField vortexField radialGravityField linearGravityField velocityField noiseField "
                       "turbulenceField springField electricField magneticField field",
    "UIRegion": "infinite init inverse union difference intersection contains",
}


def text_of(*patterns):
    return "\n".join(path.read_text() for pattern in patterns for path in sorted(ROOT.glob(pattern)))


# ---- C -----------------------------------------------------------------------------------------
class Header:
    """Names of the header, and the places that use them."""

    def __init__(self):
        code = re.sub(r"/\*.*?\*/", "", (ROOT / "include/bagatelle/bagatelle.h").read_text(), flags=re.S)
        self.names = set(re.findall(r"\b(?:bgt|BGT)_\w+", code))
        self.fields = {name: set(re.findall(r"\b(\w+)\s*[;,]", body))
                       for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", code, flags=re.S)}
        self.used = set(re.findall(r"\w+", text_of("Tests/ABITests/*.[ch]", "bindings/c/examples/*.c")))

    def problem(self, spelling):
        name, _, field = spelling.removesuffix("()").partition(".")
        if name not in self.names:
            return "is not in the header"
        if field and field not in self.fields.get(name, ()):
            return "has no such field"
        if (field or name) not in self.used:
            return "is used in no C test or example"
        return None


# ---- Swift -------------------------------------------------------------------------------------
TYPE = re.compile(r"^(?P<attributes>[\w@() ]*?)\b(?P<kind>class|struct|enum|protocol|extension)\s+(?P<name>[\w.]+)"
                  r"(?:<[^>]*>)?\s*(?::\s*(?P<bases>[^{]*))?$")
MEMBER = re.compile(r"\b(?:func\s+(?P<func>\w+|[-+*/=<>]+)|(?:var|let)\s+(?P<var>\w+)|(?P<init>init\??)|(?P<alias>typealias)"
                    r"\s+(?P<aliased>\w+))\s*(?:<[^>]*>)?(?P<rest>\(?.*)", re.S)


def without_comments(code):
    code = re.sub(r'"""(.*?)"""', '""', code, flags=re.S)
    code = re.sub(r'"(\\.|[^"\\\n])*"', '""', code)
    return re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#(if|else|elseif|endif)[^\n]*", "", code, flags=re.S | re.M)


def arguments(rest):
    """Of a parameter list: label and whether it has a default, in order."""
    depth, piece, pieces = 0, "", []
    for sign in rest:
        if sign in "([{<":
            depth += 1
            if depth == 1:
                continue
        if sign in ")]}" or sign == ">" and not piece.endswith("-"):
            depth -= 1
            if depth == 0:
                break
        if sign == "," and depth == 1:
            pieces.append(piece)
            piece = ""
        else:
            piece += sign
    if piece.strip():
        pieces.append(piece)
    return [(piece.split(":")[0].split()[0], "=" in piece.split(":", 1)[-1]) for piece in pieces if ":" in piece]


class Sources:
    """Public types of the Swift modules with their public members."""

    def __init__(self):
        self.types, self.members, self.bases = set(), {}, {}
        for module in ("BagatelleCore", "Bagatelle"):
            for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
                self.read(without_comments(path.read_text()))
            if module == "BagatelleCore":  # its types are public only by another name
                self.types = set()
        self.used = text_of("Tests/**/*.swift", "Examples/**/*.swift")

    def read(self, code):
        scopes, at, start, nesting = [], 0, 0, 0  # scopes: (type or None, whether its members are public)
        while at < len(code):
            sign = code[at]
            nesting += (sign in "([") - (sign in ")]")
            if nesting == 0 and sign in "{};\n":
                statement = code[start:at].strip()
                inside = not scopes or scopes[-1][0] is not None
                # A statement goes on over the end of a line when a line ends in an operator or begins with one.
                if sign == "\n" and (not statement or self.goes_on(statement, code[at:])):
                    at += 1
                    continue
                if inside and statement:
                    self.note(statement, scopes)
                if sign == "{":
                    scopes.append(self.scope(statement, scopes) if inside else (None, False))
                elif sign == "}" and scopes:
                    scopes.pop()
                start = at + 1
            at += 1

    @staticmethod
    def goes_on(statement, rest):
        following = rest.lstrip()
        return statement[-1] in ",:=&" or following[:2] in ("->", "{\n", "{ ") or following.startswith(("throws", ": "))

    def scope(self, statement, scopes):
        match = TYPE.match(" ".join(statement.split()))
        if not match:
            return None, False
        outer = ".".join(scope[0] for scope in scopes)
        name = f"{outer}.{match['name']}" if outer else match["name"]
        is_public = bool(re.search(r"\b(public|open)\b", match["attributes"]))
        kind = match["kind"]
        if is_public and kind != "extension":
            self.types.add(name)
        if kind != "extension" or match["bases"]:
            bases = re.split(r"[,\s]+where\b", match["bases"] or "")[0]
            self.bases.setdefault(name, []).extend(part.strip() for part in bases.split(",") if part.strip())
        return match["name"], kind == "protocol" or (is_public and kind == "extension")

    def note(self, statement, scopes):
        if not scopes:
            alias = re.match(r"public typealias (\w+) = ([\w.]+)", statement)
            if alias:
                self.types.add(alias[1])
                self.bases.setdefault(alias[1], []).append(alias[2].split(".")[-1])
            return
        owner, all_public = ".".join(scope[0] for scope in scopes), scopes[-1][1]
        members = self.members.setdefault(owner, {})
        if re.match(r"(indirect )?case\b", statement):
            for name in re.findall(r"(?:^case|,)\s*(\w+)", re.sub(r"\([^)]*\)", "", statement)):
                members.setdefault(name, [])
            return
        match = MEMBER.search(statement)
        if not match or not (all_public or re.search(r"\b(public|open)\b", statement[:match.start()])):
            return
        name = match["func"] or match["var"] or match["aliased"] or "init"
        members.setdefault(name, []).append(arguments(match["rest"]) if match["rest"].startswith("(") else [])

    def find(self, owner, member, seen=()):
        """Every list of arguments that the member has; None when there is none of that name."""
        if owner in seen:
            return None
        found = self.members.get(owner, {}).get(member)
        for base in self.bases.get(owner, ()):
            theirs = self.find(base, member, (*seen, owner))
            if theirs is not None:
                found = (found or []) + theirs
        return found

    def problem(self, spelling):
        match = re.fullmatch(r"([\w.]+?)(?:\.(\w+)(?:\(((?:\w+:)*)\))?)?", spelling)
        if match and match[2] is None or match and match[2][0].isupper() and spelling in self.types:
            if spelling not in self.types:
                return "is no public type"
            return None if re.search(rf"\b{spelling.split('.')[-1]}\b", self.used) else "is used in no Swift test"
        if not match:
            return "is not written as Type.member(label:)"
        owner, member, labels = match.groups()
        if owner not in self.types:
            return f"has no public type {owner}"
        known = self.find(owner, member)
        if known is None:
            return "is no public member"
        if labels is not None and not any(self.fits(labels.split(":")[:-1], one) for one in known):
            return "has other argument labels"
        if member == "init":
            use = rf"\b{owner.split('.')[-1]}\("
        else:
            use = rf"\.`?{member}\b|\bfunc {member}\b|\b{member}:"
        return None if re.search(use, self.used) else "is used in no Swift test"

    @staticmethod
    def fits(labels, known):
        wanted = list(labels)
        for label, has_default in known:
            if wanted and wanted[0] == label:
                wanted.pop(0)
            elif not has_default:
                return False
        return not wanted


# ---- Python ------------------------------------------------------------------------------------
class Package:
    """The Python package, and the places that use it."""

    def __init__(self):
        self.package = importlib.import_module("bagatelle")
        self.used = text_of("bindings/python/tests/*.py", "bindings/python/bagatelle/examples/*.py")

    def problem(self, spelling):
        match = re.fullmatch(r"([\w.]+)(?:\((\w+)=\))?", spelling)
        if not match:
            return "is not written as Class.attribute or Class(parameter=)"
        names, parameter = match[1].split("."), match[2]
        if names[0] not in self.package.__all__:
            return "is not public in bagatelle"
        found = self.package
        for name in names:
            if name.startswith("_") or not hasattr(found, name):
                return f"has no attribute {name}"
            found = getattr(found, name)
        if parameter and parameter not in inspect.signature(found).parameters:
            return f"has no parameter {parameter}"
        last = parameter or names[-1]
        use = rf"\b{last}=" if parameter else rf"\b{last}\b"
        return None if re.search(use, self.used) else "is used in no Python test"


# ---- Tests and pages -----------------------------------------------------------------------------
class Tests:
    """Test functions by file."""

    def __init__(self):
        self.files = {path.name: path for folder in ("Tests", "bindings/python/tests")
                      for path in (ROOT / folder).rglob("*") if path.suffix in (".c", ".swift", ".py")}

    def problem(self, spelling):
        file, _, name = spelling.partition(":")
        if file not in self.files:
            return "names no file of tests"
        if not re.search(rf"\b(?:void|int|func|def) `?{re.escape(name)}`?\(", self.files[file].read_text()) or not name:
            return "names no function of that file"
        return None


def rows(page):
    """Line number and cells of each row of each coverage table."""
    inside = False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] if line.startswith("|") else []
        if cells == COLUMNS:
            inside = True
        elif not cells:
            inside = False
        elif inside and not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            yield number, cells


def missing(page):
    """Members of UIKit's dynamics without a row. In a cell of several names, those after the first share its class."""
    found = set()
    for _, cells in rows(page):
        names = [name.split("(")[0] for name in SPAN.findall(cells[0])]
        owner = names[0].rpartition(".")[0] if names else ""
        found.update(name if "." in name else f"{owner}.{name}" for name in names)
    wanted = [f"{owner}.{member}" for owner, members in DYNAMICS.items() for member in members.split()]
    return [f"{name} of UIKit has no row" for name in wanted if name not in found]


def problems_of(page, checks):
    found, seen = [], {}
    for number, cells in rows(page):
        def tell(what, number=number):
            found.append(f"line {number}: {what}")
        if len(cells) != len(COLUMNS):
            tell(f"{len(cells)} cells, not {len(COLUMNS)}")
            continue
        row = dict(zip(COLUMNS, cells))
        if row["UIKit"] in seen:
            tell(f"{row['UIKit']} has a row already, in line {seen[row['UIKit']]}")
        seen[row["UIKit"]] = number
        for column, check in checks.items():
            spellings = SPAN.findall(row[column])
            if not spellings and (row[column] != "—" or column == "Test" or not row["Deviation"]):
                tell(f"{column} of {row['UIKit']} names nothing and no deviation says why")
            for spelling in spellings:
                problem = check.problem(spelling)
                if problem:
                    tell(f"{column}: {spelling} {problem}")
    return found if seen else ["no table with the columns " + ", ".join(COLUMNS)]


GOOD = {
    "UIKit": "`UIGravityBehavior.angle`", "C": "`bgt_gravity_get_angle`, `bgt_gravity_def.direction`",
    "Swift": "`GravityBehavior.angle`, `GravityBehavior.addItem(_:)`, `GravityBehavior.init(items:)`",
    "Python": "`GravityBehavior.angle`, `GravityBehavior(items=)`", "Deviation": "",
    "Test": "`abi_test.c:the_tree_has_rules`, `TreeTests.swift:onePlace`",
}
BAD = [
    ("C", "`bgt_gravity_get_angel`"), ("C", "`bgt_gravity_def.size`"), ("C", ""), ("C", "—"),
    ("Swift", "`GravityBehavior.angel`"), ("Swift", "`GravityBehaviour.angle`"), ("Swift", "`GravityBehaviour`"),
    ("Swift", "`GravityBehavior.addItem(item:)`"), ("Swift", "`PushBehavior.isWaiting`"),
    ("Python", "`GravityBehavior.angel`"), ("Python", "`Gravity.angle`"), ("Python", "`GravityBehavior(item=)`"),
    ("Python", "`GravityBehavior._id`"), ("Test", "`abi_test.c:the_tree_has_no_rules`"), ("Test", "`no_test.c:main`"),
    ("Test", "—"),
]


def self_test(checks):
    """A row of right spellings passes; with any of them wrong it fails."""
    def page(row):
        lines = [COLUMNS, ["---"] * len(COLUMNS), [row[column] for column in COLUMNS]]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    failures = [f"self-test: refused {problem}" for problem in problems_of(page(GOOD), checks)]
    for column, cell in BAD:
        if not problems_of(page({**GOOD, column: cell}), checks):
            failures.append(f"self-test: took {cell or 'an empty cell'} for {column}")
    if "UIGravityBehavior.angle of UIKit has no row" in missing(page(GOOD)) or len(missing(page(GOOD))) < 100:
        failures.append("self-test: missing rows are not told")
    if not problems_of("| a | b |\n| --- | --- |\n| `x` | `y` |", checks):
        failures.append("self-test: took a page without a table")
    return failures


if __name__ == "__main__":
    checks = {"C": Header(), "Swift": Sources(), "Python": Package(), "Test": Tests()}
    names = [argument for argument in sys.argv[1:] if argument != "--self-test"]
    failures = self_test(checks)
    if "--self-test" not in sys.argv:
        page = (Path(names[0]) if names else PAGE).read_text()
        failures += problems_of(page, checks) + missing(page)
        print(sum(1 for _ in rows(page)), "rows")
    print("\n".join(failures) or "ok")
    sys.exit(bool(failures))
