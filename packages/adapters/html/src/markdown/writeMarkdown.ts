/** A page as GitHub-flavored Markdown. */
import { headingParts } from "../headingParts.ts"
import { symbolsOf } from "../iconLabels.ts"
import { collapse, collapsedText, innerText } from "../innerText.ts"
import { ListNumbers, startOf } from "../listNumbers.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { partsOf } from "../partsOf.ts"
import { ShownTabs } from "../tabs.ts"
import { isHidden } from "../visibility.ts"
import { type Alert, alertOf, isFolded } from "./alerts.ts"
import { fencedCode, isGutter, isPlainCode, readCode } from "./codeBlock.ts"
import { labelOf } from "./codeParts.ts"
import { editorCode } from "./editorCode.ts"
import { cellCode, inertTex } from "./escapeText.ts"
import { InlineText } from "./InlineText.ts"
import { InlineWalk, type Page } from "./InlineWalk.ts"
import { kinds } from "./kinds.ts"
import { MarkdownBlocks } from "./MarkdownBlocks.ts"
import { readTable, writeTable } from "./table.ts"
import { maxMarkdownLength, tooLong } from "./tooLong.ts"

export const writeMarkdown = (root: PageElement, page: Omit<Page, "laterNotes">): string => {
  const walk = new PageWalk({ ...page, laterNotes: [] }, root)
  walk.flow(root.children)
  return walk.finish()
}

/** Markdown has no larger numbers of items, and none below zero. */
const largestMarker = 999_999_999

class PageWalk extends InlineWalk {
  protected override readonly inline = new InlineText()
  private readonly blocks = new MarkdownBlocks()
  private items = 0
  private readonly numbers = new ListNumbers()
  private lastCode: { readonly element: PageElement; readonly text: string } | undefined
  /** The language that a label names above the code that comes next. */
  private language = ""
  /** The title of the alert that is being written, which its mark says already. */
  private alertTitle: PageElement | undefined
  private readonly tabs: ShownTabs

  constructor(page: Page, root: PageElement) {
    super(page)
    this.tabs = new ShownTabs(root)
  }

  finish(): string {
    this.flush()
    const { footnotes, laterNotes } = this.page
    for (const note of laterNotes) this.note(note, footnotes.notes.get(note) ?? "")
    return this.blocks.toString()
  }

  protected override block(element: PageElement, kind: number) {
    if (this.inHeading) {
      this.inline.space()
      this.flow(element.children)
      return this.inline.space()
    }
    const note = this.page.footnotes.notes.get(element)
    if (note !== undefined) return this.note(element, note)
    this.flush()
    if (element === this.alertTitle || this.tabs.isTold(element)) return
    const tab = this.tabs.nameOf(element)
    if (tab !== undefined) this.tab(tab, element)
    if (kind === kinds.block || kind === kinds.table || kind === kinds.list) {
      if (isCodeGutter(element)) return
      const label = codeLabel(element)
      if (label !== undefined) {
        this.language = label
        return
      }
      const code = isPlainCode(element) ? readCode(element) : editorCode(element)
      if (code !== undefined) return this.blocks.write(fencedCode(code))
    }
    const alert = alertOf(element)
    if (alert !== undefined) return this.alert(element, alert)
    switch (kind) {
      case kinds.heading:
        return this.heading(element)
      case kinds.list:
        return this.list(element)
      case kinds.item:
      case kinds.option:
        this.item(element.children, "- ")
        return
      case kinds.preformatted:
        return this.preformatted(element)
      case kinds.quotation:
        return this.nested("> ", "> ", element.children)
      case kinds.table:
        return this.table(element)
      case kinds.rule:
        return this.rule()
      case kinds.term:
        return this.term(element)
    }
    this.flow(isCodeBox(element) ? element.children.filter(isNoLabel) : element.children)
    this.flush()
    if (element.name === "select") this.blocks.loosen()
  }

