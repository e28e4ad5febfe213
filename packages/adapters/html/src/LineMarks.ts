/** What the markup says of lines while a text is put together: which are headings, and what of them is struck out. */
import { type TextMarks, textMarkLimits } from "@kittiwake/core/pages/domain/TextMarks"
import type { PageElement } from "./PageTree.ts"
import { spaced } from "./spaced.ts"
import type { TextLines } from "./TextLines.ts"

/** A mark of the line at a place. */
export type LineMark =
  | { readonly kind: "heading"; readonly at: number; readonly level: number }
  | { readonly kind: "struck"; readonly at: number; readonly text: string }

interface Opened {
  readonly element: PageElement
  readonly at: number
  /** Characters of the line ahead of it. */
  readonly ahead: number
}

/** More are not kept: a page can be made of them. */
const most = textMarkLimits.headings + textMarkLimits.struck

export class LineMarks {
  /** Level of the last heading that does not stand in what opens and closes: what opens it stands below that. */
  private level = 0
  private readonly opened: Array<Opened> = []
  private readonly found: Array<{ mark: LineMark; text: string }> = []

  open(element: PageElement, { lines, openLine }: TextLines): void {
    this.opened.push({ element, at: lines.length, ahead: openLine.length })
  }

  /** The element has ended: a heading of several lines is none that could be named. */
  head(element: PageElement, { lines }: TextLines): void {
    const opened = this.close(element)
    if (opened === undefined || lines.length !== opened.at + 1) return
    const level = element.name === "summary" ? Math.min(6, this.level + 1) : Number(element.name.slice(1))
    if (element.name !== "summary" && !isInDetails(element)) this.level = level
    this.add({ kind: "heading", at: opened.at, level }, lines[opened.at]!)
  }

  /** The element is about to end, in the line that it began in. */
  strike(element: PageElement, { lines, openLine }: TextLines): void {
    const opened = this.close(element)
    if (opened === undefined || lines.length !== opened.at) return
    const text = openLine.slice(opened.ahead).trim()
    if (text !== "" && text.length <= textMarkLimits.struckLength)
      this.add({ kind: "struck", at: opened.at, text }, text)
  }

  /** Lines of cells have become the last one. */
  join(count: number): void {
    for (let index = this.found.length - 1; index >= 0; index -= 1) {
      const one = this.found[index]!
      if (one.mark.at < count) return
      one.mark = { ...one.mark, at: count - 1 }
    }
  }

  /** Those whose line still says what they are of, in order. */
  of(lines: ReadonlyArray<string>): ReadonlyArray<LineMark> {
    return this.found
      .filter(({ mark: { at, kind }, text }) =>
        kind === "heading" ? lines[at] === text : lines[at]?.includes(text) === true
      )
      .map(({ mark }) => mark)
  }

  private close(element: PageElement): Opened | undefined {
    const last = this.opened.at(-1)
    return last?.element === element ? this.opened.pop() : undefined
  }

  private add(mark: LineMark, text: string): void {
    if (this.found.length < most) this.found.push({ mark, text })
  }
}

/** Levels above a heading that are looked through for what opens and closes. */
const mostAbove = 12

const isInDetails = (element: PageElement): boolean => {
  let parent = element.parent
  for (let above = 0; parent !== null && above < mostAbove; above++, parent = parent.parent) {
    if (parent.name === "details") return true
  }
  return false
}

/** Those of lines at some places, as they are numbered among these. */
export const movedTo = (places: ReadonlyArray<number>, marks: ReadonlyArray<LineMark>): ReadonlyArray<LineMark> => {
  if (marks.length === 0) return marks
  const numbers = new Map(places.map((place, number) => [place, number]))
  return marks.flatMap((mark) => {
    const at = numbers.get(mark.at)
    return at === undefined ? [] : [{ ...mark, at }]
  })
}

const plain = (line: string): string => spaced(line).trim()

/** Marks as they are handed out: by what a line says, whatever is left out ahead of it later. */
export const textMarksOf = (lines: ReadonlyArray<string>, marks: ReadonlyArray<LineMark>): TextMarks => {
  const { headingLength, headings, struck, struckLineLength } = textMarkLimits
  const levels = new Map<number, number>()
  for (const mark of marks) if (mark.kind === "heading" && !levels.has(mark.at)) levels.set(mark.at, mark.level)
  const names = new Set(Array.from(levels.keys(), (at) => plain(lines[at]!)))
  const counts = new Map<string, number>()
  const found = lines.flatMap((line, at) => {
    if (line.length > headingLength) return []
    const text = plain(line)
    if (!names.has(text)) return []
    const nth = counts.get(text) ?? 0
    counts.set(text, nth + 1)
    const level = levels.get(at)
    return level === undefined ? [] : [{ text, nth, level }]
  })
  const parts = marks.flatMap((mark) => {
    const line = lines[mark.at]!
    return mark.kind === "heading" || line.length > struckLineLength
      ? []
      : [{ line: plain(line), text: plain(mark.text) }]
  })
  return { headings: found.slice(0, headings), struck: parts.slice(0, struck) }
}
