/** Walks through the inline part of a page and writes it as Markdown. */
import type { MarkdownOptions } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { html } from "parse5"
import type { Addresses } from "../Addresses.ts"
import { standApart } from "../besideSpans.ts"
import { replaced, traits } from "../elements.ts"
import { iconLabel } from "../iconLabels.ts"
import { collapse, collapsedText, innerText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { faceOf, isSpacer, shortened, sourceOf } from "../pictures.ts"
import { centsBetween, mayBeCents } from "../raisedDigits.ts"
import { buttonLabel, isField, isHidden } from "../visibility.ts"
import { isFolded } from "./alerts.ts"
import { choicesText, isListBox } from "./choices.ts"
import { isBlockCode, readCode } from "./codeBlock.ts"
import { drawingMarkup } from "./drawing.ts"
import { escapeText, inertTex, linkTarget } from "./escapeText.ts"
import type { Footnotes } from "./footnotes.ts"
import { Formulas } from "./formula.ts"
import type { InlineText } from "./InlineText.ts"
import { kindOf, kinds } from "./kinds.ts"
import { findIn, headingIn, isPermalink, onlyImageOf } from "./links.ts"
import { recordingOf, videoOf } from "./video.ts"

const besideAlt = { before: "[", after: "]", isInLink: true, isCut: false, isInCell: false }

/** What is the same everywhere on a page. */
export interface Page {
  readonly options: MarkdownOptions
  readonly addresses: Addresses
  readonly footnotes: Footnotes
  /** Notes met in the middle of a line, which are written at the end. */
  readonly laterNotes: Array<PageElement>
}

export abstract class InlineWalk {
  protected readonly page: Page
  protected abstract readonly inline: InlineText
  /** Inside a heading nothing is strong, and no line ends. */
  protected inHeading = false
  /** The heading that a link around blocks belongs to, with its address. */
  private linkOf: { readonly heading: PageElement; readonly url: string } | undefined

  private readonly formulas = new Formulas()

  /** The picture that was written last. */
  private pictured: { readonly url: string; readonly isForNoScripts: boolean } | undefined

  constructor(page: Page) {
    this.page = page
  }

  /** An element that starts and ends lines. */
  protected abstract block(element: PageElement, kind: number): void

  flow(children: ReadonlyArray<PageNode>) {
    for (const [at, child] of children.entries()) {
      if (child instanceof PageText) this.inline.text(mayBeCents(child) ? this.cents(child) : child.text)
      else {
        if (standApart(children[at - 1], child)) this.inline.space()
        this.element(child)
      }
    }
  }

  /** Two figures with what joins them with the amount before them. */
  private cents({ parent, text }: PageText): string {
    const around = parent?.parent?.children ?? []
    const next = parent === null ? undefined : around[around.indexOf(parent) + 1]
    const behind = next instanceof PageElement ? innerText(next, 8) : (next?.text ?? "")
    return centsBetween(this.inline.end, text, behind)
  }

  protected element(element: PageElement) {
    const { footnotes } = this.page
    if (footnotes.references.size + footnotes.returns.size > 0) {
      const label = footnotes.references.get(element)
      if (label !== undefined) return this.inline.raw(`[^${label}]`)
      if (footnotes.returns.has(element)) return
    }
    if (this.formula(element)) return
    if (element.name === "svg") return this.drawing(element)
    if (element.namespace !== html.NS.HTML && !element.isRoot) return
    const isNote = footnotes.notes.size > 0 && footnotes.notes.has(element)
    if (!isNote && isHidden(element) && !isFolded(element)) return
    const kind = kindOf(element)
    if (isNote && kind < kinds.block) {
      this.page.laterNotes.push(element)
      return
    }
    switch (kind) {
      case kinds.dropped:
        if ((traits.get(element.name) ?? 0) & replaced) this.inline.field()
        return
      case kinds.inline: {
        const label = iconLabel(element)
        return label === undefined ? this.flow(element.children) : this.icon(label)
      }
      case kinds.strong:
        return this.inHeading ? this.flow(element.children) : this.marked("**", element)
      case kinds.emphasis:
        return this.marked("*", element)
      case kinds.deletion:
        return this.marked("~~", element)
      case kinds.link:
        return this.link(element)
      case kinds.code:
        return this.code(element)
      case kinds.image:
        return this.image(element)
      case kinds.lineBreak:
        return this.inHeading ? this.inline.space() : this.lineBreak()
      case kinds.raised:
        return this.raised(element)
      case kinds.quote:
        this.inline.text("“")
        this.flow(element.children)
        return this.inline.text("”")
      case kinds.ruby:
        this.inline.text("(")
        this.flow(element.children)
        return this.inline.text(")")
      case kinds.control:
        this.inline.space()
        this.flow(element.children)
        return this.inline.space()
      case kinds.input:
        return this.input(element)
      case kinds.select:
        return isListBox(element) ? this.block(element, kinds.block) : this.select(element)
      case kinds.noscript:
        return this.noscript(element)
      case kinds.frame:
        return this.frame(element)
      default:
        return this.block(element, kind)
    }
  }

  protected lineBreak(): void {
    this.inline.lineBreak()
  }

  /** Runs `write` with the link around it on this heading, if it has one. */
  protected asHeading(heading: PageElement, write: () => void): void {
    const wasInHeading = this.inHeading
    this.inHeading = true
    const link = this.linkOf
    if (link?.heading === heading) {
      this.inline.open("[", link.url)
      write()
      this.inline.close()
    } else write()
    this.inHeading = wasInHeading
  }

  private marked(marker: "**" | "*" | "~~", element: PageElement) {
    this.inline.open(marker)
    this.flow(element.children)
    this.inline.close()
  }

  private link(element: PageElement) {
    const { addresses, options } = this.page
    const href = attributeOf(element, "href")
    if (href === undefined) return this.flow(element.children)
    if (isPermalink(element, href, this.inHeading)) return
    const url = options.includeLinks && !this.inline.isInLink ? addresses.link(href) : undefined
    if (url === undefined) return this.flow(element.children)
    const heading = headingIn(element)
    // A heading that leads to a place on its page leads to itself.
    if (href.startsWith("#") && (this.inHeading || heading !== undefined)) return this.flow(element.children)
    if (heading !== undefined && !this.inHeading) {
      const outer = this.linkOf
      this.linkOf = { heading, url }
      this.flow(element.children)
      this.linkOf = outer
      return
    }
    this.inline.open("[", url)
    const image = options.includeImages ? undefined : onlyImageOf(element)
    if (image === undefined) this.flow(element.children)
    else this.inline.text(attributeOf(image, "alt") ?? "")
    this.inline.close()
  }

  private code(element: PageElement) {
    if (isCodeOfLines(element) || isBlockCode(element)) return this.block(element, kinds.preformatted)
    const text = innerText(element)
    const code = collapse(element.children.length < 2 ? text : readCode(element).text)
    if (/^\s/.test(text)) this.inline.space()
    if (code !== "") this.inline.code(code)
    if (/\s$/.test(text)) this.inline.space()
  }

  private image(element: PageElement, isForNoScripts = false): void {
    const { addresses, options } = this.page
    const face = faceOf(element)
    if (face !== undefined) {
      this.inline.text(face)
      return
    }
    if (!options.includeImages) {
      const label = iconLabel(element)
      if (label !== undefined) this.icon(label)
      return
    }
    const source = isSpacer(element) ? undefined : sourceOf(element)
    if (source === undefined) return
    const isInlineData = /^data:image\//i.test(source)
    if (isInlineData && source.length < 200) return
    const url = isInlineData ? (options.shortenBase64Images ? shortened(source) : source) : addresses.picture(source)
    if (url === undefined || this.isShownAlready(url, isForNoScripts)) return
    const alt = escapeText(collapse(attributeOf(element, "alt") ?? ""), besideAlt)
    this.inline.raw(`![${alt}](${isInlineData ? url.replace(/\s/g, "%20") : linkTarget(url)})`)
  }

  private drawing(element: PageElement): void {
    if (isHidden(element)) return
    const isWritten = this.page.options.includeImages && !this.inHeading && !this.inline.isInLink
    const markup = isWritten ? drawingMarkup(element) : undefined
    const label = markup === undefined ? iconLabel(element) : undefined
    if (markup !== undefined) this.inline.raw(markup)
    else if (label !== undefined) this.icon(label)
  }

  /** What an icon stands for, apart from the words beside it. */
  private icon(label: string): void {
    this.inline.field()
    this.inline.text(label)
    this.inline.field()
  }

  private raised(element: PageElement) {
    const text = collapsedText(element, 40)
    // A short exponent or index changes what is said: 10<sup>6</sup> is not 106, and $19<sup>99</sup> not $1999.
    if (!/^[\w+\-−.,()]{1,12}$/.test(text) || holdsLink(element)) return this.flow(element.children)
    if (this.inHeading && (element.name === "sub" || !/\d/.test(text))) return this.flow(element.children)
    this.inline.raw(`<${element.name}>`)
    this.flow(element.children)
    this.inline.raw(`</${element.name}>`)
  }

  private input(element: PageElement) {
    const type = attributeOf(element, "type")?.toLowerCase()
    if (type === "checkbox" && this.inline.isEmpty && isInItem(element)) {
      this.inline.raw(attributeOf(element, "checked") === undefined ? "[ ]" : "[x]")
      return this.inline.space()
    }
    this.inline.text(buttonLabel(element))
    if (isField(element)) this.inline.field()
  }

  /** Among words, as a browser has it. */
  private select(element: PageElement) {
    this.inline.space()
    this.inline.text(choicesText(element))
    this.inline.space()
  }

  /** A player is a link to what it plays, on a line of its own. */
  private frame(element: PageElement) {
    if (!this.page.options.includeLinks || this.inline.isInLink || this.inHeading) return
    const isRecording = element.name === "video" || element.name === "audio"
    const url = isRecording ? this.recording(element) : videoOf(element)
    if (url === undefined) return
    const title = collapse(attributeOf(element, "title") ?? attributeOf(element, "playlabel") ?? "").slice(0, 200)
    this.lineBreak()
    if (title === "") this.inline.raw(`<${url}>`)
    else {
      this.inline.open("[", url)
      this.inline.text(title)
      this.inline.close()
    }
    this.lineBreak()
  }

  /** The address of a film or sound that its page plays itself. */
  private recording(element: PageElement): string | undefined {
    const source = recordingOf(element)
    return source === undefined ? undefined : this.page.addresses.page(source)
  }

  private formula(element: PageElement): boolean {
    const formula = this.formulas.of(element)
    if (formula === undefined) return false
    if (formula === null) return true
    if (formula.isBlock) this.blockFormula(formula.tex)
    else this.inlineFormula(`$${inertTex(formula.tex.replace(/\s+/g, " "))}$`)
    return true
  }

  protected blockFormula(tex: string): void {
    this.inlineFormula(`$$${inertTex(tex.replace(/\s+/g, " "))}$$`)
  }

  protected inlineFormula(markdown: string): void {
    this.inline.raw(markdown)
  }

  /** Without scripts a page shows the pictures that it otherwise loads late. */
  private noscript(element: PageElement): void {
    if (!this.page.options.includeImages) return
    const source = innerText(element, 10_000)
    // What begins behind the last `>` is no tag; its end would be looked for at each `<img`.
    const tag = /<img\s[^>]*>/i.exec(source.slice(0, source.lastIndexOf(">") + 1))?.[0]
    if (tag === undefined) return
    const attributes = [...tag.matchAll(/\s(src|alt|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
      ([, name, double, single]) => ({
        name: name!.toLowerCase(),
        value: (double ?? single ?? "").replaceAll("&amp;", "&").replaceAll("&quot;", '"')
      })
    )
    this.image(new PageElement("img", html.NS.HTML, attributes, false), true)
  }

  /** Whether this is the picture before, which scripts show late and which stands beside for who has none. */
  private isShownAlready(url: string, isForNoScripts: boolean): boolean {
    const { pictured } = this
    const isSame = pictured?.url === url && pictured.isForNoScripts !== isForNoScripts
    this.pictured = isSame ? undefined : { url, isForNoScripts }
    return isSame
  }
}

/** Whether code has a block inside, or more than two lines. */
const isCodeOfLines = (code: PageElement): boolean => {
  let breaks = 0
  return (
    findIn(code, ({ name }) => {
      if (name === "br") breaks += 1
      return name === "pre" || breaks === 2
    }) !== undefined
  )
}

const holdsLink = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageElement && child.name === "a")

const isInItem = (element: PageElement): boolean => {
  let around = element.parent
  for (let level = 0; level < 4 && around !== null; level += 1) {
    if (around.name === "li") return true
    around = around.parent
  }
  return false
}
