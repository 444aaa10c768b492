# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Writes a Swift program that passes values of random types through a protocol, and knows what each of them is.

    python3 random_types.py SEED > program.swift
"""
import collections
import dataclasses
import pathlib
import random
import re
import sys
import typing

PRELUDE = pathlib.Path(__file__).resolve().parent / "programs" / "facts.swift"
METHODS = 150
TYPES = 200
# Deeper parts of a value are not recorded.
DEPTH = 4
# Integers beyond these are texts in JSON.
EXACT = 2**53


@dataclasses.dataclass(frozen=True)
class Type:
    text: str
    # An expression of the type and the value's plain form: see `plain` in programs.py.
    make: typing.Callable[[], tuple[str, typing.Any]]


NEVER = Type("Never", None)


@dataclasses.dataclass(frozen=True)
class Parameter:
    label: str
    type: Type
    before: tuple[str, typing.Any]
    # The value that an inout parameter is given.
    after: tuple[str, typing.Any] | None = None
    is_generic: bool = False


@dataclasses.dataclass(frozen=True)
class Call:
    """What is expected of each call of one requirement."""
    name: str
    types: list
    arguments: list
    # For each argument a list with its value after the call; None unless it is inout.
    after: list
    # "Void" for nothing.
    result_type: str
    result: typing.Any
    # A list with the error that is thrown; None if there is none.
    error: list | None = None
    error_type: str = ""


def plain_integer(number):
    return str(number) if abs(number) > EXACT else number


def nesting(plain):
    """Levels of values in values."""
    return 1 + max(map(nesting, plain)) if isinstance(plain, list) and plain else 0


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.declarations = []
        # Of types whose values are aligned to more than 8 bytes.
        self.alignments = {"SIMD8<Float>": 32, "SIMD4<Double>": 32}
        for name in ["Int128", "UInt128", "SIMD2", "SIMD3", "SIMD4", "SIMD8", "SIMD16"]: self.alignments[name] = 16
        # Generic types that exist: functions from arguments to types.
        self.templates = [
            (1, self.box), (2, self.pair), (1, self.either), (1, self.tree), (2, self.inner), (1, self.outcome)]

    # Types

    def type(self, depth, is_part=True):
        """A random type; not for the parameter of a function unless it is part of another one."""
        compound = [
            (16, self.optional), (10, self.tuple), (26, self.structure), (26, self.enumeration), (12, self.generic),
            (6, self.collection),
        ]
        if depth <= 0 or self.random.random() < 0.4: return self.simple(is_part)
        return self.pick(compound)(depth - 1)

    def pick(self, weighted):
        return self.random.choices([item for _, item in weighted], [weight for weight, _ in weighted])[0]

    def simple(self, is_part):
        kinds = [
            (40, self.number), (10, self.text), (8, self.object), (12, self.existential), (6, self.vector),
            (8, self.small_enum), (4, self.range), (3, self.reference), (2, self.duration),
        ]
        # Alone, they are not recorded.
        if is_part: kinds += [(3, self.nothing), (3, self.function), (3, self.metatype)]
        return self.pick(kinds)()

    def number(self):
        name = self.random.choice(
            ["Int", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Int128",
             "UInt128", "Bool", "Bool", "Double", "Double", "Float", "Float", "CGFloatLike"])
        return Type(name, lambda: self.number_value(name))

    def number_value(self, name):
        if name == "Bool":
            value = self.random.random() < 0.5
            return str(value).lower(), value
        if name in ("Double", "Float", "CGFloatLike"):
            value = self.random.randint(-9_999, 9_999) / 8
            return (f"CGFloatLike(native: {value})", [value]) if name == "CGFloatLike" else (f"{value}", value)
        bits = int(name.lstrip("UInt") or 64)
        low = 0 if name.startswith("U") else -2 ** (bits - 1)
        high = low + 2**bits - 1
        value = self.random.choice([low, high, self.random.randint(low, high), self.random.randint(low, high)])
        return str(value), plain_integer(value)

    def text(self):
        name = self.random.choice(["String", "String", "Character", "Substring", "StaticString"])

        def make():
            letters = "xyzäé€" if name == "Character" else "abcdefgh é"
            count = 1 if name == "Character" else self.random.randint(0, 24)
            value = "".join(self.random.choice(letters) for _ in range(count))
            return f'"{value}"', value

        return Type(name, make)

    def known_object(self, kinds):
        kind = self.random.choice(kinds)
        number = self.random.randrange(2)
        return f"Objects.{kind}{number}", f"object {kind}{number}"

    def object(self):
        name, kinds = self.random.choice(
            [("Leaf", ["leaf", "twig"]), ("Twig", ["twig"]), ("Knot<Int>", ["numbers"]), ("Knot<String>", ["texts"])])
        return Type(name, lambda: self.known_object(kinds))

    def existential(self):
        objects = ["leaf", "twig"]
        name = self.random.choice(
            ["any Bound", "any Bound & Other", "Leaf & Other", "AnyObject", "any Error", "Any", "any Loose",
             "any Loose & Other", "AnyHashable", "any Bound & Sendable"])

        def make():
            if name == "any Error": return self.failure()
            if name == "AnyHashable":
                expression, value = self.number_value(self.random.choice(["Int16", "Double", "Bool"]))
                return f"AnyHashable({expression})", value
            if name == "Any": return self.anything()
            if "Loose" in name: return self.loose()
            return self.known_object(objects)

        return Type(name, make)

    def anything(self):
        choice = self.random.randrange(5)
        if choice == 0:
            number = self.random.randint(-99, 99)
            return f"{number} as Int8", number
        if choice == 1: return '"any text of some length"', "any text of some length"
        if choice == 2: return self.loose()
        if choice == 3: return self.failure()
        return self.known_object(["leaf", "texts"])

    def loose(self):
        number = self.random.randint(-999, 999)
        return self.random.choice([
            (f"Small(a: {number}, b: 1.5)", [number, 1.5]),
            (f"Large(a: {number}, b: 2, c: 3, d: 4, e: 5)", [number, 2, 3, 4, 5]),
            (f"Shape.round({number})", ["round", number]),
            ("Shape.none", "none"),
            ("Objects.leaf1", "object leaf1"),
        ])

    def failure(self):
        number = self.random.randint(-999, 999)
        return self.random.choice([
            (f"Failure(number: {number})", [number]), (f"Fault.numbered({number})", ["numbered", number]),
            ("Fault.plain", "plain"),
        ])

    def vector(self):
        element, count = self.random.choice(
            [("Float", 2), ("Double", 2), ("Int32", 2), ("Float", 3), ("Float", 4), ("Int32", 4), ("Double", 4),
             ("UInt8", 8), ("Int16", 8), ("UInt8", 16), ("Int64", 2), ("Float", 8)])

        def make():
            items = [self.number_value(element) for _ in range(count)]
            return f"SIMD{count}<{element}>({', '.join(item for item, _ in items)})", [value for _, value in items]

        return Type(f"SIMD{count}<{element}>", make)

    def small_enum(self):
        name, count = self.random.choice([("Only", 1), ("Few", 3), ("Many", 300)])

        def make():
            case = f"c{self.random.randrange(count)}"
            return f"{name}.{case}", case

        return Type(name, make)

    def range(self):
        element = self.random.choice(["Int", "Double", "UInt8"])
        name = self.random.choice(["Range", "ClosedRange"])

        def make():
            bounds = sorted(self.number_value(element)[1] if element == "Double" else self.random.randint(0, 99)
                            for _ in range(2))
            return f"{name}<{element}>(uncheckedBounds: ({bounds[0]}, {bounds[1]}))", bounds

        return Type(f"{name}<{element}>", make)

    def reference(self):
        name, shown = self.random.choice([
            ("Watching", "(weak reference)"), ("Counting", "(unowned reference)")])

        def make():
            expression, _ = self.known_object(["leaf"])
            number = self.random.randint(-9, 9)
            return f"{name}(object: {expression}, n: {number})", [shown, number]

        return Type(name, make)

    def nothing(self):
        return Type("Void", lambda: ("()", []))

    def duration(self):
        def make():
            number = self.random.randint(-99, 99)
            return f"Duration.seconds({number})", [float(number)]

        return Type("Duration", make)

    def metatype(self):
        text, value = self.random.choice(
            [("any Bound.Type", "Twig.self"), ("Any.Type", "Int.self"), ("Leaf.Type", "Twig.self"),
             ("AnyClass", "Leaf.self"), ("any (Bound & Other).Type", "Leaf.self")])
        return Type(f"({text})", lambda: (value, []))

    def function(self):
        text = self.random.choice(["(Int) -> Int", "@Sendable () -> Void"])
        return Type(f"({text})", lambda: ("{ _ in 1 }" if "Int" in text else "{}", "function"))

    def optional(self, depth):
        wrapped = self.type(depth)

        def make():
            if self.random.random() < 0.3: return f"Optional<{wrapped.text}>.none", None
            expression, value = wrapped.make()
            return f"Optional<{wrapped.text}>.some({expression})", value

        return Type(f"Optional<{wrapped.text}>", make)

    def collection(self, depth):
        element = self.type(min(depth, 1))
        name = self.random.choice(["Array", "ContiguousArray", "ArraySlice", "Dictionary", "Set"])
        if name == "Set":
            return Type("Set<Int16>", lambda: ((lambda n: (f"[{n}]", [n]))(self.random.randint(-99, 99))))
        if element.text == "UInt8": element = Type("Int8", lambda: ("-8", -8))

        def make():
            if name == "Dictionary":
                expression, value = element.make()
                return f'["key": {expression}]', ["key", value]
            items = [element.make() for _ in range(self.random.randint(0, 3))]
            return "[" + ", ".join(item for item, _ in items) + "]", [value for _, value in items]

        return Type(f"Dictionary<String, {element.text}>" if name == "Dictionary" else f"{name}<{element.text}>", make)

    def tuple(self, depth):
        parts = [self.type(depth) for _ in range(self.random.randint(2, 4))]
        labels = [f"l{index}: " if self.random.random() < 0.3 else "" for index in range(len(parts))]

        def make():
            items = [part.make() for part in parts]
            text = ", ".join(label + item for label, (item, _) in zip(labels, items))
            return f"({text})", [value for _, value in items]

        return Type("(" + ", ".join(label + part.text for label, part in zip(labels, parts)) + ")", make)

    def declare(self, text):
        """Adds a declaration with a new name in place of `NAME`, perhaps inside another type; returns the name."""
        name = f"T{len(self.declarations)}"
        self.alignments[name] = self.alignment(text)
        text = text.replace("NAME", name)
        is_nested = self.random.random() < 0.15
        self.declarations.append(f"extension Outside {{ {text} }}" if is_nested else text)
        return f"Outside.{name}" if is_nested else name

    def alignment(self, text):
        names = re.findall(r"SIMD8<Float>|SIMD4<Double>|\w+", text)
        return max(self.alignments.get(name, 8) for name in names or [""])

    def may_be_async(self, parameters, others):
        """Whether Swift 6.3.1 compiles async calls of such types rightly: it damages the stack if parts of 16 bytes are
        passed on it, and the context if larger ones are in it."""
        texts = [item.type.text for item in parameters]
        if any(self.alignment(text) > 16 for text in texts + others): return False
        is_alone = len(parameters) == 1 and not texts[0].startswith("(")
        return is_alone or all(self.alignment(text) <= 8 for text in texts)

    def structure(self, depth):
        fields = [self.type(depth) for _ in range(self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8]))]
        # Swift 6.3.1 compiles structs that begin with one wrongly.
        if fields and self.random.random() < 0.05: fields.append(Type("Float16", lambda: ("2.5", 2.5)))
        properties = "; ".join(f"var f{index}: {field.text}" for index, field in enumerate(fields))
        name = self.declare(f"struct NAME {{ {properties} }}")
        return Type(name, self.structure_value(name, fields))

    @staticmethod
    def structure_value(name, fields):
        def make():
            items = [field.make() for field in fields]
            text = ", ".join(f"f{index}: {item}" for index, (item, _) in enumerate(items))
            return f"{name}({text})", [value for _, value in items]

        return make

    def cases(self, depth):
        """The payloads of the cases of an enumeration: each a list of types, which may be empty."""
        style = self.random.choice(["single", "single", "several", "several", "several", "one"])
        count = {"single": 1, "one": 1, "several": self.random.randint(2, 4)}[style]
        cases = [[self.type(depth) for _ in range(self.random.choice([1, 1, 1, 2, 3]))] for _ in range(count)]
        if style != "one": cases += [[]] * self.random.choice([0, 1, 1, 2, 5])
        # No value has such a case.
        if self.random.random() < 0.08: cases.append([NEVER] + [self.number()] * self.random.randint(0, 1))
        self.random.shuffle(cases)
        return cases

    @staticmethod
    def case_list(cases):
        return "; ".join(
            f"case k{index}" + (f"({', '.join(part.text for part in case)})" if case else "")
            for index, case in enumerate(cases))

    def enumeration_value(self, name, cases):
        def make():
            index = self.random.choice([index for index, case in enumerate(cases) if NEVER not in case])
            if not cases[index]: return f"{name}.k{index}", f"k{index}"
            items = [part.make() for part in cases[index]]
            values = [value for _, value in items]
            text = ", ".join(item for item, _ in items)
            return f"{name}.k{index}({text})", [f"k{index}", values if len(values) > 1 else values[0]]

        return make

    def enumeration(self, depth):
        cases = self.cases(depth)
        indirect = "indirect " if self.random.random() < 0.1 else ""
        name = self.declare(f"{indirect}enum NAME {{ {self.case_list(cases)} }}")
        return Type(name, self.enumeration_value(name, cases))

    def error(self):
        """A type that requirements throw."""
        if self.random.random() < 0.3: return Type("Fault", lambda: ("Fault.numbered(-5)", ["numbered", -5]))
        if self.random.random() < 0.5:
            fields = [self.type(1) for _ in range(self.random.randint(0, 4))]
            properties = "; ".join(f"var f{index}: {field.text}" for index, field in enumerate(fields))
            name = self.declare(f"struct NAME: Error, @unchecked Sendable {{ {properties} }}")
            return Type(name, self.structure_value(name, fields))
        cases = self.cases(1)
        name = self.declare(f"enum NAME: Error, @unchecked Sendable {{ {self.case_list(cases)} }}")
        return Type(name, self.enumeration_value(name, cases))

    # Generic types

    def generic(self, depth):
        if self.random.random() < 0.3: self.templates.append(self.template(depth))
        count, template = self.random.choice(self.templates)
        return template(*[self.type(depth) for _ in range(count)])

    def template(self, depth):
        """A new generic struct or enumeration, whose parts are its arguments and other types."""
        count = self.random.randint(1, 2)
        names = ["A", "B"][:count]
        is_structure = self.random.random() < 0.5
        shape = [self.type(depth) for _ in range(self.random.randint(0, 2))] + list(range(count))
        self.random.shuffle(shape)

        def parts(arguments):
            return [arguments[part] if isinstance(part, int) else part for part in shape]

        formal = parts([Type(name, None) for name in names])
        if is_structure:
            body = "; ".join(f"var f{index}: {part.text}" for index, part in enumerate(formal))
        else:
            body = self.case_list([[part] for part in formal] + [[]])
        name = self.declare(f"{'struct' if is_structure else 'enum'} NAME<{', '.join(names)}> {{ {body} }}")

        def instance(*arguments):
            text = f"{name}<{', '.join(argument.text for argument in arguments)}>"
            if is_structure: return Type(text, self.structure_value(text, parts(arguments)))
            return Type(text, self.enumeration_value(text, [[part] for part in parts(arguments)] + [[]]))

        return count, instance

    def box(self, item):
        return Type(f"Box<{item.text}>", self.structure_value(f"Box<{item.text}>", [item]))

    def pair(self, first, second):
        name = f"Pair<{first.text}, {second.text}>"
        return Type(name, self.structure_value(name, [first, second]))

    def inner(self, first, second):
        name = f"Around<{first.text}>.Inner<{second.text}>"
        return Type(name, self.structure_value(name, [first, second]))

    def either(self, item):
        name = f"Either<{item.text}>"
        number = Type("Int", lambda: ("7", 7))
        return Type(name, self.enumeration_value(name, [[item], [number], []]))

    def outcome(self, item):
        name = f"Result<{item.text}, Fault>"

        def make():
            if self.random.random() < 0.3: return f"{name}.failure(.numbered(8))", ["failure", ["numbered", 8]]
            expression, value = item.make()
            return f"{name}.success({expression})", ["success", value]

        return Type(name, make)

    def tree(self, item):
        name = f"Tree<{item.text}>"

        def make():
            expression, value = item.make()
            leaf = f"{name}.leaf({expression})", ["leaf", value]
            if self.random.random() < 0.5: return leaf
            return f"{name}.node({leaf[0]}, 5)", ["node", [leaf[1], 5]]

        return Type(name, make)

    # The program

    def shallow(self, type):
        """A value that is recorded whole; None if none is found."""
        for _ in range(5):
            value = type.make()
            if nesting(value[1]) <= DEPTH: return value
        return None

    def usable(self, make):
        """A type with values that are recorded whole."""
        while True:
            type = make()
            if self.shallow(type) is not None: return type

    def value(self, type):
        value = None
        while value is None: value = self.shallow(type)
        return value

    def program(self):
        """The program's source, and its calls."""
        types = [self.usable(lambda: self.type(3, is_part=False)) for _ in range(TYPES)]
        left = list(types)
        methods = []
        for index in range(METHODS):
            parameters = []
            for place in range(self.random.randint(1, 8)):
                type = left.pop() if left else self.random.choice(types)
                parameters.append(self.parameter(f"a{place}", type))
            methods.append(Method(self, f"m{index}", parameters, types[index]))
        for index, type in enumerate(types[METHODS:]): methods.append(Property(self, f"p{index}", type))
        return source(self.declarations, methods), [call for method in methods for call in method.calls]

    def parameter(self, label, type):
        chance = self.random.random()
        if chance < 0.05:
            return Parameter(label, Type("G", None), ("Small(a: 1, b: 2.5)", [1, 2.5]), is_generic=True)
        after = self.value(type) if chance < 0.1 else None
        return Parameter(label, type, self.value(type), after)


