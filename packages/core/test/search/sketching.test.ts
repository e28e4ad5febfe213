/** What HTML says, told without a tree. */
import { assert, describe, it } from "@effect/vitest"
import { sketchOfHtml } from "../../src/search/domain/sketchOfHtml.ts"

describe("HTML that nobody read for its words", () => {
  it("says its words, its headings and what its head says", () => {
    const said = sketchOfHtml(`<!doctype html><html lang="de-AT"><head><title>Glasuren &amp; T&ouml;ne</title>
      <meta content='Alles &#252;ber "Glasuren"' name="Description"><meta property="article:published_time" content="2026-02-03">
      <meta name="ROBOTS" content="noindex"><meta name=robots content=nofollow>
      <style>p > b { color: red }</style><script>if (a < b) document.write("<p>no</p>")</script></head>
      <body><nav><a href="/">Start</a></nav><h1>Die <em>Glasur</em></h1><!-- <p>not this</p> -->
      <p title="a > b">Seladon ist ein blasses Gr<b>ün</b>.</p><svg><title>Logo</title><text>no</text></svg>
      <h2>Preise</h2><table><tr><td>Topf<td>12&nbsp;€</table><footer>Impressum</footer></body></html>`)
    assert.deepStrictEqual(said, {
      title: "Glasuren & Töne",
      description: 'Alles über "Glasuren"',
      language: "de-AT",
      publishedTime: "2026-02-03",
      robots: "noindex nofollow",
      headings: "Die Glasur\nPreise",
      text: "Die Glasur\nSeladon ist ein blasses Grün.\nPreise\nTopf\n12 €"
    })
  })

  it("says what there is where markup is broken", () => {
    assert.strictEqual(sketchOfHtml("a < b <3 <p").text, "a < b <3")
    assert.strictEqual(sketchOfHtml("<p>one<script>never ends").text, "one")
    assert.strictEqual(sketchOfHtml('<p class="never ends>one</p><p>two</p>').text, "one\ntwo")
    assert.strictEqual(sketchOfHtml("<nav><p>all of it</p>").text, "all of it")
    assert.strictEqual(sketchOfHtml("no markup &unknown; &#xd800;&#0; at all").text, "no markup &unknown; at all")
  })

  it("is told in a moment, whatever it is", () => {
    const pieces = [
      "<",
      "<p",
      "<p ",
      '<p "',
      "<p '>",
      "<!--",
      "<!",
      "&#",
      "<script>",
      "</script",
      "<title>",
      "<h1>",
      "<meta name=",
      "<a b=\"'>",
      "<p>\n"
    ]
    for (const piece of pieces) {
      const html = piece.repeat(Math.floor(400_000 / piece.length))
      const begun = process.cpuUsage().user
      sketchOfHtml(html)
      sketchOfHtml(`${html}">`)
      assert.isBelow(process.cpuUsage().user - begun, 2_000_000, piece)
    }
  })
})
