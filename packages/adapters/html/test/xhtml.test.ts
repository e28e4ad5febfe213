import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { xhtmlAsHtml } from "../src/xhtml.ts"
import { shape, textOf } from "./reading.ts"

const page = (body: string, head = "") =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Plan</title>${head}</head><body>${body}</body></html>`

const asXml = { mediaType: "application/xhtml+xml" }

/** What a page says that came as XML, and one that came as HTML. */
const both = (body: string) => Effect.all([textOf(page(body), asXml), textOf(page(body))])

describe("a page of XHTML that came as XML", () => {
  it.effect("says what stands in CDATA, and the same page that came as HTML what browsers show of it", () =>
    Effect.gen(function* () {
      const plain = "<p>One <![CDATA[is 1 & <b>two</b> > 1]]> and more</p>"
      assert.deepStrictEqual(yield* both(plain), ["One is 1 & <b>two</b> > 1 and more", "One two > 1]]> and more"])
      assert.deepStrictEqual(yield* both("<p>a<![CDATA[b]]>c</p><p>d</p>"), ["abc\nd", "ac\nd"])
      const { markdown } = yield* shape(page("<p>See <![CDATA[<i>]]>.</p>"), { isXml: true })
      assert.include(markdown, "See \\<i>.")
    })
  )

  it.effect("has elements that close themselves, which hold nothing of what comes after", () =>
    Effect.gen(function* () {
      const body = `<script src="/a.js"/><h1><a id="x"/>Plan</h1><p/><div class="a"/><p>Costs <textarea/>9 €<br/>a<br></br>month</p>`
      assert.strictEqual(yield* textOf(page(body), asXml), "Plan\nCosts 9 €\na\nmonth")
      const { markdown } = yield* shape(page(body, '<script src="/b.js"/><style/>'), { isXml: true })
      assert.strictEqual(markdown, "# Plan\n\nCosts 9 €  \na  \nmonth")
    })
  )

  it.effect("has scripts that are read without their marks", () =>
    Effect.gen(function* () {
      const data = '{"@type":"Article","author":{"name":"Ana & </b> Co"},"datePublished":"2026-01-02"}'
      const script = (content: string) => `<script type="application/ld+json">${content}</script>`
      for (const content of [
        `<![CDATA[${data}]]>`,
        `\n//<![CDATA[\n${data}\n//]]>\n`,
        `/*<![CDATA[*/${data}/*]]>*/`,
        data.replace("&", "&amp;").replace("<", "&lt;")
      ]) {
        const { metadata } = yield* shape(page("<p>Text</p>", script(content)), { isXml: true })
        assert.strictEqual(metadata?.author, "Ana & </b> Co", content)
      }
      const closing = `<script><![CDATA[document.write("<script>x</script>")]]></script><p>Seen</p>`
      assert.strictEqual(yield* textOf(page(closing), asXml), "Seen")
      for (const marks of [`//<![CDATA[\n${data}\n//]]>`, `/* <![CDATA[ */${data}/* ]]> */`]) {
        const { metadata } = yield* shape(page("<p>Text</p>", script(marks)))
        assert.strictEqual(metadata?.author, "Ana & </b> Co", marks)
      }
    })
  )

  it("is left as it is written where it means the same as HTML, and takes no more time than its length", () => {
    for (const same of ["<p>a &lt; b</p>", `<a title="a > b / '">x</a>`, "<p>1 < 2</p><", "<p a='"]) {
      assert.strictEqual(xhtmlAsHtml(`${same}<hr/>`), `${same}<hr/>`)
    }
    assert.strictEqual(xhtmlAsHtml("<!-- <p/> --><?php echo ?>a<br/>"), "a<br/>")
    assert.strictEqual(xhtmlAsHtml("<p><![CDATA[a<b"), "<p>a&lt;b")
    const started = performance.now()
    for (const piece of [
      "<![CDATA[",
      "<script>",
      "<a b='",
      '<a "',
      "<?",
      "<!--",
      "<script><![CDATA[x]]>",
      "<p/>",
      "<script></script>"
    ]) {
      xhtmlAsHtml(`<hr/>${piece.repeat(200_000)}`)
    }
    assert.isBelow(performance.now() - started, 20_000)
  })
})