  private alert(element: PageElement, { kind, title }: Alert) {
    if (collapse(innerText(element, 1_000)) === "") return
    this.blocks.enter("> ", "> ")
    this.blocks.write(`[!${kind}]`)
    this.blocks.tighten()
    this.alertTitle = title
    this.flow(element.children)
    this.flush()
    this.blocks.leave()
    this.blocks.loosen()
  }

  /** The name of a tab above what it shows, if that does not begin with it. */
  private tab(name: string, panel: PageElement): void {
    if (beginsWithTitle(panel, name) || collapsedText(panel, 200) === "") return
    this.inline.open("**")
    this.inline.text(name)
    this.flush()
    this.inline.close()
  }

  private flush(): void {
    const text = this.inline.take()
    if (text !== "") this.blocks.write(text)
  }

  /** Two line breaks in a row are the end of a paragraph. */
  protected override lineBreak(): void {
    if (this.inline.isAtLineStart) this.flush()
    else this.inline.lineBreak()
  }

  private heading(element: PageElement): void {
    const { rest, title } = headingParts(element)
    this.inline.startsLines = false
    this.asHeading(element, () => this.flow(title))
    // Number signs at the end of a heading only close it.
    const text = this.inline.take().replace(/#$/, "\\#")
    this.inline.startsLines = true
    if (text !== "") this.blocks.write(`${"#".repeat(Number(element.name[1]))} ${text}`)
    if (rest.length === 0) return
    this.flow(rest)
    this.flush()
  }

  /** Behind the marker of an item, three hyphens would be a rule together with it. */
  private rule(): void {
    this.blocks.write(this.blocks.hasBegun ? "---" : "___")
  }

  private term(element: PageElement): void {
    this.inline.open("**")
    this.flow(element.children)
    this.flush()
    this.inline.close()
  }

  private nested(marker: string, rest: string, children: ReadonlyArray<PageNode>): void {
    this.blocks.enter(marker, rest)
    this.flow(children)
    this.flush()
    this.blocks.leave()
    this.blocks.loosen()
  }

  private note(element: PageElement, label: string): void {
    this.flush()
    this.nested(`[^${label}]: `, "    ", element.children)
  }

  private list(list: PageElement): void {
    const isOrdered = list.name === "ol"
    const { footnotes } = this.page
    const said = isOrdered ? this.numbers.of(list) : null
    const isMarked = isOrdered && canMark(said, list)
    const kind = isMarked ? "ol" : "ul"
    // A list right behind another of its kind would go on with it.
    const isSecond = this.blocks.lastList === kind
    let number = startOf(list) ?? 1
    // A list that does not start with one needs an empty line above it.
    const startsWithOne = (said?.values().next().value ?? number) === 1
    if (this.items > 0 && this.blocks.hasBegun && (!isMarked || startsWithOne)) this.blocks.tighten()
    /** As wide as the marker of the last item; empty where none is written yet. */
    let indent = ""
    let isBehindItem = false
    for (const child of list.children) {
      if (child instanceof PageText || child.name !== "li" || footnotes.notes.has(child)) {
        if (child instanceof PageText && collapse(child.text) === "") continue
        const isList = child instanceof PageElement && (child.name === "ul" || child.name === "ol")
        if (isList && indent !== "") this.nested(indent, indent, [child])
        else {
          if (isBehindItem) this.blocks.loosen()
          this.flow([child])
        }
        isBehindItem = false
        continue
      }
      if (isHidden(child) && !isFolded(child)) continue
      this.flush()
      number = said?.get(child) ?? number
      if (isBehindItem) this.blocks.tighten()
      const marker = isMarked ? `${number}${isSecond ? ")" : "."} ` : isSecond ? "* " : "- "
      // Ahead of a point, a number would be the marker of a list in the item.
      const label = number < 0 || number > largestMarker ? `${number}.` : `${number}\\.`
      if (this.item([child], marker, isOrdered && !isMarked ? label : "")) {
        indent = " ".repeat(marker.length)
        isBehindItem = true
        number += 1
      }
    }
    this.flush()
    this.blocks.loosen()
    if (indent !== "") this.blocks.lastList = isSecond ? "" : kind
  }

  /** Writes an item; `label` is its number where that can be none of its marker. Tells whether there was anything in it. */
  private item(children: ReadonlyArray<PageNode>, marker: string, label = ""): boolean {
    const only = children.length === 1 ? children[0] : undefined
    const isElement = only instanceof PageElement && only.name === "li"
    this.items += 1
    this.blocks.enter(marker, " ".repeat(marker.length))
    if (label !== "") {
      this.inline.raw(label)
      this.inline.space()
    }
    this.flow(isElement ? only.children : children)
    this.flush()
    const hasBegun = this.blocks.hasBegun
    this.blocks.leave()
    this.items -= 1
    if (hasBegun) this.blocks.tighten()
    return hasBegun
  }

  private preformatted(element: PageElement): void {
    const code = readCode(element)
    const language = code.language === "" && /^[a-z]+$/.test(this.language) ? this.language : code.language
    this.language = ""
    if (code.text !== "" && !this.isWritten(element, code.text)) this.blocks.write(fencedCode({ ...code, language }))
    this.lastCode = { element, text: code.text }
  }

  /** Pages hold code once for each theme, one behind the other, and show one of them. */
  private isWritten(element: PageElement, text: string): boolean {
    const last = this.lastCode
    return (
      last !== undefined &&
      attributeOf(element, "data-theme") !== undefined &&
      last.element.parent === element.parent &&
      attributeOf(last.element, "data-theme") !== attributeOf(element, "data-theme") &&
      last.text === text
    )
  }

  protected override blockFormula(tex: string) {
    if (this.inHeading) return super.blockFormula(tex)
    this.flush()
    this.blocks.write(`$$\n${inertTex(tex.replace(/\n\s*\n/g, "\n"))}\n$$`)
  }

  /** Whether the rows of a table are notes. */
  private holdsNotes(table: PageElement): boolean {
    const { notes } = this.page.footnotes
    if (notes.size === 0) return false
    const parts = table.children.filter((child): child is PageElement => child instanceof PageElement)
    return [...parts, ...parts.flatMap(({ children }) => children)].some(
      (one) => one instanceof PageElement && one.name === "tr" && notes.has(one)
    )
  }

  private table(element: PageElement) {
    const table = this.holdsNotes(element) ? undefined : readTable(element)
    if (table === undefined) {
      this.flow(element.children)
      return this.flush()
    }
    if (table.code !== undefined) {
      for (const caption of table.captions) this.flow(caption.children)
      this.flush()
      const code = readCode(table.code, element)
      if (code.text !== "") this.blocks.write(fencedCode(code))
      return
    }
    for (const caption of table.captions) this.element(caption)
    this.flush()
    const { isCut, lines } = writeTable(table, (cell) => new CellWalk(this.page).write(cell))
    if (lines !== "") this.blocks.write(lines)
    if (isCut) this.blocks.write("Further rows or columns are left out.")
  }
}

/** Boxes around the heading that a panel begins with. */
const maxTitled = 4

/** Whether an element begins with a heading that says no more than its name. */
const beginsWithTitle = (element: PageElement, name: string): boolean => {
  let at: PageNode | undefined = element
  for (let level = 0; level < maxTitled && at instanceof PageElement; level += 1) {
    if (/^h[1-6]$/.test(at.name)) return collapsedText(at, name.length + 1) === name
    const inside: ReadonlyArray<PageNode> = at.children.slice(0, maxBoxed)
    at = inside.find((child) => !(child instanceof PageText) || child.text.trim() !== "")
  }
  return false
}

/**
 * Whether all numbers of a list can be markers: where one cannot, as -1, an item without a marker of its own would go on with the
 * paragraph of the one before it.
 */
const canMark = (said: ReadonlyMap<PageElement, number> | null, list: PageElement): boolean =>
  said === null
    ? (startOf(list) ?? 1) + list.children.length <= largestMarker
    : [...said.values()].every((number) => number >= 0 && number <= largestMarker)

/** Numbers of lines beside code that is a block of its own. */
const isCodeGutter = (element: PageElement): boolean =>
  element.parent !== null &&
  element.parent.children.length <= maxBoxed &&
  holdsCode(element.parent) &&
  isGutter(element)

/** The language that a box right above code names; undefined when it says more. */
const codeLabel = (element: PageElement): string | undefined => {
  const siblings = element.parent?.children ?? []
  if (siblings.length > maxBoxed) return undefined
  const next = siblings
    .slice(siblings.indexOf(element) + 1)
    .find((one) => one instanceof PageElement || one.text.trim() !== "")
  return next instanceof PageElement && isCodeAlone(next) ? labelOf(element) : undefined
}

/** Whether an element is a block of code, or holds one and nothing else. */
const isCodeAlone = (element: PageElement): boolean => {
  let at: PageNode | undefined = element
  for (let level = 0; level < maxWrappers && at instanceof PageElement; level += 1) {
    if (at.name === "pre") return true
    const inside: ReadonlyArray<PageNode> = at.children
    if (inside.length > maxBoxed) return false
    at = inside.find((one) => one instanceof PageElement || one.text.trim() !== "")
  }
  return false
}

/** Elements around code. */
const maxWrappers = 4

const holdsCode = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageElement && child.name === "pre")