class Method:
    def __init__(self, generator, name, parameters, result):
        self.name = name
        self.parameters = parameters
        self.result = result
        self.value = generator.value(result)
        choose = generator.random.random
        # None, any error, or errors of a type.
        any_error = Type("any Error", generator.failure)
        self.errors = generator.pick([(5, None), (2, any_error), (3, generator.usable(generator.error))])
        self.error = generator.value(self.errors) if self.errors and choose() < 0.5 else None
        others = [result.text] + ([self.errors.text] if self.errors else [])
        self.is_async = generator.may_be_async(parameters, others) and choose() < 0.4
        self.stays = self.is_async and choose() < 0.4
        self.is_static = choose() < 0.05
        self.calls = [Call(
            name, [item.type.text for item in parameters], [item.before[1] for item in parameters],
            [item.after and [item.after[1]] for item in parameters], result.text, self.value[1],
            self.error and [self.error[1]], self.errors.text if self.errors else "")]

    @property
    def declaration(self):
        is_generic = any(item.is_generic for item in self.parameters)
        parameters = ", ".join(
            f"{item.label}: {'inout ' if item.after else ''}{item.type.text}" for item in self.parameters)
        effects = " async" if self.is_async else ""
        if self.errors: effects += " throws" if self.errors.text == "any Error" else f" throws({self.errors.text})"
        start = ("nonisolated(nonsending) " if self.stays else "") + ("static func" if self.is_static else "func")
        return f"{start} {self.name}{'<G: Loose>' if is_generic else ''}({parameters}){effects} -> {self.result.text}"

    @property
    def implementation(self):
        shown = f"show({', '.join(item.label + ' as Any' for item in self.parameters)})"
        changes = "".join(f"; {item.label} = {item.after[0]}" for item in self.parameters if item.after)
        ending = f"throw {self.name}Error()" if self.error else f"return {self.name}Result()"
        return f"{self.declaration} {{ {shown}{changes}; {ending} }}"

    @property
    def helpers(self):
        lines = [f"@inline(never) func {self.name}Result() -> {self.result.text} {{ {self.value[0]} }}"]
        if self.error:
            lines.append(f"@inline(never) func {self.name}Error() -> {self.errors.text} {{ {self.error[0]} }}")
        return "\n".join(lines)

    @property
    def caller(self):
        values = "; ".join(
            f"{'var' if item.after else 'let'} {item.label}: {'Small' if item.is_generic else item.type.text} "
            f"= {item.before[0]}" for item in self.parameters)
        arguments = ", ".join(f"{item.label}: {'&' if item.after else ''}{item.label}" for item in self.parameters)
        target = "type(of: target)" if self.is_static else "target"
        effects = ("try " if self.errors else "") + ("await " if self.is_async else "")
        changed = "".join(f"; show({item.label} as Any)" for item in self.parameters if item.after)
        call = f"show({effects}{target}.{self.name}({arguments}) as Any){changed}"
        if self.errors: call = f"do {{ {call} }} catch {{ show(error) }}"
        return f"@inline(never) @_optimize(none) func call_{self.name}(_ target: any Zoo) async {{ {values}; {call} }}"


