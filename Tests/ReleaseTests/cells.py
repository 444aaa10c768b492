# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The programs of the matrix: one protocol with a parent object and delegates for each cell.

A cell is called after the access of its protocol and the number of classes that conform to it in source, besides the
proxy: `internal1`. Its program prints what the delegate added up, what an observer saw and what was recorded.
"""

ACCESS = {
    "private": "private",
    "fileprivate": "fileprivate",
    "internal": "",
    "package": "package",
    "public": "public",
    "usableFromInline": "@usableFromInline",
}
#: Seen from outside of the module, so that the optimiser does not count their conforming types.
OPEN = ["package", "public", "usableFromInline"]
#: Seen from one file only, where only the macro and a person can write.
CLOSED = ["private", "fileprivate"]
CELLS = [f"{access}{count}" for access in ACCESS for count in (1, 2)]
#: What a cell prints when nothing goes past its proxy: 5 and 7, and the calls of both requirements.
RIGHT = "added 12 observed 2 recorded 3 answered 12"


def access_of(cell):
    return cell[:-1]


def type_name(cell):
    return cell[0].upper() + cell[1:]


def words(cell):
    """The access of a cell's parent object and its members."""
    access = ACCESS[access_of(cell)]
    return ("fileprivate", "") if access_of(cell) in CLOSED else (access, access)


def declarations(cell, attribute=""):
    """The protocol, its parent object and its delegates."""
    name, (owner, member) = type_name(cell), words(cell)
    delegate = "fileprivate" if access_of(cell) in CLOSED else ""
    text = f"""
{attribute} {ACCESS[access_of(cell)]} protocol {name}Delegate: AnyObject {{
    func {cell}Owner(_ owner: {name}Owner, didReceive bytes: Int)
    func sum(of owner: {name}Owner) -> Int
}}

{owner} final class {name}Owner {{
    {member} weak var delegate: (any {name}Delegate)?
    {member} init() {{}}
    {member} func run() -> Int {{
        delegate?.{cell}Owner(self, didReceive: 5)
        delegate?.{cell}Owner(self, didReceive: 7)
        return delegate?.sum(of: self) ?? -1
    }}
}}

{delegate} final class {name}User: {name}Delegate {{
    // Where optimised code takes the proxy for this class, it reads something else in its place.
    var added = 0
    func {cell}Owner(_ owner: {name}Owner, didReceive bytes: Int) {{ added += bytes }}
    func sum(of owner: {name}Owner) -> Int {{ added }}
}}
"""
    if cell.endswith("2"):
        text += f"""
{delegate} final class {name}Other: {name}Delegate {{
    func {cell}Owner(_ owner: {name}Owner, didReceive bytes: Int) {{ print("other", bytes) }}
    func sum(of owner: {name}Owner) -> Int {{ 0 }}
}}
"""
    return text


def run(cell):
    """The function that runs a cell."""
    name = type_name(cell)
    # A second class that nobody uses would be removed from the program.
    other = f"let other = {name}Other()\n    owner.delegate = other" if cell.endswith("2") else ""
    return f"""
func run{name}() throws {{
    let owner = {name}Owner()
    let user = {name}User()
    {other}
    owner.delegate = user
    let proxy = try {name}DelegateProxy.proxy(for: owner, retain: .always)
    var observed = 0
    let subscription = proxy.methodInvoked({name}DelegateProxy.Selectors.didReceive).subscribe(onNext: {{ _, _ in observed += 1 }})
    let answered = owner.run()
    subscription.dispose()
    Recorder.shared.flush()
    print("added", user.added, "observed", observed, "recorded", Recorder.shared.status.recorded, "answered", answered)
    withExtendedLifetime((user, proxy)) {{}}
}}
"""