/** A box around code, where documentation puts the name of its language and a button. */
const isCodeBox = (element: PageElement): boolean =>
  element.name === "div" &&
  element.children.length <= maxBoxed &&
  /(?:^|\s)(?:language-\S+|code-?block\S*)/i.test(attributeOf(element, "class") ?? "") &&
  holdsCode(element)

/** Children of a box around code. */
const maxBoxed = 12

const isNoLabel = (child: PageNode): boolean =>
  !(child instanceof PageElement) || (child.name !== "span" && child.name !== "button") || isFileName(child)

/** The name of the file that code stands in. */
const isFileName = (element: PageElement): boolean =>
  element.name === "span" &&
  /(?:^|[\s_-])(?:file-?name|title|caption)(?:$|[\s_-])/i.test(attributeOf(element, "class") ?? "") &&
  labelOf(element) === undefined

/** Writes what a cell holds on one line. */
class CellWalk extends InlineWalk {
  protected override readonly inline = new InlineText("<br>")
  private readonly numbers = new ListNumbers()

  write(cell: PageElement): string {
    this.inline.startsLines = false
    this.flow(cell.children)
    if (this.inline.isEmpty) this.symbols(symbolsOf(cell))
    // A row is cut at its bars before anything else is read, wherever they stand.
    return this.inline.take().replaceAll("|", "\\|")
  }

