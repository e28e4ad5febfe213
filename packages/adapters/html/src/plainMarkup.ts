/**
 * The tree of plain markup, built as it comes and without parse5's builder.
 *
 * **Details** Follows the rules by which parse5 builds its tree where they do one thing only: elements that close what they
 * opened, the end tags that may be left out, tables in order, drawings. Wherever a rule would move, repeat or drop an element
 * it gives up, and parse5 builds the tree. Attributes that no text depends on are left out. `plainMarkup.test.ts` holds what
 * is read of the one tree against what is read of the other.
 */
import { foreignContent, html, type Token, Tokenizer, TokenizerMode } from "parse5"
import { lexHtml, makeReusedTokens } from "./lexHtml.ts"
import { isNeeded } from "./neededAttributes.ts"
import { giveUp, inButton, inLink, inParagraph, inSelect, OpenElements } from "./OpenElements.ts"
import type { PageElement } from "./PageTree.ts"
import { endTablePart, startTablePart } from "./plainTables.ts"
import {
  blockTag,
  decided,
  escapableTag,
  formattingTag,
  frameTag,
  headingTag,
  headTag,
  holdsNoText,
  itemTag,
  optionTag,
  rawTag,
  ruleOf,
  scriptTag,
  tableTag,
  voidTag
} from "./tagRules.ts"

const { TAG_ID: tag } = html

/** The tree of a page, if its markup is plain: undefined otherwise, or past `mostNodes`. `page` has neither NUL nor CR. */
export const readPlainMarkup = (page: string, mostNodes: number): PageElement | undefined => {
  const reading = new Reading(mostNodes)
  try {
    lexHtml(page, reading)
    return reading.open.root
  } catch {
    return undefined
  }
}

const beforeHtml = 0
const beforeHead = 1
const inHead = 2
const afterHead = 3
const inBody = 4

