/** Puts blocks of Markdown one under the other, inside quotations and items of lists. */
import { partsOf } from "../partsOf.ts"
import { maxMarkdownLength, tooLong } from "./tooLong.ts"

/** Lists and quotations inside one another; deeper ones are written at this depth. */
const maxNesting = 24

interface Outer {
  readonly prefix: string
  readonly first: string | null
  readonly isNested: boolean
}

export class MarkdownBlocks {
  private out = ""
  /** What each line starts with. */
  private prefix = ""
  /** What the next line starts with instead: the marker of an item in which nothing is written yet. */
  private first: string | null = null
  private blank = ""
  private isTight = true
  private nesting = 0
  private readonly outer: Array<Outer> = []
  /** The marker of a list that nothing follows yet, so that one right behind it gets another. */
  lastList = ""

  /** Whether something is written since `enter`. */
  get hasBegun(): boolean {
    return this.first === null
  }

  write(block: string): void {
    this.begin()
    if (this.prefix === "") this.add(block)
    // In many quotations a line of one letter becomes fifty.
    else for (const part of partsOf(block, "\n")) this.add(part.replace(/\n(?=(\n|$)?)/g, this.lineEnd))
    this.isTight = false
  }

  private add(markdown: string): void {
    this.out += markdown
    if (this.out.length > maxMarkdownLength) throw tooLong()
  }

  /** Starts a quotation or an item: `marker` on its first line, as many spaces or `rest` on the others. */
  enter(marker: string, rest: string): void {
    const isNested = this.nesting < maxNesting
    this.outer.push({ prefix: this.prefix, first: this.first, isNested })
    if (!isNested) return
    this.nesting += 1
    if (this.first === null) {
      this.blank = this.prefix.trimEnd()
      this.first = this.prefix + marker
    } else {
      this.first += marker
    }
    this.prefix += rest
    this.lastList = ""
  }

  leave(): void {
    const { first, isNested, prefix } = this.outer.pop()!
    if (!isNested) return
    this.nesting -= 1
    this.prefix = prefix
    if (this.first !== null) this.first = first
    this.lastList = ""
  }

  /** The next block follows without an empty line. */
  tighten(): void {
    this.isTight = true
  }

  loosen(): void {
    this.isTight = false
  }

  toString(): string {
    return this.out
  }

  private begin(): void {
    if (this.out !== "") {
      const blank = this.first === null ? this.prefix.trimEnd() : this.blank
      this.out += this.isTight ? "\n" : `\n${blank}\n`
    }
    this.out += this.first ?? this.prefix
    this.first = null
    this.lastList = ""
  }

  private readonly lineEnd = (_: string, empty: string | undefined) =>
    empty === undefined ? `\n${this.prefix}` : `\n${this.prefix.trimEnd()}`
}
