import { assert, describe, it as plainIt, vi, layer as withLayer } from "@effect/vitest"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { Effect } from "effect"
import { layer } from "../src/DocumentReader.ts"
import { countNodes } from "../src/reading/countNodes.ts"
import { pageNodes } from "../src/reading/limits.ts"
import { readFile } from "../src/reading/readFile.ts"
import { readDelimited } from "../src/text/readData.ts"
import { read, refusal } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

withLayer(layer(), { excludeTestServices: true })("files of text", (it) => {
  it.effect(
    "finds what stands between the cells of a table, and takes quotation marks and line ends in cells as they are",
    () =>
      Effect.gen(function* () {
        for (const [type, text] of [
          ["csv", '\ufeffa,b\n"1, one","two ""2"""\n'],
          ["csv", 'a;b\n1, one;"two ""2"""\n'],
          ["csv", 'a|b\n1, one|"two ""2"""\n'],
          // What stands in quotation marks parts no cells, however much of it there is.
          ["csv", '"a";"b"\n"1, one";"two ""2"""\n"3,\n4,\n5,\n6,\n7";8\n'],
          ["tsv", 'a\tb\n1, one\t"two ""2"""\n']
        ] as const) {
          const { html } = yield* read(type, text)
          assert.include(html, "<tr><th>a</th><th>b</th></tr>", text)
          assert.include(html, '<tr><td>1, one</td><td>two "2"</td></tr>', text)
        }
        assert.include((yield* read("csv", 'a,b\n"x\ny",1\nshort\n')).html, "<tr><td>short</td><td></td></tr>")
        // What is no character of HTML parts no cells and no rows.
        assert.include((yield* read("csv", "a,b\n \u0001 x\u0002y,1\n")).html, "<tr><td> xy</td><td>1</td></tr>")
      })
  )

  it.effect("takes the separator that the first line of a table names, and that line for none of its rows", () =>
    Effect.gen(function* () {
      for (const [type, first] of [
        ["csv", "sep=;\n"],
        ["csv", '\ufeff"sep=;"\r\n'],
        ["csv", "SEP=;\r"],
        ["tsv", "sep=;\n"]
      ] as const) {
        const { html } = yield* read(type, `${first}a;b\n1,5;2,5\n`)
        assert.include(html, "<tr><th>a</th><th>b</th></tr>", first)
        assert.include(html, "<tr><td>1,5</td><td>2,5</td></tr>", first)
      }
      assert.include((yield* read("csv", "sep=\t\na\tb, c\n")).html, "<tr><th>a</th><th>b, c</th></tr>")
      // A table may have such a head, and cells that only look like one.
      assert.include((yield* read("csv", "sep=ab,c\n1,2\n")).html, "<th>sep=ab</th>")
      assert.include((yield* read("csv", "a,b\nsep=;,2\n")).html, "<td>sep=;</td>")
    })
  )

  it.effect("makes no markup of a text that is Markdown already where nobody looks at it", () =>
    Effect.gen(function* () {
      for (const type of ["text", "markdown"] as const) {
        const whole = yield* read(type, "# Prices\n\nPro costs 10")
        assert.include(whole.html, "<p>Pro costs 10</p>")
        const text = yield* read(type, "# Prices\n\nPro costs 10", { markdownSuffices: true })
        assert.deepStrictEqual(text, { ...whole, html: "" })
      }
      assert.include((yield* read("csv", "a,b\n1,2\n", { markdownSuffices: true })).html, "<td>1</td>")
    })
  )

  it.effect("gives code and data between fences where nobody looks at their markup", () =>
    Effect.gen(function* () {
      const own = (type: FileType, text: string) => read(type, text, { markdownSuffices: true })
      const script = yield* own("javascript", "\ufeff\n\nconst a = `x`\r\n\r\nf()\n\n")
      assert.deepStrictEqual([script.html, script.markdown], ["", "```javascript\nconst a = `x`\n\nf()\n```"])
      assert.strictEqual((yield* own("shell", "ls")).markdown, "```bash\nls\n```")
      assert.strictEqual((yield* own("json", '{"a":[1]}')).markdown, '```json\n{\n  "a": [\n    1\n  ]\n}\n```')
      assert.strictEqual((yield* own("jsonl", '\ufeff{"a":1}\n{"a":2}\n')).markdown, '```json\n{"a":1}\n{"a":2}\n```')
      assert.strictEqual((yield* own("xml", "<a><b>1</b></a>")).markdown, "```xml\n<a><b>1</b></a>\n```")
      assert.strictEqual((yield* own("yaml", "a: '``````'")).markdown, "```````yaml\na: '``````'\n```````")
      assert.strictEqual((yield* own("javascript", " \n")).markdown, "")
    })
  )

  it.effect("takes a title from the beginning of a heading that does not end", () =>
    Effect.gen(function* () {
      const titles = ["# Prices ##\nx", "x\n#\tC# and F#\n", `# ${"# ".repeat(2_000_000)}`, "#\n\nx"].map((text) =>
        Effect.map(read("markdown", text, { markdownSuffices: true }), ({ title }) => title?.slice(0, 12) ?? null)
      )
      assert.deepStrictEqual(yield* Effect.all(titles), ["Prices", "C# and F#", "# # # # # # ", null])
    })
  )

  it.effect("indents JSON without losing digits, keys or order", () =>
    Effect.gen(function* () {
      const { html } = yield* read("json", '{"b":12345678901234567890,"a":1.10,"a":[],"c":{},"d":"x:[,]\\"y"}')
      assert.include(
        html,
        '{\n  "b": 12345678901234567890,\n  "a": 1.10,\n  "a": [],\n  "c": {},\n  "d": "x:[,]\\"y"\n}'
      )
      assert.include((yield* read("json", "{broken")).html, '<pre><code class="language-json">{broken</code></pre>')
      assert.include((yield* read("jsonl", '{"a":1}\n{"a":2}\n')).html, '{"a":1}\n{"a":2}')
      assert.include((yield* read("json", `${"[".repeat(50_000)}${"]".repeat(50_000)}`)).html, "language-json")
    })
  )

  it.effect("gives the items of a feed with their links, dates and summaries", () =>
    Effect.gen(function* () {
      const rss =
        '<?xml version="1.0"?><rss><channel><title>News &amp; more</title><item><title>One</title><link>https://a.example/1</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>Good <b onclick="x">news</b></p><script>bad()</script>]]></description></item></channel></rss>'
      const atom =
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>News &amp; more</title><entry><title>One</title><link rel="alternate" href="https://a.example/1"/><updated>2026-01-05</updated><summary type="html">&lt;p&gt;Good &lt;b&gt;news&lt;/b&gt;&lt;/p&gt;</summary></entry></feed>'
      const json = JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "News & more",
        items: [
          {
            title: "One",
            url: "https://a.example/1",
            date_published: "2026-01-05",
            content_html: "<p>Good <b>news</b></p>"
          }
        ]
      })
      for (const [type, text] of [
        ["xml", rss],
        ["xml", atom],
        ["json", json]
      ] as const) {
        const { html, title } = yield* read(type, text)
        assert.include(html, "<h1>News &amp; more</h1>")
        assert.include(html, '<h2><a href="https://a.example/1">One</a></h2>')
        assert.include(html, "<p>Good <b>news</b></p>")
        assert.match(html, /<p>(Mon, 05 Jan 2026 10:00:00 GMT|2026-01-05)<\/p>/)
        assert.notInclude(html, "bad()")
        assert.strictEqual(title, "News & more")
      }
      assert.include((yield* read("xml", "<a><b/></a>")).html, '<pre><code class="language-xml">&lt;a&gt;')
    })
  )

  it.effect("reads titles of feeds in which markup is written", () =>
    Effect.gen(function* () {
      const entry = `<entry><title type="html"><![CDATA[Ana&#8217;s <em>guide</em> to R &amp; D]]></title></entry>`
      const { html, title } = yield* read(
        "xml",
        `<feed><title type="html">It&amp;#8217;s a blog</title>${entry}</feed>`
      )
      assert.include(html, "<h1>It’s a blog</h1>")
      assert.include(html, "<h2>Ana’s guide to R &amp; D</h2>")
      assert.strictEqual(title, "It’s a blog")
    })
  )

  it.effect("gives what is said in subtitles, and what is written in drawings", () =>
    Effect.gen(function* () {
      const srt =
        "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i>\r\nthere\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Bye\r\n\r\n3\r\n00:00:05,000 --> 00:00:06,000 X1:40 X2:600\r\n\r\nNo times\r\n"
      const shown = (seconds: string) => `00:00:0${seconds.replace(" ", ",000 --&gt; 00:00:0")},000<br>\n`
      assert.strictEqual(
        (yield* read("srt", srt)).html,
        `<p>${shown("1 2")}Hello there</p>\n<p>${shown("3 4")}Bye</p>\n<p>No times</p>\n`
      )
      const svg = "<svg><title>Plan</title><g><text>Up <tspan>here</tspan></text></g><style>.a{}</style></svg>"
      const drawing = yield* read("svg", svg)
      assert.deepStrictEqual([drawing.html, drawing.title], ["<p>Plan</p>\n<p>Up here</p>\n", "Plan"])
      assert.include((yield* read("svg", "<svg><path/></svg>")).html, "without text")
      const lines =
        '<svg><text><tspan x="0">Two</tspan><tspan x="0" dy="1em">lines</tspan> of w<tspan fill="red">ords</tspan></text></svg>'
      assert.strictEqual((yield* read("svg", lines)).html, "<p>Two lines of words</p>\n")
    })
  )

  it.effect("gives paragraphs of plain text their line ends, and what is set up by spaces its spaces", () =>
    Effect.gen(function* () {
      const { html } = yield* read("text", "Dear Ada,\nhow are you?\n\nname     age\nBob      7\n\nBye\n")
      assert.strictEqual(html, "<p>Dear Ada,<br>\nhow are you?</p>\n<pre>name     age\nBob      7</pre>\n<p>Bye</p>\n")
    })
  )

  it.effect("reads bytes as UTF-8 when no text comes with them, and says when they are none", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode("Grüße")
      assert.strictEqual((yield* read("text", bytes)).markdown, "Grüße")
      assert.strictEqual(yield* refusal("text", Uint8Array.from([0xff, 0xfe, 0xfd])), "corrupt")
      assert.strictEqual(yield* refusal("html", "<p>x</p>"), "unsupported_content")
    })
  )

  it.effect("writes nothing that a database could not keep", () =>
    Effect.gen(function* () {
      const { html, markdown } = yield* read("text", "a\u0000b\ud800c")
      assert.deepStrictEqual([html, markdown], ["<p>ab\ufffdc</p>\n", "ab\ufffdc"])
    })
  )
})