/** Takes the tokens of a page. */
class Reading {
  readonly tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this)
  readonly open: OpenElements
  readonly needs = isNeeded
  readonly reused = makeReusedTokens()
  private isInRaw = false
  private phase = beforeHtml
  private hasForm = false
  private skipsLineFeed = false

  constructor(mostNodes: number) {
    this.open = new OpenElements(mostNodes)
  }

  onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
    const skips = this.skipsLineFeed && chars.startsWith("\n")
    this.skipsLineFeed = false
    if (this.phase > beforeHead) this.open.addText(skips ? chars.slice(1) : chars)
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.skipsLineFeed = false
    if (this.phase !== inBody && !this.isInRaw) this.begin(inBody)
    if (holdsNoText(this.open.top.id)) giveUp()
    this.open.addText(chars)
  }

  onComment(): void {
    this.skipsLineFeed = false
  }

  onDoctype(): void {
    this.skipsLineFeed = false
  }

  onNullCharacter(): void {
    giveUp()
  }

  onEof(): void {}

  onStartTag(token: Token.TagToken) {
    this.skipsLineFeed = false
    const { open } = this
    if (open.top.isForeign) return this.startForeign(token)
    const id = token.tagID
    const rule = ruleOf(id)
    if (rule === decided) giveUp()
    if (this.phase !== inBody && this.startBeforeBody(token, rule)) return
    if (open.top.within & inSelect && rule !== optionTag && rule !== scriptTag) giveUp()
    if (rule === tableTag) return startTablePart(open, token)
    if (holdsNoText(open.top.id) && rule !== scriptTag && id !== tag.STYLE) giveUp()
    this.closeBefore(id, rule)
    switch (rule) {
      case escapableTag:
      case rawTag:
      case scriptTag:
        return this.startRaw(token, rule)
      case frameTag:
        giveUp()
    }
    if (id === tag.SVG) return this.pushForeign(token, "svg")
    this.start(token)
    if (rule === voidTag || rule === headTag || id === tag.HR) open.close()
    this.skipsLineFeed = id === tag.PRE
  }

  onEndTag(token: Token.TagToken) {
    this.skipsLineFeed = false
    const { open } = this
    const { tagID: id, tagName } = token
    if (this.isInRaw) return this.endRaw()
    if (open.top.isForeign) return this.endForeign(tagName)
    if (this.phase !== inBody) {
      if (this.phase !== inHead || id !== tag.HEAD) giveUp()
      return this.begin(afterHead)
    }
    switch (ruleOf(id)) {
      case frameTag:
        // The body stays open: what comes after it belongs to it.
        if (id === tag.HEAD || open.top.id === tag.COLGROUP) giveUp()
        return
      case voidTag:
      case headTag:
        // Nobody has opened one.
        if (id === tag.BR || holdsNoText(open.top.id)) giveUp()
        return
      case tableTag:
        return endTablePart(open, id)
      case itemTag:
        return open.closeTo(id, id)
      case headingTag:
        return open.closeTo(id)
      case optionTag:
        if (id === tag.OPTGROUP) open.closeIf(tag.OPTION)
        break
      case blockTag:
        if (id === tag.TABLE) return endTablePart(open, id)
        if (id === tag.P) break
        if (id === tag.FORM) this.hasForm = false
        return open.closeTo(id)
      default:
        if (id === tag.BUTTON || id === tag.SELECT) return open.closeTo(id)
    }
    if (open.top.id !== id || open.top.element.name !== tagName) giveUp()
    open.close()
  }

  /** Closes what may not stand around the tag, and gives up where closing is not all. */
  private closeBefore(id: html.TAG_ID, rule: number) {
    const { open } = this
    switch (rule) {
      case blockTag:
        if (id === tag.FORM) {
          if (this.hasForm) giveUp()
          this.hasForm = true
        }
        // Whether a table closes a paragraph is a matter of the doctype.
        if (id === tag.TABLE && open.top.within & inParagraph) giveUp()
        return open.closeParagraph()
      case headingTag:
        open.closeParagraph()
        if (ruleOf(open.top.id) === headingTag) giveUp()
        return
      case itemTag:
        open.closeItem(id)
        return open.closeParagraph()
      case formattingTag:
        if (id === tag.A && open.top.within & inLink) giveUp()
        return
      case optionTag:
        open.closeIf(tag.OPTION)
        if (id === tag.OPTGROUP && open.top.within & inSelect) open.closeIf(tag.OPTGROUP)
        return
    }
    if (id === tag.BUTTON && open.top.within & inButton) giveUp()
  }

  /** Whether the tag has been read: what is not of the head begins the body. */
  private startBeforeBody(token: Token.TagToken, rule: number): boolean {
    const id = token.tagID
    if (rule === frameTag) {
      const next = id === tag.HTML ? beforeHead : id === tag.HEAD ? inHead : inBody
      if (next <= this.phase) giveUp()
      this.begin(next, token)
      return true
    }
    const isOfHead = rule === headTag || rule === scriptTag || id === tag.TITLE || id === tag.STYLE
    if (this.phase === afterHead && isOfHead) giveUp()
    if (this.phase < afterHead && (isOfHead || id === tag.NOSCRIPT)) {
      if (this.phase < inHead) this.begin(inHead)
      if (rule !== headTag) {
        this.startRaw(token, rule)
        return true
      }
      this.start(token)
      this.open.close()
      return true
    }
    this.begin(inBody)
    return false
  }

  /** Goes on to a phase and begins the parts of the page up to it, the last one with its tag if it has one. */
  private begin(phase: number, token?: Token.TagToken): void {
    while (this.phase < phase) {
      this.phase += 1
      if (this.phase === afterHead) this.open.close()
      else {
        const [name, id] = this.phase === beforeHead ? root : this.phase === inHead ? head : body
        this.open.push(name, id, this.phase === phase ? (token?.attrs ?? []) : [])
      }
    }
  }

  private startForeign(token: Token.TagToken): void {
    const name = foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP.get(token.tagName) ?? token.tagName
    // Whether `font` ends a drawing is a matter of attributes that are not read.
    if (name === "foreignObject" || name === "font" || holdsHtml(this.open.top.element.name)) giveUp()
    if (foreignContent.causesExit(token)) giveUp()
    this.pushForeign(token, name)
  }

  private pushForeign(token: Token.TagToken, name: string): void {
    foreignContent.adjustTokenXMLAttrs(token)
    this.open.push(name, token.tagID, token.attrs, true)
    if (token.selfClosing) this.open.close()
    this.tellTokenizer()
  }

  private endForeign(name: string): void {
    if (this.open.top.element.name.toLowerCase() !== name) giveUp()
    this.open.close()
    this.tellTokenizer()
  }

  private tellTokenizer(): void {
    const { element, isForeign } = this.open.top
    this.tokenizer.inForeignNode = isForeign && !holdsHtml(element.name)
  }

  private start(token: Token.TagToken): void {
    this.open.push(token.tagName, token.tagID, token.attrs)
  }

  /** Starts an element that holds text alone, up to its own end tag. */
  private startRaw(token: Token.TagToken, rule: number): void {
    this.start(token)
    this.isInRaw = true
    this.skipsLineFeed = token.tagID === tag.TEXTAREA
    const { RAWTEXT, RCDATA, SCRIPT_DATA } = TokenizerMode
    this.tokenizer.state = rule === scriptTag ? SCRIPT_DATA : rule === escapableTag ? RCDATA : RAWTEXT
  }

  private endRaw(): void {
    this.isInRaw = false
    this.open.close()
  }
}

const root = ["html", tag.HTML] as const
const head = ["head", tag.HEAD] as const
const body = ["body", tag.BODY] as const

/** Whether what such an element of a drawing holds is HTML again. */
const holdsHtml = (name: string): boolean => name === "title" || name === "desc"
