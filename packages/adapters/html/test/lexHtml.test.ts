import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { Parser } from "parse5"
import { lexHtml } from "../src/lexHtml.ts"
import { makeTreeAdapter, type PageElement, PageText } from "../src/PageTree.ts"
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

const tags =
  "a b p div table tr td th tbody caption col select option optgroup svg math mi foreignObject desc title textarea " +
  "script style noscript template pre iframe xmp li ul dd dt h1 h2 form button nobr font hr ruby rt rp main details " +
  "annotation-xml html head body image object circle input x-y plaintext SCRIPT Div"

const oddities = [
  '<a b="c"d=e>',
  "<a b='\">'>",
  "<a b= >",
  "<a =b>",
  "<a b=c/>",
  "<a/b>",
  "<a b=`c`>",
  "<a b=x&amp;y>",
  '<a b="&amp;&lt=1&lt">',
  '<DIV Class="X" class=y>',
  "<img src=\"a>b\" alt='c'>",
  "<annotation-xml encoding=text/html>",
  "<input type=hidden>",
  "<br/>",
  "</br>",
  "<!--",
  "-->",
  "--!>",
  "<!-- a -->",
  "<!---->",
  "<!-->",
  "<!--->",
  "<!doctype html>",
  "<!DOCTYPE",
  "<![CDATA[",
  "]]>",
  "<?php ?>",
  "</",
  "</>",
  "</ p>",
  "</p x>",
  "</script x>",
  "</SCRIPT >",
  "<scr",
  "ipt>",
  "<",
  "<3",
  "< ",
  ">",
  "/>",
  "=",
  '"',
  "'",
  "&",
  "&amp",
  "&amp;",
  "&#x41;",
  "&#0;",
  "&#xD800;",
  "&#13;",
  "&notit;",
  "&Tab;",
  "<é>",
  "<a é=1>",
  "<a b=é>",
  "é",
  "😀",
  "\n",
  "  ",
  "\t",
  "\f",
  "\u0001",
  "x",
  "text ",
  `<a ${Array.from({ length: 30 }, (_, index) => `k${index}=v`).join(" ")}>`
]

const pieces = [...tags.split(" ").flatMap((tag) => [`<${tag}>`, `</${tag}>`]), ...oddities]

describe("lexHtml", () => {
  it("builds the tree that parse5 builds by itself, of any markup", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (chosen) => {
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
