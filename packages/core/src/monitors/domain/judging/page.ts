/** What is known of a page as a whole: what it speaks of, what it is about, how it writes numbers. */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { cardLines, saidKind } from "../cardOrder.ts"
import type { ChangeQuestion } from "../Judgement.ts"
import { formOf, isOfOneForm, isProse } from "../surroundings.ts"
import { kindsOf, likeness, wordsOf } from "../words.ts"
import { isTitle } from "./blockTitle.ts"
import { conceptsOf } from "./concepts.ts"
import { type Context, isStrong } from "./context.ts"
import type { Fact } from "./facts.ts"
import { answerOf } from "./flags.ts"
import type { Group } from "./goalText.ts"
import { levelsOf } from "./outline.ts"
import { decimalMarkIn, type Mark } from "./separators.ts"
import { isSoft, says } from "./subject.ts"
import { tokensOf } from "./tokens.ts"
import { saidBy, valuesOf } from "./values.ts"

/** What is known of the page as a whole. */
export interface Page {
  readonly isOnPage: (group: Group) => boolean
  /** How much a word says: less, the more lines have it. */
  readonly weightOf: (group: Group) => number
  /** Whether the head of the page names it, so that it holds for all below it that is of no other. */
  readonly isOfPage: (group: Group, fact: Fact) => boolean
  /** What its numbers have ahead of their decimals; undefined where that cannot be told. */
  readonly decimalMark: () => Mark | undefined
}

/** Characters of a text that are searched for words of a goal, lines of its head, and how long those may be. */
const limits = {
  searched: 200_000,
  lines: 1_000,
  head: 5,
  headLength: 90,
  lineLength: 2_000,
  labelLength: 40,
  counted: 32
} as const

/** What the words of goals are looked up in. */
export const makePage = ({
  after,
  before,
  marks,
  url
}: Pick<ChangeQuestion, "after" | "before" | "marks" | "url">): Page => {
  const linesOf = (text: string) => text.slice(0, limits.searched).split("\n")
  const now = linesOf(after)
  const lines = [...new Set([...now, ...linesOf(before)])].slice(0, limits.lines)
  const head = titlesOf(now.slice(0, limits.head))
  const levels = levelsOf(now.slice(0, limits.head), marks)
  /** The first line below the title that the markup does not name, and that looks like a heading. */
  const first = now.findIndex(
    (line, at) => at > 0 && at < limits.head && !levels.has(at) && isStrong(line, now[at + 1])
  )
  /** Whether what stands at a line of the head stands above the other as well: below no heading that the other is not below. */
  const isAround = (at: number, { headings, sections }: Context): boolean => {
    const heading = [...levels.keys()].findLast((place) => place <= at)
    if (heading !== undefined && !sections.includes(now[heading]!)) return false
    const [nearest] = headings
    return heading === at || first < 0 || at < first || nearest === undefined || now.slice(0, at + 1).includes(nearest)
  }
  /** Where the next card begins below a line of the head that names the first one of a list, and not the page. */
  const nextCard = (at: number): number => {
    const kind = saidKind(now[at + 1] ?? "")
    const isNext = (line: string, below: string | undefined) =>
      line.length <= limits.headLength && isTitle(line) && below !== undefined && saidKind(below) === kind
    const found =
      kind === null || kind === "prose" || levels.has(at)
        ? -1
        : now.slice(at + 2, at + 2 + cardLines).findIndex((line, index) => isNext(line, now[at + 3 + index]))
    return found < 0 ? Number.POSITIVE_INFINITY : at + 2 + found
  }
  const path = pathWords(url)
  const counts = new Map<Group, number>()
  const countOf = (group: Group): number => {
    const known = counts.get(group)
    if (known !== undefined) return known
    let count = 0
    for (const line of lines) {
      if (line.length < limits.lineLength && says(group, line)) count += 1
      if (count === limits.counted) break
    }
    counts.set(group, count)
    return count
  }
  let mark: { readonly is: Mark | undefined } | undefined
  return {
    decimalMark: () => {
      mark ??= { is: decimalMarkIn(lines) }
      return mark.is
    },
    isOnPage: (group) => countOf(group) > 0,
    weightOf: (group) => (isSoft(group) ? 0.3 : 1) / Math.log2(2 + countOf(group)),
    isOfPage: (group, fact) =>
      says(group, path) ||
      head.some(
        ({ at, line }) =>
          at < fact.context.line &&
          fact.context.line < nextCard(at) &&
          (fact.kind === "changed" || at < 2) &&
          isAround(at, fact.context) &&
          says(group, line) &&
          !isPeer(line, (fact.after[0] ?? fact.before[0])!) &&
          (levels.has(at) || !(isEntryBeside(line, fact) || isLabelOfList(now, at, fact)))
      )
  }
}