def by_hand(cell):
    """The proxy as a person writes it."""
    name, closed = type_name(cell), access_of(cell) in CLOSED
    return f"""
{"fileprivate" if closed else ""} final class {name}DelegateProxy: DelegateProxy<{name}Owner, any {name}Delegate>, DelegateProxyType,
    {name}Delegate, @unchecked Sendable
{{
    enum Selectors {{
        static let didReceive = MethodSelector<{name}DelegateProxy, ({name}Owner, Int), Void>(
            "{cell}Owner(_:didReceive:)", of: "{name}Delegate", parameters: ["owner", "bytes"])
        static let sum = MethodSelector<{name}DelegateProxy, {name}Owner, Int>(
            "sum(of:)", of: "{name}Delegate", parameters: ["owner"])
    }}

    override class var requirements: [AnyMethodSelector] {{ [AnyMethodSelector(Selectors.didReceive), AnyMethodSelector(Selectors.sum)] }}

    static func registerKnownImplementations() {{
        register {{ {name}DelegateProxy(parentObject: $0, delegateProxy: {name}DelegateProxy.self) }}
    }}

    static func currentDelegate(for object: {name}Owner) -> (any {name}Delegate)? {{ object.delegate }}
    static func setCurrentDelegate(_ delegate: (any {name}Delegate)?, to object: {name}Owner) {{ object.delegate = delegate }}

    func {cell}Owner(_ owner: {name}Owner, didReceive bytes: Int) {{
        forward(Selectors.didReceive, (owner, bytes)) {{ $0.{cell}Owner(owner, didReceive: bytes) }}
    }}

    func sum(of owner: {name}Owner) -> Int {{
        forward(Selectors.sum, owner) {{ $0.sum(of: owner) }}
    }}
}}
"""


def main(cells):
    """The program: runs the cell that it is told."""
    cases = "\n".join(f'        case "{cell}": try run{type_name(cell)}()' for cell in cells)
    return f"""
@main
enum Program {{
    static func main() {{
        do {{
            try run(CommandLine.arguments[1])
        }} catch {{
            print("refused", error)
        }}
    }}

    private static func run(_ cell: String) throws {{
        switch cell {{
{cases}
        default: print("no such cell")
        }}
    }}
}}
"""


#: A protocol of somebody else, so to speak: its empty body does not report, and a proxy has to look at the code.
WHO_ANSWERED = """
import ProxyCore

public protocol BellDelegate: AnyObject {
    func bellDidRing(_ bell: Bell)
    func bellDidBreak(_ bell: Bell)
}

extension BellDelegate {
    public func bellDidRing(_ bell: Bell) {}
    public func bellDidBreak(_ bell: Bell) {}
}

public final class Bell {
    public weak var delegate: (any BellDelegate)?
}

/// Silences the bell by an empty method.
public final class Silencer: BellDelegate {
    public func bellDidRing(_ bell: Bell) {}
}

final class BellDelegateProxy: DelegateProxy<Bell, any BellDelegate>, DelegateProxyType, BellDelegate, @unchecked Sendable {
    static let rang = MethodSelector<BellDelegateProxy, Bell, Void>(
        "bellDidRing(_:)", of: "BellDelegate", parameters: ["bell"], traits: .optional)
    static let broke = MethodSelector<BellDelegateProxy, Bell, Void>(
        "bellDidBreak(_:)", of: "BellDelegate", parameters: ["bell"], traits: .optional)

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(rang), AnyMethodSelector(broke)] }

    static func registerKnownImplementations() {
        register { BellDelegateProxy(parentObject: $0, delegateProxy: BellDelegateProxy.self) }
    }

    static func currentDelegate(for object: Bell) -> (any BellDelegate)? { object.delegate }
    static func setCurrentDelegate(_ delegate: (any BellDelegate)?, to object: Bell) { object.delegate = delegate }

    func bellDidRing(_ bell: Bell) { forward(Self.rang, bell) { $0.bellDidRing(bell) } }
    func bellDidBreak(_ bell: Bell) { forward(Self.broke, bell) { $0.bellDidBreak(bell) } }
}

let bell = Bell()
let silencer = Silencer()
bell.delegate = silencer
let proxy = try BellDelegateProxy.proxy(for: bell, retain: .always)
bell.delegate?.bellDidRing(bell)
bell.delegate?.bellDidBreak(bell)
Recorder.shared.flush()
for call in Recorder.shared.invocations().items.sorted(by: { $0.seq < $1.seq }) { print(call.selector.name, call.returnPath.name) }
withExtendedLifetime((silencer, proxy)) {}
"""
