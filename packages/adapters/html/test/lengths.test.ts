/** What a page is made into, bounded by what it comes to: observed in what was written when it was refused, and in what is written whole. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MarkdownBlocks } from "../src/markdown/MarkdownBlocks.ts"
import { maxMarkdownLength } from "../src/markdown/tooLong.ts"
import { PageElement, PageText } from "../src/PageTree.ts"
import { inParts, partsOf } from "../src/partsOf.ts"
import { markupWithin } from "../src/writeHtml.ts"
import { markdownOf, shape } from "./reading.ts"

const within = (count: number, marker: string, rest: string) => {
  const blocks = new MarkdownBlocks()
  for (let level = 0; level < count; level += 1) blocks.enter(marker, rest)
  return blocks
}

const refusalOf = (page: string, request = {}) =>
  Effect.map(Effect.flip(shape(page, request)), (error) =>
    error._tag === "UnreadablePage" ? [error.reason, error.message] : [error._tag]
  )

const element = (name: string, ...children: ReadonlyArray<PageElement | PageText>) => {
  const made = new PageElement(name, "http://www.w3.org/1999/xhtml" as PageElement["namespace"], [], false)
  made.children = [...children]
  return made
}

/** Lines of code with empty ones among them, far longer than a part of what is written. */
const lines = Array.from({ length: 30_000 }, (_, at) => (at % 7 === 3 ? "" : at % 5 === 0 ? "x" : `line ${at}`))

describe("Markdown inside of others", () => {
  it.each([
    ["quotations", "> ", "> "],
    ["items with long numbers", "999999999. ", " ".repeat(11)]
  ] as const)("is written no further than it may be: %s", (_name, marker, rest) => {
    const blocks = within(24, marker, rest)
    assert.throws(() => blocks.write("a\n".repeat(1_000_000)), /more than 16000000 characters of Markdown/)
    assert.isBelow(blocks.toString().length, maxMarkdownLength * 1.4)
  })

  it.effect("has its mark ahead of each line, however many there are", () =>
    Effect.gen(function* () {
      const markdown = yield* markdownOf(`<blockquote><ul><li>a<pre>${lines.join("\n")}</pre></ul></blockquote>`)
      const written = ["```", ...lines, "```"].map((line) => (line === "" ? ">" : `>   ${line}`))
      assert.strictEqual(markdown, ["> - a", ">", ...written].join("\n"))
    })
  )
})

describe("code in a cell", () => {
  it.effect("is written line by line, however many there are", () =>
    Effect.gen(function* () {
      const markdown = yield* markdownOf(
        `<table><tr><th>a<th>b<tr><td>1<td><pre>${lines.join("\n")}\n\\|</pre></table>`
      )
      const written = lines.flatMap((line) => (line === "" ? [] : [`\`${line}\``])).join("<br>")
      assert.strictEqual(markdown, `| a | b |\n| --- | --- |\n| 1 | ${written}<br><code>\\\\&#124;</code> |`)
    })
  )

  it.effect("is refused where all of it is too long", () =>
    Effect.gen(function* () {
      const code = `<pre>${"\\|\n".repeat(800_000)}</pre>`
      assert.deepStrictEqual(yield* refusalOf(`<table><tr><th>a<th>b<tr><td>1<td>${code}</table>`), [
        "too_complex",
        "The page makes more than 16000000 characters of Markdown."
      ])
    })
  )
})

describe("HTML", () => {
  it("is written no further than it may be", () => {
    const page = element("div", ...Array.from({ length: 100 }, () => element("p", new PageText("&".repeat(1_000)))))
    assert.isUndefined(markupWithin(page, 100_000))
    assert.strictEqual(markupWithin(page, 1_000_000), `<div>${`<p>${"&amp;".repeat(1_000)}</p>`.repeat(100)}</div>`)
  })

  it.effect("of a page is refused where its references make it too long", () =>
    Effect.gen(function* () {
      const request = { markdown: null, wantsMetadata: false, wantsLinks: false, wantsImages: false }
      assert.deepStrictEqual(yield* refusalOf(`<p>${"& ".repeat(6_000_000)}`, request), [
        "too_complex",
        "The page makes more than 32000000 characters of HTML."
      ])
    })
  )
})

describe("addresses in a long text", () => {
  it.effect("are escaped where they are, and nowhere else", () =>
    Effect.gen(function* () {
      const words = "some words and https://example.com/a_b_ and me@example.com ".repeat(2_000)
      const markdown = yield* markdownOf(`<p>${words}http://x.example/_a_<b>b</b>`)
      assert.strictEqual(
        markdown,
        `${words.replaceAll("_ ", "\\_ ").replaceAll("https://example.com/a_b\\_", "https\\://example.com/a_b\\_")}http\\://x.example/\\_a\\_**b**`
      )
    })
  )
})

describe("parts of a text", () => {
  it("are the text together, and end where they are to end", () => {
    const text = "ab cd\n".repeat(20_000)
    for (const end of [undefined, "\n", " ", "z"]) {
      const parts = [...partsOf(text, end)]
      assert.strictEqual(parts.join(""), text)
      if (end !== undefined) for (const part of parts.slice(1)) assert.isTrue(part.startsWith(end))
    }
    assert.deepStrictEqual([...partsOf("")], [])
    assert.strictEqual(
      inParts(text, (part) => part.toUpperCase()),
      text.toUpperCase()
    )
  })
})