/** Whether a line that the markup does not name is an entry of the list that a piece of a difference is of, and so names no page. */
const isEntryBeside = (line: string, { after, before }: Fact): boolean => {
  const others = [...before.slice(0, 1), ...after.slice(0, 1)]
  return (
    others.some((other) => isOfOneForm(line, other) || isPeer(line, other)) ||
    (endsInState(line) && others.some((other) => statusesOf(other).length > 0))
  )
}

/** "API outage": a thing, and how it is. */
const endsInState = (line: string): boolean => {
  let end = line.length
  while (end > 0 && /[\s).!]/.test(line[end - 1]!)) end -= 1
  return statusesOf(line).some(({ from, to }) => to === end && from > 0)
}

/** Whether a line is a label with what it says right below, as another is right above what changed: "Director", and "Treasurer". */
const isLabelOfList = (lines: ReadonlyArray<string>, at: number, { after, before, context }: Fact): boolean => {
  const [label, value, last] = [lines[at] ?? "", lines[at + 1] ?? "", lines[context.line - 1] ?? ""]
  const by = context.line - at
  if (by < 3 || by % 2 === 0) return false
  const [name, said, other] = [label, value, last].map(shortForm)
  const isAlike = name === other && [before[0], after[0]].some((line) => shortForm(line) === said)
  return name !== undefined && said !== undefined && (isAlike || (isLabelOfValue(label, value) && isLabel(last)))
}

/** Short, and says no value and no state. */
const isLabel = (line: string): boolean =>
  shortForm(line) !== undefined &&
  valuesOf(line).length === 0 &&
  answerOf(line) === undefined &&
  statusesOf(line).length === 0

/** "Opening hours" above "10:00–17:00", "Pets allowed" above "No": the line below says what the label asks for, and no line farther down does. */
const isLabelOfValue = (label: string, value: string): boolean => {
  if (answerOf(value) !== undefined) return true
  if (!isLabel(label)) return false
  const [names, values] = [tokensOf(label).flatMap(({ text }) => conceptsOf(text)), valuesOf(value)]
  return (
    values.some(({ kind }) => names.some((name) => saidBy[name]?.includes(kind) === true)) ||
    (values.length > 0 && names.includes("phone"))
  )
}

const shortForm = (line = ""): string | undefined =>
  line === "" || line.length > limits.labelLength || isProse(line) ? undefined : formOf(line)

/** The words of the path of an address, which often name what the page is of. */
const pathWords = (url: string): string => {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]{0,300})/iu.exec(url)?.[1] ?? ""
  return path.replace(/%[0-9a-f]{2}/giu, " ").replace(/[^\p{L}\p{N}]+/gu, " ")
}

/** The lines that name a page: the first two, and among the next the one that is longer than all others. */
const titlesOf = (lines: ReadonlyArray<string>) => {
  const isPlain = (line: string, at: number) =>
    line.length <= limits.headLength &&
    (at === 0 || !/[|\t:]|\s[–—]\s/.test(line)) &&
    !valuesOf(line).some(({ kind }) => kind !== "number" && kind !== "quantity" && kind !== "version")
  const plain = lines.map((line, at) => ({ at, line })).filter(({ at, line }) => isPlain(line, at))
  const [longest, second] = plain.toSorted((one, other) => other.line.length - one.line.length)
  const isLong =
    longest !== undefined &&
    !/[.!?]$/.test(longest.line) &&
    longest.line.length >= 12 &&
    longest.line.length >= 1.3 * (second?.line.length ?? 0)
  return plain.filter((one) => one.at < 2 || (isLong && one === longest))
}

/** Whether two lines could be entries of one list. */
const isPeer = (line: string, other: string): boolean =>
  likeness(kindsOf(wordsOf(line)), kindsOf(wordsOf(other))) >= 0.4
