import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

/** Markup, and the Markdown that it becomes. */
const pages: Readonly<Record<string, readonly [string, string]>> = {
  "lines of a paragraph": ["<p>one<br>two<br><br>three</p>", "one  \ntwo\n\nthree"],
  "headings with marks and links inside": [
    `<h2><b>Big</b> <a href="/x">news</a><a class="anchor" href="#big">#</a></h2>`,
    "## Big [news](https://example.com/x)"
  ],
  "a link around a card once, on its heading": [
    `<a href="/p"><div>New</div><h3>Pack</h3><p>For long weekends</p></a>`,
    "New\n\n### [Pack](https://example.com/p)\n\nFor long weekends"
  ],
  "addresses by the base of the page": [
    `<base href="/b/"><a href="c">x</a> <a href="mailto:a@b.c">mail</a> <a href="//o.org/?a=(1">o</a>`,
    "[x](https://example.com/b/c) [mail](mailto:a@b.c) [o](https://o.org/?a=\\(1)"
  ],
  "few choices on one line, among words": [
    `<p>Size <select><option value="">Choose</option><option>S</option><option selected>M</option><option>L</option></select>now</p>`,
    "Size S / M / L now"
  ],
  "the chosen one of many": [
    `<p>Year<select>${Array.from({ length: 40 }, (_, at) => `<option${at === 7 ? " selected" : ""}>${1980 + at}`).join("")}</select></p>`,
    "Year 1987"
  ],
  "what a list of many shows where none is chosen": [
    `<select><option value="" disabled>Country</option>${"<option>Norway</option>".repeat(20)}</select>`,
    "Norway"
  ],
  "groups of choices, and nothing of a field without any": [
    `<p>a<select><optgroup label="x"><option>One<option>Two</optgroup></select>b<select></select>c</p>`,
    "a One / Two b c"
  ],
  "all choices of a box that shows them all": [
    "<select multiple><option>Red<option>Blue</select><p>a</p>",
    "- Red\n- Blue\n\na"
  ],
  "choices in cells": [
    "<table><tr><th>Size<th>Price<tr><td><select><option>S<option>M</select><td>$9</table>",
    "| Size | Price |\n| --- | --- |\n| S / M | $9 |"
  ],
  "labels apart from values": [
    `<p><span>Price</span><span>12 €</span></p><p><b>Version:</b><a href="/v">beta</a></p>`,
    "Price 12 €\n\n**Version:** [beta](https://example.com/v)"
  ],
  "marks that touch": ["<b>a</b><b>b</b>c <i> d </i>e", "**ab**c *d* e"],
  "marks beside punctuation": [`say<b>"yes"</b>and <b>no.</b>Then`, `say"**yes**"and **no**.Then`],
  "players as links to what they play": [
    `<p>a</p><iframe src="https://www.youtube.com/embed/b_PXuEPxN50?rel=0"></iframe>
      <iframe src="//player.vimeo.com/video/45725193" title="The film"></iframe><iframe src="/ad"></iframe>`,
    "a\n\n<https://www.youtube.com/watch?v=b_PXuEPxN50>\n\n[The film](https://vimeo.com/45725193)"
  ],
  "formulas drawn by a service": [
    `<p>As <img src="https://latex.codecogs.com/svg.image?%5Cfrac%7Ba%7D%7Bb%7D+1"> says</p>`,
    "As $\\frac{a}{b}+1$ says"
  ],
  "notes without links": [
    "<p>a<sup>1</sup> b<sup>2</sup> x<sup>3</sup></p><p><sup>1</sup> The first of them.</p><p><b>2</b> The second of them.</p>",
    "a[^1] b[^2] x<sup>3</sup>\n\n[^1]: The first of them.\n\n[^2]: The second of them."
  ],
  "notes without links in a list of their own": [
    `<p>a<sup>1</sup></p><ol><li>b</li></ol><section class="footnotes"><ol><li id="fn1">Told.</li></ol></section>`,
    "a[^1]\n\n1. b\n\n[^1]: Told."
  ],
  "notes of Word, whose links only lead back": [
    `<p>a<sup><a href="#_ftn1">[1]</a></sup></p><p><a href="//X#_ftnref1">[1]</a> Told.</p>`,
    "a[^1]\n\n[^1]: Told."
  ],
  "paragraphs that their notes lead back to": [
    `<p id="r1">a<sup><a id="ref1" href="#n1">1</a></sup></p><p id="n1"><a href="#ref1">1</a> Told.</p>`,
    "a[^1]\n\n[^1]: Told."
  ],
  "code that holds its block": ["<code><pre>a\n  b</pre></code>", "```\na\n  b\n```"],
  "pictures that a script of the page loads": [
    `<img src="data:image/svg+xml,x" data-loader="https://i.example/a.png" alt="A">`,
    "![A](https://i.example/a.png)"
  ],
  "raised cents and exponents in a heading": [
    "<h3>Only $19<sup>99</sup></h3><h2>10<sup>6</sup> of CO<sub>2</sub></h2><h2>The 21<sup>st</sup></h2>",
    "### Only $19<sup>99</sup>\n\n## 10<sup>6</sup> of CO2\n\n## The 21st"
  ],
  "what the icons of cells and lines stand for": [
    `<table><tr><th>A</th><th>B</th></tr><tr><td>svg</td><td><svg role=img aria-label="Not included"></svg></td></tr>
     <tr><td>title</td><td><svg><title>Yes</title></svg></td></tr><tr><td>i</td><td><i class=fa title=No></i></td></tr>
     <tr><td>box</td><td><input type=checkbox checked disabled></td></tr><tr><td>row</td><td><input type=checkbox></td></tr></table>
     <p>Line 4<svg role=img><title>Suspended</title></svg></p><p>Rated <span role=img aria-label="4 of 5"></span></p>`,
    "| A | B |\n| --- | --- |\n| svg | Not included |\n| title | Yes |\n| i | No |\n| box | [x] |\n| row |  |\n\nLine 4 Suspended\n\nRated 4 of 5"
  ],
  "short exponents": ["<p>10<sup>6</sup> H<sub>2</sub>O</p>", "10<sup>6</sup> H<sub>2</sub>O"],
  "code with backticks": ["<p>Use <code>a`b</code> or <code>`</code></p>", "Use ``a`b`` or `` ` ``"],
  "lists side by side": ["<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"],
  "lists with blocks and code": [
    "<ol><li><p>a</p><pre>x\n\ny</pre></li><li value=9>b<ul><li>c<ul><li>d</ul></ul></li></ol>",
    "1. a\n\n   ```\n   x\n\n   y\n   ```\n9. b\n   - c\n     - d"
  ],
  "quotations in lists and lists in quotations": [
    "<ul><li><blockquote><p>a</p><p>b</p></blockquote></li></ul><blockquote><ul><li>c</li><li>d</li></ul></blockquote>",
    "- > a\n  >\n  > b\n\n> - c\n> - d"
  ],
  "cells that span rows and columns": [
    `<table><thead><tr><th>A</th><th colspan=2>B</th></tr></thead><tr><td rowspan=2>1</td><td>2</td><td>3</td></tr>
     <tr><td>4</td><td>5</td></tr></table>`,
    "| A | B |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |"
  ],
  "lists, lines, code and tables in cells": [
    `<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td>1<br>2 <code>a|b</code>
     <table><tr><td>in</td><td>ner</td></tr></table></td></tr></table>`,
    "| A | B |\n| --- | --- |\n| - x<br>- y | 1<br>2 `a\\|b`<br>in ner |"
  ],
  "tables that only lay out": [
    "<table><tr><td><h2>News</h2><p>One</p></td><td><p>Two</p></td></tr></table>",
    "## News\n\nOne\n\nTwo"
  ],
  "code without its line numbers and buttons": [
    `<div class="highlight-source-js"><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a()\nb()</pre>
     </td></tr></table></div><pre class="line"><button>Copy</button><code data-lang="py"><span class="lineno">1</span>x</code></pre>`,
    "```js\na()\nb()\n```\n\n```py\nx\n```"
  ],
  "formulas of KaTeX": [
    `<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>
     <annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html"
     aria-hidden="true">x2</span></span>.</p>`,
    "So $x^2$."
  ],
  "formulas of MathJax": [
    `<p><span class="MathJax_Preview">x</span><span class="MathJax">x</span><script type="math/tex">\\frac{1}{2}</script></p>
     <script type="math/tex; mode=display">a_1</script>`,
    "$\\frac{1}{2}$\n\n$$\na_1\n$$"
  ],
  "formulas without TeX": [
    "<math display=block><msup><mi>x</mi><mn>2</mn></msup><mo>≤</mo><mfrac><mn>1</mn><mi>α</mi></mfrac></math>",
    "$$\nx^2\\leq \\frac{1}{\\alpha}\n$$"
  ],
  footnotes: [
    `<p>Said<sup><a href="#fn1" id="r1">1</a></sup>.</p><ol><li id="fn1">Proof. <a href="#r1">↩</a></li></ol>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "pictures that load late": [
    `<img src="data:image/gif;base64,R0lGOD" data-src="/a.png" alt="a [b]"><img srcset="s.png 1x, l.png 2x">`,
    "![a \\[b\\]](https://example.com/a.png)![](https://example.com/a/l.png)"
  ],
  "pictures that load late, and once more for who has no scripts": [
    `<img data-src="/a.png" src="data:image/gif;base64,R0lGOD" alt="one"><noscript><img src="/a.png" alt="one"></noscript>
     <noscript><img src="/b.png" alt="two"></noscript><img data-src="/b.png" alt="two">`,
    "![one](https://example.com/a.png) ![two](https://example.com/b.png)"
  ],
  "pictures twice": [
    `<img src="/star.png"><img src="/star.png"><noscript><img src="/c.png"></noscript>`,
    "![](https://example.com/star.png)![](https://example.com/star.png)![](https://example.com/c.png)"
  ],
  "inline data, shortened": [
    `<img alt="dot" src="data:image/png;base64,${"A".repeat(400)}">`,
    `![dot](data:image/png;base64,${"A".repeat(20)}…)`
  ],
  "what a server sent late": [
    `<main><template id="B:0"></template></main><div hidden id="S:0"><p>Late</p></div><script>$RC("B:0","S:0")</script>`,
    "Late"
  ],
  "what a server sent late to a page that was saved without its scripts": [
    `<main><template id="B:0"></template></main><div hidden id="S:0"><p>Late</p></div>`,
    "Late"
  ],
  "spaces of all kinds": ["<p>a&nbsp;b\n  <b> c</b>d</p>", "a b **c**d"],
  "definitions and readings of characters": [
    "<dl><dt>Mon</dt><dd>9–17</dd></dl><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>",
    "**Mon**\n\n9–17\n\n漢(かん)"
  ]
}

describe("Markdown", () => {
  it.effect("makes no address of an email that stands between angle brackets", () =>
    Effect.gen(function* () {
      for (const text of ["<2024news@b.co>", "<_x@b.co>", "<+1@b.co>"]) {
        const markdown = yield* markdownOf(`<p>Write to ${text.replace("<", "&lt;")}</p>`)
        assert.include(markdown, "\\<", text)
      }
      assert.strictEqual(yield* markdownOf("<p>4 &lt;5 and 1 &lt; 2@3</p>"), "4 <5 and 1 < 2@3")
    })
  )

  it.effect.each(Object.entries(pages))("keeps %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect("keeps no mark that stands around nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(`<b></b><i> </i><a href="/x"></a><h2></h2><ul><li></li></ul><p>a</p>`), "a")
    })
  )

  const parts = {
    "links side by side": ["", '<a href="/a_b">c*d</a>', ""],
    "links between words": ["", '<a href="/a">b</a> _c', ""],
    "words that links touch": ["", 'x_<a href="/a">b<img src="/c.png" alt="d"></a>_y', ""],
    "pictures and code": ["", '<img src="/a.png" alt="b"><code>c`d</code>*', ""],
    "lines that look like items": ["", "- a<br>1. b<code>c</code><br>", "# d"],
    "code behind what looks like the label of a link": [
      '<a href="/x">[y</a> ',
      '<img src="/a.png"><code>]: b</code> ',
      ""
    ],
    "marks behind very many links": ["", '<a href="/a">b</a>.', '"<b>"c"</b>"d <i>e</i>f'],
    "links behind exclamation marks": ["", '<a href="/a">b</a>c!', ""],
    "words like marks behind pictures": ["", '<img src="/a.png">* b<code>c</code>- d', ""],
    "marks beside words": ["", 'x<b>"y"</b>z ', ""],
    "links behind marks": ["<b>a</b>", '<a href="/a">b</a><i>c</i> ', ""]
  } as const

  it.live.each(Object.entries(parts))(
    "writes a paragraph of thousands of parts as one of a few: %s",
    ([, [first, part, last]]) =>
      Effect.gen(function* () {
        const written = (count: number) =>
          Effect.map(markdownOf(`<p>${first}${part.repeat(count)}${last}</p>`), (markdown) => markdown ?? "")
        const short = yield* written(20)
        const period = (yield* written(21)).length - short.length
        const middle = Math.floor(short.length / 2)
        for (const count of [5_000, 9_001]) {
          const expected =
            short.slice(0, middle) + short.slice(middle, middle + period).repeat(count - 20) + short.slice(middle)
          assert.isTrue((yield* written(count)) === expected, `${count} times`)
        }
      })
  )

  it.effect("keeps inline data whole where it is wanted", () =>
    Effect.gen(function* () {
      const source = `data:image/png;base64,${"A".repeat(400)}`
      const markdown = { includeLinks: true, includeImages: true, shortenBase64Images: false }
      assert.strictEqual(yield* markdownOf(`<img src="${source}">`, { markdown }), `![](${source})`)
    })
  )
})