describe("a file that makes a larger page than is read", () => {
  const tooMany = "more than 500000 elements and texts"

  plainIt("is told as far as its rows go, and says that others are left out", () => {
    const note = "<p>Further rows or columns are left out.</p>"
    // A row is five elements, four texts and the end of its line.
    const all = readDelimited("a,b,c,d\n".repeat(49_000), "csv").html
    assert.strictEqual(all.match(/<tr>/g)?.length, 49_000)
    assert.notInclude(all, note)
    // What follows is not looked at: it is no table.
    const some = readDelimited(`${"a,b,c,d\n".repeat(56_000)}"never closed`, "csv").html
    assert.isAtMost(countNodes(some, Number.POSITIVE_INFINITY), pageNodes)
    assert.strictEqual(some.match(/<tr>/g)?.length, 49_600)
    assert.include(some, note)
    // Cells without a text are half as much, and columns beyond those that are kept are nothing.
    assert.notInclude(readDelimited("a,,,\n".repeat(70_000), "csv").html, note)
    assert.include(readDelimited(`${"a,".repeat(2_000)}\n`.repeat(300), "csv").html, note)
    assert.include(readDelimited("a\n".repeat(100_001), "csv").html, note)
    assert.notInclude(readDelimited("a\n".repeat(100_000), "csv").html, note)
  })

  plainIt("is told up to a long row that would make all those before it too long", () => {
    const rows = "a,b\n".repeat(50_000)
    const { html } = readDelimited(`${rows}${"x,".repeat(500)}\n${rows}`, "csv")
    assert.strictEqual(html.match(/<tr>/g)?.length, 50_000)
    assert.notInclude(html, "x")
    assert.include(html, "left out")
    const first = readDelimited(`${"x,".repeat(499)}y\n${rows}`, "csv").html
    assert.include(first, "<th>y</th>")
    assert.isAtMost(countNodes(first, Number.POSITIVE_INFINITY), pageNodes)
  })

  plainIt("is refused whatever it is made of, unless nobody needs the page", async () => {
    const file = (type: "srt" | "markdown", text: string, markdownSuffices = false) =>
      readFile(
        {
          ...{ type, bytes: new TextEncoder().encode(text), markdownSuffices },
          ...{ firstPage: null, lastPage: null, ocr: false, ocrLanguage: { language: "eng", folder: null } },
          processorMillis: 60_000
        },
        () => {}
      )
    const cues = (count: number) => "1\n00:00 --> 00:01\nx\n\n".repeat(count)
    assert.include((await file("srt", cues(99_000))).html, "x</p>")
    const error = await file("srt", cues(101_000)).catch((cause: Error) => cause.message)
    assert.include(error, tooMany)
    const paragraphs = "x\n\n".repeat(170_000)
    const refused = await file("markdown", paragraphs).catch((cause: Error) => cause.message)
    assert.include(refused, tooMany)
    assert.strictEqual((await file("markdown", paragraphs, true)).markdown, paragraphs)
  })
})