class Property:
    """A property whose setter and getter are called."""

    def __init__(self, generator, name, type):
        self.name = name
        self.type = type
        self.new = generator.value(type)
        self.value = generator.value(type)
        self.calls = [
            Call(f"{name}.set", [type.text], [self.new[1]], [None], "Void", None),
            Call(f"{name}.get", [], [], [], type.text, self.value[1]),
        ]

    @property
    def declaration(self):
        return f"var {self.name}: {self.type.text} {{ get nonmutating set }}"

    @property
    def implementation(self):
        return (f"var {self.name}: {self.type.text} {{ get {{ {self.name}Result() }} "
                f"nonmutating set {{ show(newValue as Any) }} }}")

    @property
    def helpers(self):
        return f"@inline(never) func {self.name}Result() -> {self.type.text} {{ {self.value[0]} }}"

    @property
    def caller(self):
        return (f"@inline(never) @_optimize(none) func call_{self.name}(_ target: any Zoo) async "
                f"{{ target.{self.name} = {self.new[0]}; show(target.{self.name} as Any) }}")


def source(declarations, methods):
    lines = [PRELUDE.read_text(), *declarations]
    lines += ["protocol Zoo {", "  func name(_ object: AnyObject, _ text: String)"]
    lines += [f"  {method.declaration}" for method in methods] + ["}"]
    # A class, and a generic struct, of whose table each type has a copy.
    for head in ["final class First: Zoo", "struct Second<Element>: Zoo"]:
        is_class = "class" in head
        lines.append(f"{head} {{")
        lines.append("  func name(_ object: AnyObject, _ text: String) { show(text) }")
        for method in methods:
            text = method.implementation
            lines.append("  " + (text.replace("nonmutating set", "set") if is_class else text))
        lines.append("}")
    lines += [method.helpers for method in methods] + [method.caller for method in methods]
    lines.append("for target in targets() {")
    lines.append("  for (name, object) in Objects.all { target.name(object, name) }")
    lines += [f"  await call_{method.name}(target)" for method in methods] + ["}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(Generator(int(sys.argv[1])).program()[0], end="")
