"""Run files of every kind and layout, with whatever real ones have been seen to hold, and worse."""

from __future__ import annotations

from random import Random

# fmt: off
ODD_TEXTS = [
    "", " ", "\n", "\t7 ", "\r\n7\r\n", "a b", "a\nb", "a\r\nb", "a\rb", "7.xml", "7.XML ", ".xml",
    "a.xml.xml", "K\u00f6ln", "\u00a07", "7\u2028", "\u0085", "\ufffe", "\x01", "\x00", "\x7f", "\ufeff",
    "a>b", "]]>", "-->", "&amp;", "&lt;x", "&#65;", "&nbsp;", "&", "<![CDATA[x]]>", "<!-- c -->", "<?p x?>",
    "<b/>", "<", "x" * 300, "\n" * 3, "\n" * 300, '"', "'",
]
NUMBERS = [
    "0", "1", "-0.0", "+5", "1.", ".5", "1e3", "1E-7", "1e400", "1e-400", "nan", "inf", "-inf", "0x1p3",
    "1_0",
]
NUMBERS += [
    "1,5", " 1", "1 ", "\n1\n", "1 2", "", "e", "1e", "-", "--1", "9" * 12, "9" * 13, "9" * 31, "9" * 400,
    "\u0663",
]
NUMBERS += [
    "0.1", "123456789012345678", "0.30000000000000004", "2.2250738585072011e-308", "007", "-7", "X", "x",
    "-1",
]
PATHS = [
    "/article[1]", "/article[1]/bdy[1]/p[2]", "article/ bdy/p[02]/", "/a/p[3]/text().12", "/a[0]", "/a[10]",
    "/", "//", "[", "/a]",
]
PATHS += [
    "/a[1]/text()[2].14", "/\u00e4[1]", "/a:b-c.d_1[3]", "/1a[1]", "/a[1]\n/b[2]", "/a[1][2]", "/.a[1]",
    "/-a[01]",
]
# fmt: on
ENCODINGS = ["utf-8"] * 6 + [
    "utf-8-sig",
    "iso-8859-1",
    "utf-16",
    "us-ascii",
    "windows-1252",
    "utf-16-le",
    "utf-7",
]
DECLARED = [
    "",
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<?xml version='1.0' encoding='utf-8' ?>",
]
ODD_DECLARED = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<?xml version="1.1"?>',
]
ODD_DECLARED += [
    '<?xml version="1.0" encoding="x-unknown"?>',
    ' <?xml version="1.0"?>',
    '<?xml encoding="latin1"?>',
    '<?xml version="1.0" encoding="us-ascii" standalone="no"?>',
]
DOCTYPES = [
    "",
    "",
    '<!DOCTYPE inex-submission SYSTEM "s.dtd">',
    "<!DOCTYPE x [<!ENTITY e \"<topic topic-id='9'/>\">]>",
    '<!DOCTYPE x [<!ATTLIST topic topic-id CDATA "7">]>',
]
IN_HEADER = [
    '<topic-fields title="yes" castitle="no"/>',
    "<description>some  words</description>",
    "<description>K\u00f6ln</description>",
    "<collections><collection>w</collection></collections>",
]
# fmt: off
ODD_IN_HEADER = [
    "<!-- <topic topic-id='1'> -->", '<!-- <topic topic-id="1"><result></result></topic> -->',
    "<![CDATA[<topic topic-id='1'>]]>", "&e;", "&nbsp;", "<result/>", "<?p <topic x='1'?>",
    "<result><file>7</file></result>", "\n" * 65525, "<!--", "<topic-fields/>",
    "<description>[1]</description>", "<topic\n topic-id='4'/>", "<a><topic topic-id='5'/></a>",
]
ODD_IN_BODY = [
    "<!-- -->", "<?p?>", "text", "&amp;", "<x/>", "<result/>", "<topic/>", "</topic>", "</result>",
    "<result>", '<topic topic-id="3">', "]]>", "<collections/>", "\n" * 65540, "\r", "\r\n",
    "<description>late</description>", "\n" * 200, " " * 300, "<topic-fields x='1'/>",
    '<topic topic-id="77"/>', "\x0c", "\u00a0",
]
# fmt: on