  private symbols(text: string): void {
    if (/^\[[x ]\]$/.test(text)) this.inline.raw(text)
    else if (text !== "") this.inline.text(text)
  }

  protected override block(element: PageElement, kind: number) {
    const isCell = element.name === "td" || element.name === "th"
    if (isCell) this.inline.space()
    else this.inline.lineBreak()
    switch (kind) {
      case kinds.item:
      case kinds.option: {
        const number = kind === kinds.item ? this.numbers.ofItem(element) : undefined
        this.inline.raw(number === undefined ? "-" : `${number}.`)
        this.inline.space()
        break
      }
      case kinds.preformatted:
        return this.preformatted(element)
      case kinds.rule:
        return
    }
    this.flow(element.children)
    if (isCell) this.inline.space()
    else this.inline.lineBreak()
  }

  /** A bar ends a cell wherever it stands, and with a backslash it means another sign in TeX. */
  protected override inlineFormula(markdown: string): void {
    this.inline.raw(markdown.replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert "))
  }

  private preformatted(element: PageElement): void {
    let length = 0
    for (const part of partsOf(readCode(element).text, "\n")) {
      const lines = part.split("\n").filter((line) => line.trim() !== "")
      if (lines.length === 0) continue
      const written = lines.map(cellCode).join("<br>")
      length += written.length
      if (length > maxMarkdownLength) throw tooLong()
      this.inline.raw(written)
      this.inline.lineBreak()
    }
  }
}
