import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

/** What pages set apart from their text, and the same as Markdown. */
const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "notes of Asciidoctor": [
    `<div class="admonitionblock warning"><table><tr><td class="icon"><div class="title">Warning</div></td>
     <td class="content"><p>Hot.</p></td></tr></table></div>`,
    "> [!WARNING]\n> Hot."
  ],
  "notes of Starlight": [
    `<aside class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title">Tip</p><p>Stir.</p></aside>`,
    "> [!TIP]\n> Stir."
  ],
  "notes of Quarto": [
    `<div class="callout callout-note"><div class="callout-header"><div class="callout-title-container">Note</div></div>
     <div class="callout-body"><p>Rest.</p></div></div>`,
    "> [!NOTE]\n> Rest."
  ],
  "notes of MDN": [`<div class="notecard note"><h4>Note:</h4><p>Rest.</p></div>`, "> [!NOTE]\n> Rest."],
  "quotations that are notes": [
    `<blockquote class="callout callout_warn"><h3>Mind the oven</h3><p>Hot.</p></blockquote>`,
    "> [!WARNING]\n> ### Mind the oven\n>\n> Hot."
  ],
  "notes with a title of their own": [
    `<div class="alert alert-info"><p class="alert-heading">Important</p><p>Read.</p></div>`,
    "> [!NOTE]\n> Important\n>\n> Read."
  ],
  "folded notes of kinds that GitHub does not have": [
    `<div data-callout="faq" class="callout is-collapsed"><div class="callout-title">Why?</div>
     <div class="callout-content" style="display: none"><p>Because.</p></div></div>`,
    "> [!NOTE]\n> Why?\n>\n> Because."
  ],
  "code in an editor": [
    `<div class="CodeMirror"><div class="CodeMirror-linenumber">1</div><pre class="CodeMirror-line">a()</pre>
     <div class="CodeMirror-linenumber">2</div><pre class="CodeMirror-line">b()</pre></div>`,
    "```\na()\nb()\n```"
  ],
  "code in rows of a table": [
    `<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td>
     <td class="blob-code">a()</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">b()</td></tr></table>`,
    "```\na()\nb()\n```"
  ],
  "code once, that stands there for each theme": [
    `<div><pre data-theme="light"><code>a()</code></pre><pre data-theme="dark"><code>a()</code></pre></div>`,
    "```\na()\n```"
  ],
  "code without the name of its language and its numbers": [
    `<div class="language-ts"><button>Copy</button><span class="lang">ts</span><pre><code>a()\nb()</code></pre>
     <div class="line-numbers-wrapper"><span>1</span><br><span>2</span><br></div></div>`,
    "```ts\na()\nb()\n```"
  ],
  "code with a number in each line": [
    `<pre><div><span>1</span><div>a()</div></div><div><span>2</span><div>b()</div></div></pre>`,
    "```\na()\nb()\n```"
  ],
  "code in which every line is a number": ["<pre><b>1</b>\n<b>2</b></pre>", "```\n1\n2\n```"],
  "code below a label": [
    `<div><div><span>bash</span><button>Copy</button></div><div><pre><code>a</code></pre></div></div>`,
    "```bash\na\n```"
  ],
  "code with a label inside": [
    `<pre><code class="language-sh"><div><span>sh</span><button></button></div><div>a</div></code></pre>`,
    "```sh\na\n```"
  ],
  "code below the name of its file": [`<div><div>a.ts</div><pre>a</pre></div>`, "a.ts\n\n```\na\n```"],
  "code without what its words show when they are pointed at": [
    `<pre>a<span class="hover-info">number</span> + b<span class="twoslash-popup-container">text</span></pre>`,
    "```\na + b\n```"
  ],
  "code that is drawn as a block": ['<code class="hl block">a\nb</code>', "```\na\nb\n```"],
  "code in a box that is named so": [
    `<div class="code-block" data-lang="http">GET /\n> b</div>`,
    "```http\nGET /\n> b\n```"
  ],
  "code by its style": [`<div style="white-space: pre; font-family: monospace">a\n  b</div>`, "```\na\n  b\n```"],
  "code in items": [`<ol class="dp-highlighter"><li>a()</li><li>b()</li></ol>`, "```\na()\nb()\n```"],
  "notes of Material for MkDocs that fold": [
    `<details class="warning"><summary>Mind the oven</summary><p>Hot.</p></details>`,
    "> [!WARNING]\n> **Mind the oven**\n>\n> Hot."
  ],
  "boxes that a word names as notes": [
    `<div class="note"><p class="admonition-title">Note</p><p>Rest.</p></div>`,
    "> [!NOTE]\n> Rest."
  ],
  "boxes that only have such a name": [`<div class="note"><p>Rest.</p></div>`, "Rest."],
  "callouts that tell their kind apart": [
    `<div class="callout" data-type="warn"><p>Hot.</p></div>`,
    "> [!WARNING]\n> Hot."
  ],
  "players that load late": [
    `<lite-youtube videoid="b_PXuEPxN50" playlabel="Talk"></lite-youtube>`,
    "[Talk](https://www.youtube.com/watch?v=b_PXuEPxN50)"
  ],
  "films that are not listed": [
    `<iframe src="https://player.vimeo.com/video/45725193?app=1&h=a290f71a57"></iframe>`,
    "<https://vimeo.com/45725193/a290f71a57>"
  ],
  "headings with a link that nobody sees": [`<h2>Use<a href="#use">\u200b</a></h2>`, "## Use"],
  "hints of other kinds": [`<div class="hint hint-danger"><p>Hot.</p></div>`, "> [!CAUTION]\n> Hot."],
  "formulas whose source is an attribute": [
    `<p>So <span class="ztext-math" data-tex="x^2"></span> is <img src="https://a.example/equation?tex=y%5E2" alt="y"></p>`,
    "So $x^2$ is $y^2$"
  ],
  "formulas of MathML in all kinds of letters": [
    `<p><math><mi mathvariant="bold">v</mi><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo><mo>(</mo><mfrac linethickness="0"><mi>n</mi>
     <mi>k</mi></mfrac><mo>)</mo><menclose notation="top"><mi>x</mi><mi>y</mi></menclose></math></p>`,
    "$\\mathbf{v}\\left(\\frac{a}{b}\\right)\\binom{n}{k}\\overline{xy}$"
  ],
  "lines of code outside of a block": ["<code>a()<br>b()<br>c()</code>", "```\na()\nb()\nc()\n```"],
  "formulas that MathJax drew with letters": [
    `<p>So <mjx-container><mjx-math><mjx-mfrac><mjx-frac><mjx-num><mjx-mn><mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-num>
     <mjx-dbox><mjx-dtable><mjx-row><mjx-den><mjx-mi><mjx-c class="mjx-c1D45B">𝑛</mjx-c></mjx-mi></mjx-den></mjx-row></mjx-dtable>
     </mjx-dbox></mjx-frac></mjx-mfrac><mjx-munderover><mjx-over><mjx-mi><mjx-c>𝑛</mjx-c></mjx-mi></mjx-over><mjx-box><mjx-munder>
     <mjx-row><mjx-base><mjx-mo><mjx-c>∑</mjx-c></mjx-mo></mjx-base></mjx-row><mjx-row><mjx-under><mjx-mi><mjx-c>𝑖</mjx-c></mjx-mi>
     </mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover><mjx-msub><mjx-mi><mjx-c>𝜎</mjx-c></mjx-mi><mjx-script><mjx-mi>
     <mjx-c>𝑖</mjx-c></mjx-mi></mjx-script></mjx-msub></mjx-math></mjx-container>.</p>`,
    "So $\\frac{1}{n}\\sum_i^n\\sigma_i$."
  ],
  "formulas that MathJax drew as a picture": [
    `<p>So <mjx-container jax="SVG"><svg><g data-mml-node="math"><g data-mml-node="msup"><g data-mml-node="mi"><use
     data-c="1D465"></use></g><g data-mml-node="mn"><use data-c="32"></use></g></g></g></svg></mjx-container>.</p>`,
    "So $x^2$."
  ],
  "numbered formulas": [
    `<math display="block"><mtable><mlabeledtr><mtd><mtext>(</mtext><mn>3</mn><mtext>)</mtext></mtd><mtd><mi>a</mi></mtd>
     </mlabeledtr></mtable></math>`,
    "$$\na \\tag{3}\n$$"
  ],
  "formulas under one another": [
    `<math><mtable columnalign="right left"><mtr><mtd><mi>x</mi></mtd><mtd><mn>1</mn></mtd></mtr></mtable></math>`,
    "$\\begin{aligned} x & 1 \\end{aligned}$"
  ],
  "headings without links to themselves": [`<h2 id="wool"><a href="#wool">Wool</a></h2>`, "## Wool"],
  "headings far inside a link to themselves": [
    `<a href="#wool">\n${" ".repeat(60)}<div><h2>Wool</h2></div></a>`,
    "## Wool"
  ],
  "what stands around a matrix": [
    `<math><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>)</mo></math>`,
    "$\\begin{pmatrix} a & b \\end{pmatrix}$"
  ],
  "braces above a formula": [
    "<math><mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>⏞</mo></mover></math>",
    "$\\overbrace{ab}$"
  ],
  "TeX in the address of a picture": [
    `<p>So <img src="https://draw.example/formula/%5Cfrac%7Ba%7D%7Bb%7D">.</p>`,
    "So $\\frac{a}{b}$."
  ],
  "words without marks of where they may be cut": ["<p>Wehr\u00admauer\u00adbrot</p>", "Wehrmauerbrot"],
  "the address of a post that is shown in a frame": [
    `<iframe src="https://platform.twitter.com/embed/Tweet.html?id=1675626836821409792"></iframe>`,
    "<https://x.com/i/status/1675626836821409792>"
  ],
  "the picture of a placeholder from what stands beside it": [
    `<picture><source srcset="/s.webp 1x, /l.webp 2x"><img src="data:image/gif;base64,R0lGOD" alt="Fog"></picture>`,
    "![Fog](https://example.com/l.webp)"
  ]
}

describe("what is set apart", () => {
  it.effect.each(Object.entries(pages))("keeps %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect("does not keep pictures that only hold space", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* markdownOf(`<p>a<img src="/t.gif" width="40" height="1"><img src="/b.gif" alt="b" height="1"></p>`),
        "a![b](https://example.com/b.gif)"
      )
    })
  )

  it.effect("ends on formulas that are nested without end", () =>
    Effect.gen(function* () {
      const drawing = (box: string) => `<mjx-container><mjx-math>${box.repeat(120)}</mjx-math></mjx-container>`
      const pages = [
        drawing("<mjx-mroot><mjx-box><mjx-root>"),
        drawing("<mjx-munderover><mjx-over><mjx-box>"),
        `<math>${"<munderover>".repeat(200)}<mi>x</mi></math>`,
        `<math>${"<mo>(</mo><mtable><mtr><mtd>".repeat(200)}</math>`
      ]
      for (const page of pages) assert.isString(yield* markdownOf(page))
    })
  )
})
