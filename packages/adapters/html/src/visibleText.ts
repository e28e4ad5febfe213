/** A tree's text, as a reader of the page sees it. */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"
import { html } from "parse5"
import { standApart } from "./besideSpans.ts"
import { Clutter, holdsOwnHeader, isMain } from "./clutter.ts"
import {
  block,
  cell,
  control,
  heading,
  lineBreak,
  preformatted,
  replaced,
  row,
  silent,
  struck,
  structure,
  traits
} from "./elements.ts"
import { iconLabel } from "./iconLabels.ts"
import { type LineMark, LineMarks, movedTo } from "./LineMarks.ts"
import { ListNumbers } from "./listNumbers.ts"
import { isHeadOfNoise } from "./noise/heads.ts"
import { Noise, type Piece } from "./noise/Noise.ts"
import { attributeOf, ownTextOf, type PageElement, PageText } from "./PageTree.ts"
import { mayBeCents } from "./raisedDigits.ts"
import type { Matches } from "./Selectors.ts"
import { TextLines } from "./TextLines.ts"
import { buttonLabel, isDrawnApart, isDrawnText, isField, isHidden, isUndrawn } from "./visibility.ts"

export interface Selection {
  /** Regions to keep; empty keeps all. */
  readonly include: ReadonlyArray<Matches>
  /** Regions to drop; they win. */
  readonly exclude: ReadonlyArray<Matches>
  /** Whether navigation, headers, footers, banners and the like are left out. */
  readonly leavesOutClutter: boolean
  /** The kinds of what changes by itself that are left out. */
  readonly noise: ReadonlySet<NoiseKind>
  /** What of it is known by what stands around it. */
  readonly headed?: ReadonlyMap<PageElement, Piece>
}

export interface VisibleText {
  readonly lines: ReadonlyArray<string>
  /** Those lines that stand in the page's `<main>`, or in the header with its title. */
  readonly main: ReadonlyArray<string>
  /** How many characters of all lines stand in such a header: they are neither of `<main>` nor what stands around it. */
  readonly titleCharacters: number
  /** What the markup says of lines, and of those in the page's `<main>`; found when it is asked for. */
  readonly marks: () => ReadonlyArray<LineMark>
  readonly mainMarks: () => ReadonlyArray<LineMark>
  readonly leftOut: ReadonlyArray<OutPiece>
  /** Some of the text may stand at the head of noise, which is known by what stands around it. */
  readonly hasHead: boolean
}

/** A piece that was left out, and whether it stood in the page's `<main>`. */
export interface OutPiece extends Piece {
  readonly isInMain: boolean
}

export const visibleText = (root: PageElement, selection: Selection): VisibleText => {
  const walk = new TextWalk(selection)
  walk.read(root, walk.outermost, 0)
  return walk.finish()
}

/** What holds for an element and everything inside it. */
const kept = 1
const asWritten = 2
const undrawn = 4
const inContent = 8
const inMain = 16
const isRaised = 32
const inTitleHeader = 64
const isCents = 128
/** Nothing of the element is the page's text. */
export const skipped = -1

/** Goes through elements and texts in their order, of a tree or as they come. */
export class TextWalk {
  /** What holds around everything. */
  readonly outermost: number
  private readonly text = new TextLines()
  private readonly main: Array<string> = []
  /** The place in all lines of each line of `main`. */
  private readonly mainPlaces: Array<number> = []
  private mainStart = 0
  private titleCharacters = 0
  private readonly marks = new LineMarks()
  private readonly clutter = new Clutter()
  private readonly numbers = new ListNumbers()
  private readonly noise: Noise | undefined
  private readonly leftOut: Array<OutPiece> = []
  hasHead = false
  private readonly selection: Selection

  constructor(selection: Selection) {
    this.selection = selection
    this.noise = selection.noise.size === 0 ? undefined : new Noise()
    this.outermost = selection.include.length === 0 ? kept : 0
  }

  finish(): VisibleText {
    this.text.endLine()
    const { lines } = this.text
    const { hasHead, leftOut, main, mainPlaces, titleCharacters } = this
    const marks = () => this.marks.of(lines)
    return { lines, main, titleCharacters, marks, mainMarks: () => movedTo(mainPlaces, marks()), leftOut, hasHead }
  }

  /** Reads what an element holds, and leaves it. */
  read(root: PageElement, inside: number, around: number): void {
    const path = [root]
    const positions = [0]
    const states = [inside]
    while (path.length > 0) {
      const depth = path.length - 1
      const parent = path[depth]!
      const state = states[depth]!
      const at = positions[depth]!++
      const child = parent.children[at]
      if (child === undefined) {
        path.pop()
        positions.pop()
        states.pop()
        this.leave(parent, state, states[depth - 1] ?? around)
      } else if (child instanceof PageText) {
        this.addText(child.text, mayBeCents(child) ? state | isCents : state)
      } else {
        if ((state & (kept | asWritten)) === kept && standApart(parent.children[at - 1], child)) this.text.part("boxes")
        const within = this.enter(child, state)
        if (within === skipped) continue
        path.push(child)
        positions.push(0)
        states.push(within)
      }
    }
  }

  addText(text: string, state: number): void {
    if ((state & (kept | undrawn)) !== kept) return
    if (this.noise !== undefined && !this.hasHead) this.hasHead = isHeadOfNoise(text)
    if (state & asWritten) this.text.addPreformatted(text)
    else if (state & isRaised) this.text.addRaised(text)
    else if (state & isCents) this.text.addCents(text)
    else this.text.addText(text)
  }