/** Markup of a file that has no address, and the Markdown that it becomes. */
const files: Readonly<Record<string, readonly [string, string]>> = {
  "relative addresses": [
    `<p><a href="guide.html">a</a> <a href=" ../up/b.html?x=1&amp;y#z ">b</a> <a href="/root">c</a> <a href="?q">d</a></p>`,
    "[a](guide.html) [b](../up/b.html?x=1&y#z) [c](/root) [d](?q)"
  ],
  "what looks like a character in an address": [
    `<p><a href="https://a.example/?a=1&amp;copy;=2">a</a> <a href="b?c&amp;#38;d">b</a> <a href="b?c=1&amp;d=2;e">c</a></p>`,
    "[a](https://a.example/?a=1\\&copy;=2) [b](b?c\\&#38;d) [c](b?c=1&d=2;e)"
  ],
  "places in the file": [`<p>See <a href="#end">the end</a></p>`, "See [the end](#end)"],
  "names with blanks and backslashes": [
    `<p><a href="my file (1).html">a</a> <a href="docs\\b.html">b</a></p>`,
    "[a](my%20file%20(1).html) [b](docs/b.html)"
  ],
  pictures: [`<p><img src="img/a b.png" alt="A"><img src="javascript:x" alt="B"></p>`, "![A](img/a%20b.png)"],
  "absolute addresses": [`<a href="https://a.example/x y">a</a>`, "[a](https://a.example/x%20y)"],
  "addresses by a base that is one": [
    `<base href="https://a.example/b/"><a href="c">a</a> <a href="#d">d</a>`,
    "[a](https://a.example/b/c) [d](https://a.example/b/#d)"
  ],
  "no scripts, whatever they are written like": [
    `<p><a href="javascript:alert(1)">a</a> <a href=" java&#10;script:alert(1)">b</a> <a href="data:text/html,x">c</a> <a href="about:blank#x">d</a> <a href="">e</a></p>`,
    "a b c d e"
  ]
}

describe("Markdown of a file without an address keeps", () => {
  for (const [what, [html, markdown]] of Object.entries(files)) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const sourceUrl = "about:blank"
        assert.strictEqual(yield* markdownOf(html, { sourceUrl, finalUrl: sourceUrl }), markdown)
      })
    )
  }
})
