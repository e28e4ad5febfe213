/** Markup of all that Markdown can say, with text that means something in it. */
import * as fc from "fast-check"

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** Pieces that mean something in Markdown or HTML, and words beside them. */
const hostile = fc.constantFrom(
  ..."\\`*_~<>&[]()!#+-=|:;.'\"/?^{}@$€“…",
  ..."ab1 ".repeat(6),
  "  ",
  "**",
  "__",
  "~~",
  "``",
  "---",
  "===",
  "1.",
  "2) ",
  "- ",
  "# ",
  "> ",
  "&amp;",
  "&lt",
  "&#35;",
  "<b>",
  "</b",
  "<!--",
  "-->",
  "<img src=x onerror=alert(1)>",
  "[x](y)",
  "[x]: y",
  "![x](y)",
  "[ ] ",
  "[^1]",
  "http://a.example/_b_",
  "www.a.example",
  "a@b.example",
  "| - | - |",
  "| a | b |",
  "中",
  "é",
  "😀",
  "\u2003"
)

/** Formulas are written as they are, and no addresses are looked for in them. */
const isNoFormula = (text: string) => !/\$\$|\\[([]/.test(text)

const text = fc.array(hostile, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""))

const path = fc
  .array(fc.constantFrom(..."ab()*_~`&|\\[]!'<> é", "&copy", "&amp;", "\\|", "(", ")"), { maxLength: 8 })
  .map((pieces) => pieces.join(""))
const address = fc
  .tuple(fc.constantFrom("/", "?q=", "#f", "https://b.example/x?y=", "mailto:a@b.example?c="), path)
  .map((parts) => escaped(parts.join("")))

type Markup = { readonly linked: string; readonly inline: string; readonly block: string }

const { block } = fc.letrec<Markup>((tie) => {
  const parts = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: 1, maxLength: 4 }).map((all) => all.join(""))
  const leaf = fc.oneof(
    text.map(escaped),
    text.map((one) => `<span>${escaped(one)}</span>`),
    text.map((one) => `<code>${escaped(one)}</code>`),
    fc.constant("<br>"),
    fc.constant(" "),
    // A face alone would be written as a character, and what is no page has no pictures.
    fc
      // A picture without an address (`/\\`) is told by its words, and shown by nobody.
      .tuple(
        address.filter((one) => URL.canParse(one, "https://a.example/")),
        text
      )
      .map(([source, alt]) => `<img src="${source.replace(/^mailto:/, "")}" alt="a ${escaped(alt)}">`)
  )
  const marked = (inside: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom("b", "i", "del", "span", "strong", "em"), parts(inside))
      .map(([name, all]) => `<${name}>${all}</${name}>`)
  return {
    linked: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, marked(tie("linked"))),
    inline: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      leaf,
      marked(tie("inline")),
      // A sign alone would be a link to where it stands.
      fc.tuple(address, parts(tie("linked"))).map(([to, all]) => `<a href="${to}">${all}z</a>`)
    ),
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      parts(tie("inline")).map((all) => `<p>${all}</p>`),
      parts(tie("inline")).map((all) => `<div>${all}</div>`),
      fc.tuple(fc.constantFrom("h1", "h3"), parts(tie("inline"))).map(([name, all]) => `<${name}>${all}</${name}>`),
      fc.constant("<hr>"),
      text.map((code) => `<pre>x${escaped(code)}</pre>`),
      parts(tie("block")).map((all) => `<blockquote>${all}</blockquote>`),
      fc
        // The renderer of this test wants nothing in front of such a list on its line.
        .tuple(
          fc.constantFrom("ul", "ol", 'p>q</p><ol start="7"'),
          fc.array(parts(fc.oneof(tie("inline"), tie("block"))), { minLength: 1, maxLength: 3 })
        )
        .map(
          ([name, items]) =>
            `<${name}>${items.map((one) => `<li>${one}</li>`).join("")}</${name === "ul" ? name : "ol"}>`
        ),
      fc
        .array(fc.tuple(parts(tie("inline")), parts(tie("inline"))), { minLength: 1, maxLength: 3 })
        .map(
          (rows) => `<table>${rows.map(([one, other]) => `<tr><th>${one}</th><th>${other}</th></tr>`).join("")}</table>`
        )
    )
  }
})

/** A page of blocks with hostile text, links and pictures in them. */
export const hostileMarkup = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => blocks.join(""))
  .filter(isNoFormula)