  /** Starts an element. Returns what holds inside it, or `skipped`. */
  enter(element: PageElement, around: number): number {
    if (element.isRoot) return around
    const trait = traitsOf(element)
    const { exclude, include, leavesOutClutter } = this.selection
    if (trait & silent || isHidden(element) || isAny(exclude, element)) {
      if (trait & replaced && around & kept) this.text.part("words")
      return skipped
    }
    if (leavesOutClutter && this.clutter.isClutter(element, (around & inContent) !== 0)) return skipped
    if (this.noise !== undefined && this.leavesOut(this.noise, element, around)) return skipped

    let inside = around
    if (element.namespace !== html.NS.HTML) {
      if (isUndrawn(element)) return this.skipDrawing(element, around)
      if (element.name === "svg") inside |= undrawn
      else if (isDrawnText(element)) inside &= ~undrawn
    }
    if (trait & preformatted) inside |= asWritten
    if (element.name === "sup") inside |= isRaised
    if (leavesOutClutter) {
      if (holdsOwnHeader(element)) inside |= inContent
      if (isMain(element)) inside |= inMain
      else if (!(around & inContent) && this.clutter.isTitleHeader(element)) inside |= inTitleHeader
    }
    if (!(around & kept) && isAny(include, element)) inside |= kept
    if (!(inside & kept)) return inside

    this.start(element, trait, around, inside)
    return inside
  }

  private leavesOut(noise: Noise, element: PageElement, around: number): boolean {
    const { headed, noise: kinds } = this.selection
    const found = headed?.get(element) ?? noise.judge(element, noise.kindsOf(element, this.text.isInRow))
    if (found === undefined || !kinds.has(found.kind)) return false
    this.leftOut.push({ ...found, isInMain: (around & (inMain | inTitleHeader)) !== 0 })
    return true
  }

  private start(element: PageElement, trait: number, around: number, inside: number): void {
    const { text } = this
    if (trait & (block | lineBreak) || !(around & kept)) this.endLine(around)
    const icon = iconLabel(element)
    if (text.isInRow) {
      if (trait & structure || beginsMain(inside, around)) text.markLayout()
      const label = icon === undefined ? symbolOf(element) : undefined
      if (label !== undefined) text.addSymbol(label)
    }
    if (trait & row) text.openRow()
    else if (trait & cell) text.openCell()
    else if (trait & control) text.addText(" ")
    if (element.name === "input") text.addText(buttonLabel(element))
    if (icon !== undefined) this.addApart(icon)
    if (this.clutter.isLabel(element)) text.part("words")
    if (isDrawnApart(element)) text.part("places")
    else if (isField(element)) text.part("words")
    else if (trait & struck) text.part("figures")
    const number = this.numbers.ofItem(element)
    if (number !== undefined) text.addLabel(`${number}. `)
    if (trait & (heading | struck)) this.marks.open(element, text)
    if (beginsMain(inside, around)) this.mainStart = text.lines.length
  }

  leave(element: PageElement, inside: number, around: number): void {
    if (!(inside & kept) || element.isRoot) return
    const { text } = this
    const trait = traitsOf(element)
    if (trait & struck) {
      this.marks.strike(element, text)
      text.part("figures")
    } else if (isDrawnApart(element)) text.part("places")
    else if (this.clutter.isLabel(element)) text.part("words")
    if (trait & block || !(around & kept)) this.endLine(inside)
    if (this.numbers.ofItem(element) !== undefined) text.dropLabel()
    if (trait & heading) this.marks.head(element, text)
    if (trait & cell) text.closeCell()
    else if (trait & row) {
      text.closeRow()
      this.marks.join(text.lines.length)
    } else if (trait & control) text.addText(" ")
    if (beginsMain(inside, around)) {
      for (let index = this.mainStart; index < text.lines.length; index += 1) {
        const line = text.lines[index]!
        this.main.push(line)
        this.mainPlaces.push(index)
        if (inside & inTitleHeader) this.titleCharacters += line.length
      }
    }
  }

  /** Words that the page does not draw as such. */
  private addApart(label: string): void {
    this.text.part("words")
    this.text.addText(label)
    this.text.part("words")
  }

  private endLine(state: number): void {
    if (state & asWritten) this.text.endPreformattedLine()
    else this.text.endLine()
  }

  /** The title of an icon says what it stands for. */
  private skipDrawing(element: PageElement, around: number): number {
    if (around & kept && this.text.isInRow && element.name === "title") this.text.addSymbol(ownTextOf(element))
    return skipped
  }
}

/** Whether an element is `<main>`, or a header with the page's title, and in neither. */
const beginsMain = (inside: number, around: number): boolean =>
  (inside & (inMain | inTitleHeader)) !== 0 && (around & (inMain | inTitleHeader)) === 0

const isAny = (selectors: ReadonlyArray<Matches>, element: PageElement): boolean => {
  for (const matches of selectors) {
    if (matches(element)) return true
  }
  return false
}

const traitsOf = (element: PageElement): number =>
  element.namespace === html.NS.HTML ? (traits.get(element.name) ?? 0) : 0

/** What a picture in a table stands for. */
const symbolOf = (element: PageElement): string | undefined =>
  element.name === "img"
    ? attributeOf(element, "alt")
    : (attributeOf(element, "aria-label") ?? attributeOf(element, "title"))