class WrittenXml:
    """Writes one submission.

    Parameters
    ----------
    random : Random
    oddity : float
        How likely each piece is an odd one; 0 gives plain files.
    """

    def __init__(self, random: Random, oddity: float) -> None:
        self.random, self.oddity = random, oddity
        newline = random.choice(["\n", "\n", "\n", "\r\n", ""])
        indent = random.choice(["", "", " ", "\t"])
        self.gaps = [random.choice(["", newline, newline + indent * depth, newline]) for depth in range(4)]
        self.place = random.choice(["path", "path", "path", "fol", "offset", "passage"])
        self.order = (
            random.sample(["file", "place", "rank", "rsv"], 4)
            if random.random() < 0.3
            else ["file", "place", "rank", "rsv"]
        )
        self.without = random.choice([(), (), ("rank",), ("rsv",), ("rank", "rsv")])
        self.decimals = random.choice([0, 3, 17])
        self.extension = random.choice(["", "", ".xml", ".XML"])
        self.padding = random.choice(["", "", "", "\n", " "])

    def odd(self) -> bool:
        return self.random.random() < self.oddity

    def gap(self, depth: int) -> str:
        if self.odd():
            return self.random.choice([*ODD_IN_BODY, "", " ", "\n\n", "\r\n\r\n", " \r\n", "\t"])
        return self.gaps[depth]

    def text(self, usual: str, odd: list[str]) -> str:
        return self.random.choice(odd) if self.odd() else self.padding + usual + self.padding

    def number(self, decimals: int = 0) -> str:
        number = self.random.randint(1, 2000)
        return f"{number / 7:.{decimals}f}" if decimals else str(number)

    def path(self) -> str:
        steps = self.random.randint(1, 3)
        return "/article[1]" + "".join(
            f"/{self.random.choice(['p', 'sec', 'b-c'])}[{self.random.randint(1, 12)}]" for _ in range(steps)
        )

    def attribute(self, name: str, usual: str, odd: list[str]) -> str:
        if self.odd():
            name = self.random.choice([name, name.upper(), "x:" + name, "other", name.replace("-", "_")])
        quote = "'" if self.odd() else '"'
        equals = self.random.choice([" =", "= ", "\n=\n"]) if self.odd() else "="
        space = self.random.choice(["\n", "  ", "\t", "\r\n", ""]) if self.odd() else " "
        value = self.text(usual, odd)
        return f"{space}{name}{equals}{quote}{value if self.odd() else value.replace(quote, '')}{quote}"

    def tag(self, name: str, *attributes: str) -> str:
        written = list(attributes)
        if self.odd():
            self.random.shuffle(written)
        if self.odd():
            written.append(self.random.choice(written))
        if self.odd():
            written.pop()
        return "<" + name + "".join(written)

    def empty(self, name: str, *attributes: str) -> str:
        end = self.random.choice([" />", "></" + name + ">", "/ >", "\n/>", ">"]) if self.odd() else "/>"
        return self.tag(name, *attributes) + end

    def part(self, kind: str) -> str:
        if kind == "file":
            return self.leaf("file", str(self.random.randint(1, 30)) + self.extension, [*ODD_TEXTS, *NUMBERS])
        if kind == "rank":
            return self.leaf("rank", self.number(), NUMBERS + ODD_TEXTS)
        if kind == "rsv":
            return self.leaf("rsv", self.number(self.decimals), NUMBERS + ODD_TEXTS)
        place = self.random.choice(["path", "fol", "offset", "passage"]) if self.odd() else self.place
        if place == "path":
            return self.leaf("path", self.path(), PATHS + ODD_TEXTS)
        if place == "passage":
            return self.empty(
                "passage",
                self.attribute("start", self.path(), PATHS + ODD_TEXTS),
                self.attribute("end", self.path(), PATHS + ODD_TEXTS),
            )
        numbers = [self.attribute(name, self.number(), NUMBERS) for name in ("offset", "length")]
        if self.random.random() < 0.02:
            numbers = [self.attribute(name, "X", NUMBERS) for name in ("offset", "length")]
        return self.empty("fol", *numbers[: 1 if place == "offset" else 2])

    def leaf(self, name: str, usual: str, odd: list[str]) -> str:
        if self.odd():
            name = self.random.choice(
                [name + " ", name.upper(), "file", "rsv", "path", name + "\n", "x:" + name]
            )
        written = f"<{name}>{self.text(usual, odd)}</{name.strip()}>"
        if self.odd():
            written = self.random.choice(
                [
                    f"<{name}/>",
                    f"<{name}>",
                    f"<{name} a='1'>1</{name}>",
                    f"<{name}>7</{name} >",
                    "",
                    written * 2,
                    written[:-1],
                    f"<{name}></{name}>",
                ]
            )
        return written

    def result(self) -> str:
        parts = [self.part(kind) for kind in self.order if kind not in self.without]
        if self.odd():
            parts = self.random.sample(parts, self.random.randint(0, len(parts)))
        begin, end = "<result>", "</result>"
        if self.odd():
            begin, end = self.random.choice(
                [
                    ("<result >", end),
                    (begin, "</result\n>"),
                    ("<result a='1'>", end),
                    (begin, "</results>"),
                    ("<result\n>", end),
                ]
            )
        return begin + "".join(self.gap(3) + part for part in parts) + self.gap(2) + end

    def topic(self, number: int) -> str:
        if self.odd():
            number = self.random.randint(1, 3)
        attributes = [self.attribute("topic-id", str(number), [*ODD_TEXTS, *NUMBERS])]
        if self.random.random() < 0.3:
            attributes.append(self.attribute("total_time_ms", self.number(2), NUMBERS))
        if self.random.random() < 0.15:
            return self.empty("topic", *attributes)
        results = [self.gap(2) + self.result() for _ in range(self.random.choice([0, 1, 2, 3, 5]))]
        inside = (
            self.gap(2) + "<collections><collection>w</collection></collections>"
            if self.random.random() < 0.1
            else ""
        )
        end = self.random.choice(["</topic >", "", "</topics>"]) if self.odd() else "</topic>"
        return self.tag("topic", *attributes) + ">" + inside + "".join(results) + self.gap(1) + end

    def submission(self) -> bytes:
        root = self.random.choice(["inex-submission", "efficiency-submission"])
        if self.odd():
            root = self.random.choice(["inex_submission", "topic", "other", "x:inex-submission"])
        header = self.random.choice(DECLARED) if not self.odd() else self.random.choice(ODD_DECLARED)
        latin = self.random.choice(["iso-8859-1", "windows-1252", "iso-8859-15"]) * (
            self.random.random() < 0.1
        )
        if latin:
            header = f'<?xml version="1.0" encoding="{latin}"?>'
        header += self.gaps[0] + (
            self.random.choice(DOCTYPES[:3]) if not self.odd() else self.random.choice(DOCTYPES)
        )
        attributes = [
            self.attribute(name, name + " x", ODD_TEXTS)
            for name in ("participant-id", "run-id", "task", "query")
        ]
        if self.odd():
            attributes.append(' xmlns="http://x"')
        header += self.gaps[0] + self.tag(root, *attributes) + ">"
        for part in IN_HEADER:
            if self.random.random() < 0.5:
                header += self.gap(1) + part
            if self.odd():
                header += self.random.choice(ODD_IN_HEADER)
        if self.random.random() < 0.1:
            header += "\n" * self.random.choice([65530, 65534, 65536])
        topics = "".join(
            self.gap(1) + self.topic(number) for number in range(100, 100 + self.random.randint(0, 4))
        )
        tail = self.gap(0) + f"</{root}>" + self.gaps[0]
        if self.odd():
            tail = self.random.choice(
                ["", "<!-- end -->" + tail, tail + "<!---->", tail + "x", tail[:-1], tail + tail]
            )
        encoding = self.random.choice(ENCODINGS) if self.odd() else latin or "utf-8"
        data = (header + topics + tail).encode(encoding, "replace")
        return damaged(data, self.random) if self.odd() else data


