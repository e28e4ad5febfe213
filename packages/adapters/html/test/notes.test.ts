import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

/** What pages make their notes of, and the same as notes of Markdown. */
const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "numbers in cells of a table": [
    `<p>Said<sup><a href="#n1" id="b1">1</a></sup>.</p><table><tr><td><a id="n1" href="#b1">1</a></td><td>Proof.</td></tr></table>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "descriptions of a list": [
    `<p>Said <a href="#n1" id="b1">[1]</a>.</p><dl><dt id="n1"><a href="#b1">[1]</a></dt><dd>Proof. <a href="#b1">↩</a></dd></dl>`,
    "Said [^1].\n\n[^1]: Proof."
  ],
  "entries of a bibliography": [
    `<p>Said<sup><a href="#ref-CR1">1</a></sup>.</p><ol><li><p id="ref-CR1">Smith, A.</p></li></ol>`,
    "Said[^1].\n\n[^1]: Smith, A."
  ],
  "paragraphs that start with the number of their mark": [
    `<p>Said<sup><a href="#one">1</a></sup>.</p><p><a name="one"></a><sup>1</sup> Proof.</p>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "what Word writes": [
    `<p>Said <span><sup><a href="#_ftn1">[1]</a></sup></span>.</p>
     <p><span><sup><a href="//6CB5/#_ftnref1">[1]</a> </sup>Proof.</span></p>`,
    "Said [^1].\n\n[^1]: Proof."
  ],
  "notes that their marks hide": [
    `<p>Said.<span class="inline-footnote" title="Proof.">1<span class="footnoteContent" style="display:none">Proof <b>one</b>.</span></span> Again.</p>`,
    "Said.[^1] Again.\n\n[^1]: Proof **one**."
  ],
  "notes in the margin": [
    `<p>Said<label for="s1" class="margin-toggle"></label><input type="checkbox" id="s1"><span class="sidenote">Proof.</span>
     again.</p>`,
    "Said[^1] again.\n\n[^1]: Proof."
  ],
  "notes in the margin that stand below once more": [
    `<p>Said<label for="s1">1</label><input type="checkbox"><span class="sidenote"><sup>1</sup> Proof.</span></p>
     <div class="footdef"><sup>1</sup> <div>Proof.</div></div>`,
    "Said[^1]\n\n[^1]: Proof."
  ],
  "notes of LaTeXML": [
    `<p>Said<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span
     class="ltx_note_content"><sup class="ltx_note_mark">1</sup>Proof.</span></span></span>.</p>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "hidden notes that a mark names": [
    `<p>Said<span data-definition="fna0"><a href="#">*</a></span>.</p><aside style="display:none" id="fna0">Proof.</aside>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "headings with a number and what follows them": [
    `<p>Said<a id="D1" href="#F1"><sup>1</sup></a>, <a id="D2" href="#F2"><sup>2</sup></a>.</p>
     <h5><a id="F1" href="#D1">(1)</a></h5><p>Proof.</p><p>More.</p><h5><a id="F2" href="#D2">(2)</a></h5><p>Cake.</p>`,
    "Said[^1], [^2].\n\n[^1]: Proof.\n\n    More.\n\n[^2]: Cake."
  ],
  "lines of one paragraph": [
    `<p>Said [<a href="#n1">1</a>], [<a href="#n2">2</a>].</p><p><a name="n1"></a>[1] Proof.<br><a name="n2"></a>[2] Cake.</p>`,
    "Said [^1], [^2].\n\n[^1]: Proof.\n\n[^2]: Cake."
  ],
  "items whose place is the number of their mark": [
    `<p>Said <a href="#r1">[1]</a>.</p><ol><li><a id="r1"></a>Proof.</li></ol>`,
    "Said [^1].\n\n[^1]: Proof."
  ],
  "paragraphs with a number of their own": [
    `<p>Said<span class="fn"><a href="#page4note01">1</a></span>.</p><p id="page4note01">1. Proof.</p>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "what Asciidoctor writes": [
    `<p>Said<sup class="footnote">[<a id="_r1" href="#_d1">1</a>]</sup>.</p>
     <div class="footnote" id="_d1"><a href="#_r1">1</a>. Proof.</div>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "a table for each": [
    `<p>Said <a class="footnote-reference" href="#i2" id="i1">[1]</a>.</p>
     <table class="docutils footnote" id="i2"><tr><td><a class="fn-backref" href="#i1">[1]</a></td><td>Proof.</td></tr></table>`,
    "Said [^1].\n\n[^1]: Proof."
  ],
  "the same beside the text and below it": [
    `<p>Said<sup><a id="b1" href="#n1">1</a></sup><span class="sidenote"><span>1. </span>Proof.</span>.</p>
     <div class="sidenote">Proof.</div><div class="footnote"><sup id="n1"><a href="#b1">1</a></sup> <div>Proof.</div></div>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "several marks of one": [
    `<p>Said<sup id="c1"><a href="#cite_note-1">[1]</a></sup> twice<sup id="c2"><a href="#cite_note-1">[1]</a></sup>.</p>
     <ol><li id="cite_note-1"><span class="mw-cite-backlink">^ <a href="#c1">a</a> <a href="#c2">b</a></span> Proof.</li></ol>`,
    "Said[^1] twice[^1].\n\n[^1]: Proof."
  ],
  "numbers that a list says of its items": [
    `<p>Said<sup><a href="#x7">7</a></sup>.</p><ol><li id="x7" value="7">Proof.</li></ol>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "what a box of its own shows on a click": [
    `<p>Said<label for="f1" class="number"></label><input type="checkbox" id="f1"><span class="footnote">Proof.</span>.</p>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "marks of LaTeXML that lead nowhere": [
    `<p>Ann<span class="ltx_note ltx_role_footnotemark"><sup class="ltx_note_mark">2</sup><span class="ltx_note_outer"><span
     class="ltx_note_content">footnotemark: 2</span></span></span>.</p>`,
    "Ann<sup>2</sup>."
  ],
  "boxes that a button opens": [
    `<p>Said<button popovertarget="fn-1">1</button>.</p><div id="fn-1" popover>Proof.</div>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "what is shown when a mark is pressed": [
    `<p>Said<a role="button"><sup>[1]</sup></a><span class="footnote_tooltip">Proof.</span>.</p>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "asides of books": [
    `<p>Said<a epub:type="noteref" href="#x">1</a>.</p><aside epub:type="footnote" id="x">Proof.</aside>`,
    "Said[^1].\n\n[^1]: Proof."
  ],
  "numbered lists that stand aside": [
    `<p>Said<sup>1</sup>.</p><aside><ol start="1"><li>Proof.</li></ol></aside><p>More<sup>2</sup>.</p>
     <aside><ol start="2"><li>Cake.</li></ol></aside>`,
    "Said[^1].\n\n[^1]: Proof.\n\nMore[^2].\n\n[^2]: Cake."
  ]
}

describe("notes", () => {
  it.effect.each(Object.entries(pages))("are read from %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect("are no links to what stands above", () =>
    Effect.gen(function* () {
      const page = `<p id="top">First.</p><p>See <sup><a href="#top" id="x">1</a></sup> and <a href="#x">[1]</a>.</p>`
      assert.notInclude(yield* markdownOf(page), "[^1]:")
    })
  )

  it.effect("come along with the main content, and their heading does not", () =>
    Effect.gen(function* () {
      const text = "The frame moves with you, and the rain cover hides in the base, so that nothing gets wet. ".repeat(
        4
      )
      const page = `<article><p>${text}<sup><a href="#fn1" id="b1">1</a></sup></p><h2>Notes</h2>
        <ol><li id="fn1">Tested. <a href="#b1">↩</a></li></ol></article>`
      const markdown = yield* markdownOf(page, { mainContentOnly: true })
      assert.strictEqual(markdown, `${text.trim()} [^1]\n\n[^1]: Tested.`)
    })
  )
})
