/** What of a page is not its content, element by element. */
import { assert, describe, it } from "@effect/vitest"
import { Clutter, holdsOwnHeader, isConsent, isMain, isNote } from "../src/clutter.ts"
import { attributeOf, makeNodeCount, PageElement } from "../src/PageTree.ts"
import { parseHtml } from "../src/parseHtml.ts"

/** The element of a page that has the attribute `x`. */
const marked = (html: string): PageElement => {
  let found: PageElement | undefined
  const visit = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (attributeOf(child, "x") !== undefined) found ??= child
      visit(child)
    }
  }
  visit(parseHtml(`<!doctype html><body>${html}`, makeNodeCount()))
  return found ?? assert.fail(`Nothing is marked in ${html}`)
}

const isClutter = (html: string, inContent = false): boolean => new Clutter().isClutter(marked(html), inContent)

const site = `<a href="/">Acme</a><nav><a href="/a">A</a></nav>`

describe("an element is clutter", () => {
  it("where it is the header or footer of the site, and not where it is one of what it stands in", () => {
    assert.isTrue(isClutter(`<header x>${site}</header>`))
    assert.isFalse(isClutter(`<header x>${site}</header>`, true))
    assert.isFalse(isClutter("<header x><h3>Pro</h3> $49</header>"))
    assert.isTrue(isClutter("<footer x>Imprint</footer>"))
    assert.isFalse(isClutter("<footer x>By Ada</footer>", true))
  })

  it("where it leads through the site or searches it, wherever it stands", () => {
    for (const inContent of [false, true]) {
      assert.isTrue(isClutter("<nav x>A</nav>", inContent))
      assert.isTrue(isClutter("<search x>A</search>", inContent))
    }
  })

  it("by its role, its id or a class, written in any way", () => {
    for (const attribute of [
      `role="navigation"`,
      `role=" Navigation "`,
      `id="footer"`,
      `id="TOC"`,
      `id="onetrust-banner-sdk"`,
      `class="box Breadcrumbs"`,
      `class="cookies"`,
      `class="mw-editsection"`
    ])
      assert.isTrue(isClutter(`<div x ${attribute}>A</div>`), attribute)
    for (const attribute of [
      `role="article"`,
      // The section of a privacy policy.
      `id="cookies"`,
      `id="gdpr"`,
      `id="my-footer"`,
      `class="stock"`,
      `class="footer"`,
      `class="toc-not"`
    ])
      assert.isFalse(isClutter(`<div x ${attribute}>A</div>`), attribute)
  })

  it("never where it is all of the page or its main content, whatever it is called", () => {
    for (const html of [`<main x class="toc">A</main>`, `<main x role="dialog">A</main>`])
      assert.isFalse(isClutter(html), html)
    assert.isTrue(isClutter(`<section x class="toc">A</section>`))
  })

  it("where it stands beside what it is in, and no note", () => {
    assert.isTrue(isClutter("<aside x>Related</aside>"))
    for (const attribute of [`role="note"`, `class="box Warning"`, `class="admonition"`])
      assert.isFalse(isClutter(`<aside x ${attribute}>Mind the gap.</aside>`), attribute)
  })

  it("where screen readers alone say it, unless it says what an icon shows or is shown after all", () => {
    assert.isTrue(isClutter(`<span x class="sr-only">Skip to results</span>`))
    assert.isFalse(isClutter(`<span x class="sr-only md:not-sr-only">Ten results</span>`))
    assert.isFalse(isClutter(`<table><tr><td><svg></svg><span x class="sr-only">Included</span></td></tr></table>`))
    const clutter = new Clutter()
    const unseen = marked(`<span x class="sr-only">Yes</span>`)
    clutter.isClutter(unseen, false)
    assert.isTrue(clutter.isLabel(unseen))
    assert.isFalse(clutter.isLabel(marked(`<span x class="lead">Yes</span>`)))
    assert.isFalse(clutter.isLabel(marked("<span x>Yes</span>")))
  })
})

describe("an element", () => {
  const isNoted = (attributes: string) => isNote(marked(`<aside x ${attributes}>A</aside>`))

  it("is a note by its role, by how it warns, or by a class", () => {
    assert.isTrue(isNoted(`role="note"`))
    assert.isTrue(isNoted(`class="markdown-alert markdown-alert-tip"`))
    assert.isTrue(isNoted(`class="a callout"`))
    assert.isFalse(isNoted(`class="callouts"`))
    assert.isFalse(isNoted(""))
  })

  it("has a header of its own where it is content by its name or its role", () => {
    for (const html of ["<article x>A</article>", `<div x role="article">A</div>`, `<div x role="region">A</div>`])
      assert.isTrue(holdsOwnHeader(marked(html)), html)
    for (const html of ["<div x>A</div>", `<div x role="group">A</div>`])
      assert.isFalse(holdsOwnHeader(marked(html)), html)
  })

  it("is the main content by its own word", () => {
    assert.isTrue(isMain(marked("<main x>A</main>")))
    assert.isTrue(isMain(marked(`<div x role="main">A</div>`)))
    assert.isFalse(isMain(marked(`<div x class="main" id="main">A</div>`)))
  })

  it("asks for consent by its id or a class", () => {
    for (const attribute of [`id="CookieConsent"`, `id="onetrust-banner-sdk"`, `class="box Cookie-Banner"`])
      assert.isTrue(isConsent(marked(`<div x ${attribute}>A</div>`)), attribute)
    for (const attribute of [`id="cookies"`, `class="cookie"`, `class="breadcrumbs"`, ""])
      assert.isFalse(isConsent(marked(`<div x ${attribute}>A</div>`)), attribute)
  })
})