def damaged(data: bytes, random: Random) -> bytes:
    """Change, cut out, double or cut off some bytes."""
    for _ in range(random.choice([1, 1, 2, 5])):
        if not data:
            break
        begin = random.randrange(len(data))
        end = min(len(data), begin + random.choice([0, 1, 1, 2, 9, 60]))
        piece = random.choice(
            [
                b"",
                data[begin:end] * 2,
                bytes([random.randrange(256)]),
                b"<",
                b">",
                b"&",
                b" ",
                b"\n",
                b'"',
                b"/",
            ]
        )
        data = data[:begin] + piece + data[end:]
        if random.random() < 0.1:
            data = data[:begin]
    return data


def written_xml(random: Random) -> bytes:
    """Return a submission in XML, in half of all cases a plain one."""
    return WrittenXml(random, random.choice([0.0, 0.0, 0.0, 0.003, 0.01, 0.03, 0.1])).submission()


ODD_TOKENS = [
    *(text for text in ODD_TEXTS if text.strip() and not set(text) & set(" \n\t\r")),
    *PATHS,
    *NUMBERS,
    "K\x1cx",
    "\x85",
]
# fmt: off
SEPARATORS = [
    "  ", "\t", " \t ", "\n", "\r", "\r\n", "\x0b", "\x0c", "\x00", "\x1c", "\u00a0", "\u2028", "\x01", "",
]
# fmt: on


