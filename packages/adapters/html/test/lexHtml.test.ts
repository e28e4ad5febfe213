import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { Parser } from "parse5"
import { lexHtml } from "../src/lexHtml.ts"
import { makeTreeAdapter, type PageElement, PageText } from "../src/PageTree.ts"
import { markupPieces } from "./markupPieces.ts"
import { pageNamed, pageNames } from "./reading.ts"

const parsed = (feed: (parser: Parser<never>) => void): string => {
  const parser = new Parser({ treeAdapter: makeTreeAdapter() })
  feed(parser as never)
  return written(parser.document).join("")
}

const byUs = (page: string) => parsed((parser) => lexHtml(page, parser))

const byParse5 = (page: string) => parsed((parser) => parser.tokenizer.write(page, true))

const unread = new Set("script style xmp iframe noembed noframes noscript".split(" "))

/** The tree as text, without the content of raw elements and white space alone, which reading does not need. */
const written = (element: PageElement, out: Array<string> = []): Array<string> => {
  const attributes = element.attributes.map(({ name, prefix, value }) => `${prefix}:${name}=${JSON.stringify(value)}`)
  out.push(`<${element.namespace} ${element.name} ${attributes.join(" ")}>`)
  for (const child of element.children) {
    if (!(child instanceof PageText)) written(child, out)
    else if (!unread.has(element.name) && child.text.trim() !== "") out.push(JSON.stringify(child.text))
  }
  out.push("/")
  return out
}

describe("lexHtml", () => {
  it("builds the tree that parse5 builds by itself, of any markup", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...markupPieces), { maxLength: 16 }), (chosen) => {
        const page = chosen.join("")
        assert.strictEqual(byUs(page), byParse5(page))
      }),
      { numRuns: 3_000 }
    )
  })

  it.each(pageNames)("builds the tree that parse5 builds of a %s page, cut anywhere", (name) => {
    const page = pageNamed(name)
    assert.strictEqual(byUs(page), byParse5(page))
    fc.assert(
      fc.property(fc.nat(page.length), (end) => {
        assert.strictEqual(byUs(page.slice(0, end)), byParse5(page.slice(0, end)))
      })
    )
  })
})
