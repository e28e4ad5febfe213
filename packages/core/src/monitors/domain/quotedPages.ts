/** Quotes of data by the pages that they stand on: what is judged as one text was read from several. */
import type { DataLine } from "./Baseline.ts"
import { saidOf } from "./dataLines.ts"
import type { Evidence } from "./Judgement.ts"

/** Lines of both sides of a difference, in the order in which they are judged. */
export interface JudgedLines {
  readonly before: ReadonlyArray<DataLine>
  readonly after: ReadonlyArray<DataLine>
}

/** Places of one quote that are looked at: a short one may stand in every line. */
const mostPlaces = 40

/** Passages of a quote that stand on one page each, in their order. */
type Passages = ReadonlyArray<Passage>

interface Passage {
  readonly url: string
  readonly text: string
}

/** The text of one side, and where each of its lines begins. */
class Side {
  private readonly lines: ReadonlyArray<DataLine>
  private readonly others: ReadonlySet<string>
  private readonly starts: ReadonlyArray<number>
  private readonly text: string
  /** The text between line feeds, in which a line that is whole has one on both sides. */
  private readonly framed: string

  constructor(lines: ReadonlyArray<DataLine>, others: ReadonlyArray<DataLine>) {
    this.lines = lines
    this.others = new Set(others.map(({ text }) => text))
    const said = lines.map(saidOf)
    this.text = said.join("\n")
    this.framed = `\n${this.text}\n`
    let at = 0
    this.starts = said.map((line) => {
      const start = at
      at += line.length + 1
      return start
    })
  }

  private lineAt(place: number): number {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.starts[middle]! <= place) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Where it stands in lines that the other side does not have; where there are none, the first place of each line that has it. */
  private found(text: string, sought: string): ReadonlyArray<number> {
    const [differing, others]: [Array<number>, Array<number>] = [[], []]
    let at = text.indexOf(sought)
    while (at >= 0 && differing.length < mostPlaces) {
      const line = this.lineAt(at)
      const differs = !this.others.has(this.lines[line]!.text)
      if (differs) differing.push(at)
      else if (others.length < mostPlaces) others.push(at)
      const next = differs ? at + 1 : (this.starts[line + 1] ?? text.length)
      at = text.indexOf(sought, next)
    }
    return differing.length > 0 ? differing : others
  }

  private passagesAt(from: number, to: number): Passages {
    const passages: Array<Passage> = []
    let begins = from
    for (let line = this.lineAt(from); begins < to; line++) {
      const end = Math.min(to, this.starts[line + 1] ?? to)
      const { url } = this.lines[line]!
      const text = this.text.slice(begins, end).trim()
      const last = passages.at(-1)
      if (last !== undefined && last.url === url) passages[passages.length - 1] = { url, text: `${last.text}\n${text}` }
      else if (text !== "") passages.push({ url, text })
      begins = end
    }
    return passages
  }

  /** Where a quote may stand, whole lines alone where it is such; none where it does not stand, one without passages where there is no quote. */
  placesOf(quote: string): ReadonlyArray<Passages> {
    if (quote === "") return [[]]
    // A line's own quote stands within others too, such as that of "price: 49" within "list_price: 49".
    const whole = this.found(this.framed, `\n${quote}\n`)
    const places = whole.length > 0 ? whole : this.found(this.text, quote)
    return places.map((at) => this.passagesAt(at, at + quote.length))
  }
}

/** Where both quotes stand: on one page, when they may. */
const together = (before: ReadonlyArray<Passages>, after: ReadonlyArray<Passages>) => {
  for (const was of before) {
    const is = after.find((one) => one[0]?.url === was[0]?.url)
    if (is !== undefined) return { was, is }
  }
  return { was: before[0] ?? [], is: after[0] ?? [] }
}

/** Each passage beside the one of the other side that stands on its page in the same turn. */
const pairs = (was: Passages, is: Passages): ReadonlyArray<Evidence> => {
  const left = [...is]
  const found = was.map(({ text, url }) => {
    const at = left.findIndex((one) => one.url === url)
    const [other] = at < 0 ? [] : left.splice(at, 1)
    return { before: text, after: other?.text ?? "", url }
  })
  return [...found, ...left.map(({ text, url }) => ({ before: "", after: text, url }))]
}

/**
 * Quotes of lines, each with the page that says it. One that spans lines of several pages is parted, and one whose sides stand on
 * different pages is told as two.
 *
 * @internal
 */
export const onTheirPages = (
  evidence: ReadonlyArray<Evidence>,
  { after, before }: JudgedLines
): ReadonlyArray<Evidence> => {
  const [was, is] = [new Side(before, after), new Side(after, before)]
  return evidence.flatMap((quotes): ReadonlyArray<Evidence> => {
    const [earlier, later] = [was.placesOf(quotes.before), is.placesOf(quotes.after)]
    // What stands in no line is of the whole.
    if (earlier.length === 0 || later.length === 0) return [{ before: quotes.before, after: quotes.after }]
    const found = together(earlier, later)
    return pairs(found.was, found.is)
  })
}