class WrittenText:
    """Writes one run in columns; parameters as of `WrittenXml`."""

    def __init__(self, random: Random, oddity: float) -> None:
        self.random, self.oddity = random, oddity
        self.place = random.choice(["article", "element", "range", "offset", "passage"])
        self.separator = random.choice([" ", " ", "\t", "  "])
        self.margins = random.choice([("", ""), ("", ""), (" ", ""), ("", " \t")])
        self.newline = random.choice(["\n", "\n", "\n", "\r\n", "\n\n", "\r"])
        self.decimals = random.choice([0, 3, 17])
        self.extension = random.choice(["", "", ".xml", ".XML"])

    def odd(self) -> bool:
        return self.random.random() < self.oddity

    def token(self, usual: object) -> str:
        return self.random.choice(ODD_TOKENS) if self.odd() else str(usual)

    def ending(self) -> list[str]:
        place = (
            self.random.choice(["article", "element", "range", "offset", "passage"])
            if self.odd()
            else self.place
        )
        counts = {"article": 0, "element": 1, "range": 2, "offset": 1, "passage": 2}
        if place in ("element", "range"):
            return [
                f"/a[1]/{self.random.choice(['p', 'sec'])}[{self.random.randint(1, 12)}]"
                for _ in range(counts[place])
            ]
        if self.random.random() < 0.01:
            return ["X"] * counts[place]
        return [str(self.random.randint(0, 3000)) for _ in range(counts[place])]

    def line(self, topic: int, rank: int) -> str:
        score = f"{1000 / (7 + rank):.{self.decimals}f}"
        article = str(self.random.randint(1, 30)) + self.extension
        tokens = [topic, "Q0", article, rank, score, "Run", *self.ending()]
        if self.odd():
            tokens = tokens[: self.random.randint(0, 8)]
        written = [self.token(token) for token in tokens]
        separators = [self.random.choice(SEPARATORS) if self.odd() else self.separator for _ in written]
        line = "".join(part for pair in zip(separators, written, strict=True) for part in pair)[
            len("".join(separators[:1])) :
        ]
        return (
            self.margins[0]
            + line
            + self.margins[1]
            + (self.random.choice(SEPARATORS) if self.odd() else self.newline)
        )

    def run(self) -> bytes:
        topics = range(100, 100 + self.random.randint(0, 4))
        if self.odd():
            topics = [self.random.randint(1, 3) for _ in topics]
        lines = [
            self.line(topic, rank) for topic in topics for rank in range(1, 2 + self.random.randint(0, 4))
        ]
        text = "".join(lines)
        if self.random.random() < 0.2:
            text = text.rstrip("\r\n")
        if self.random.random() < 0.02:
            text = "\n" * 66000 + text
        encoding = self.random.choice(ENCODINGS) if self.odd() else "utf-8"
        data = text.encode(encoding, "replace")
        return damaged(data, self.random) if self.odd() else data


def written_text(random: Random) -> bytes:
    """Return a run in columns, in half of all cases a plain one."""
    return WrittenText(random, random.choice([0.0, 0.0, 0.0, 0.003, 0.01, 0.03, 0.1])).run()
