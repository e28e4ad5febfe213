/** What changed between two texts, with no more of them than is told. */
import { blockOf } from "./blocks.ts"
import { type CardBelow, makeCardOrder } from "./cardOrder.ts"
import { excerptRoom, type LineChange, lineChange } from "./differingWords.ts"
import { type Lines, textOf } from "./Lines.ts"
import { type LineEdit, lineEdits } from "./lineEdits.ts"
import { lineWindow } from "./lineWindow.ts"
import type { Hunk } from "./matchLines.ts"
import { clip, readableLine } from "./readable.ts"
import { cardName, headingAbove, isProse, makeReader, type Surroundings } from "./surroundings.ts"
import { type TextChange, ToldEdit } from "./TextChange.ts"
import { unifiedDiff } from "./unifiedDiff.ts"
import { isDate, wordsOf } from "./words.ts"

/** Longest excerpt, in characters. */
export const excerptMaxLength = 2_000

/** Edits that are read word by word, and those of them that are told. */
const mostEdits = { read: 12, told: 6 } as const

/** Longest name of what a change is about, in characters. */
const aboutLength = 48

/** Levels of the lines of two texts that their markup calls headings. */
export interface TextLevels {
  readonly was: ReadonlyMap<number, number>
  readonly now: ReadonlyMap<number, number>
}

const noLevels: TextLevels = { was: new Map(), now: new Map() }

/** Tells what `hunks` change: lines of `after` in the place of lines of `before`. */
export const tellChange = (
  before: Lines,
  after: Lines,
  hunks: ReadonlyArray<Hunk>,
  isCoarse: boolean,
  levels: TextLevels = noLevels
): TextChange => {
  const { diff, isCut } = unifiedDiff(before, after, hunks)
  const { edits, isAll } = lineEdits(before, after, hunks)
  const texts = {
    was: before,
    now: after,
    aroundWas: makeReader(before),
    aroundNow: makeReader(after),
    cardNow: cardsIn(after, levels.now)
  }
  const read = edits.slice(0, mostEdits.read).map((edit) => readEdit(texts, edit, hunks))
  const counts = { changed: 0, added: 0, removed: 0, moved: 0 }
  for (const [index, { kind }] of edits.entries()) counts[kind] += read[index]?.count ?? 1
  const changed = read.flatMap(({ change, edit }) => (change === undefined ? [] : [{ edit, change }]))
  const excerptsAfter = new Map(changed.map(({ change, edit }) => [edit.from, change.excerpts.after]))
  const excerptsBefore = new Map(changed.map(({ change, edit }) => [edit.start, change.excerpts.before]))
  const added = tellSide(after, hunks, ({ from, to }) => [from, to], excerptsAfter)
  const removed = tellSide(before, hunks, ({ end, start }) => [start, end], excerptsBefore)
  return {
    diff,
    isDiffCut: isCut,
    isCoarse,
    added,
    removed,
    edits: read
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, mostEdits.told)
      .map(({ told }) => told()),
    counts,
    isMore: !isAll,
    isRewritten: isMost(removed.count - counts.changed, before) && isMost(added.count - counts.changed, after)
  }
}

const isMost = (count: number, { count: all }: Lines): boolean => all >= 8 && count >= all * 0.6

interface Texts {
  readonly was: Lines
  readonly now: Lines
  readonly aroundWas: (line: number) => Surroundings
  readonly aroundNow: (line: number) => Surroundings
  readonly cardNow: (line: number) => CardBelow | undefined
}

/** Bytes that are read of a line of a card. */
const cardBytes = 200

const cardsIn = (lines: Lines, levels: TextLevels["now"]) =>
  makeCardOrder({ count: lines.count, levels, textAt: (line) => readableLine(lines, line, cardBytes) })

interface ReadEdit {
  readonly edit: LineEdit
  readonly told: () => ToldEdit
  readonly count: number
  /** Less is told first: a new price before a new date of the page. */
  readonly rank: number
  readonly change?: LineChange
}

const readEdit = (texts: Texts, edit: LineEdit, hunks: ReadonlyArray<Hunk>): ReadEdit => {
  const { aroundNow, aroundWas, now, was } = texts
  const { end, from, kind, start, to } = edit
  if (kind === "changed") {
    const window = lineWindow(was, start, now, from)
    const change = lineChange(window)
    const told = () =>
      ToldEdit.cases.Changed.make({
        about: aboutOf(texts, edit, change, window.isCut),
        words: change.changes,
        quotes: change.quotes
      })
    return { edit, told, count: 1, rank: rankOf(change), change }
  }
  const isFree = hunks.some((hunk) => hunk.start === start && hunk.end === end && hunk.from === from && hunk.to === to)
  const block =
    kind === "removed" ? blockOf(was, aroundWas, [start, end], isFree) : blockOf(now, aroundNow, [from, to], isFree)
  if (kind === "moved") return { edit, told: () => ToldEdit.cases.Moved.make(block), count: 1, rank: 1 }
  const told = () => ToldEdit.cases[kind === "added" ? "Added" : "Removed"].make(block)
  return { edit, told, count: block.count, rank: 1 }
}

const rankOf = ({ changes }: LineChange): number => {
  if (changes.length === 0) return 3
  if (changes.every(({ after, before }) => isDate(before) && isDate(after))) return 2
  return changes.some(({ after }) => wordsOf(after).some(({ kind }) => kind === "value")) ? 0 : 1
}

/** What a changed line is about: the card or row that it stands in, or the section. */
const aboutOf = (
  { aroundNow, aroundWas, cardNow, now }: Texts,
  { from, start }: LineEdit,
  change: LineChange,
  isCut: boolean
): string | null => {
  const here = aroundNow(from)
  const line = here.lines[here.at]!.text
  const isSentence = isCut || line.length > excerptRoom.ahead || isProse(line)
  const below = isSentence ? undefined : cardNow(from)
  if (below !== undefined) {
    // Of which of two cards it is said may not be known, and a wrong name is worse than none.
    const name = leadName(change.lead) ?? (below.isSure ? readableLine(now, below.name, cardBytes) : null)
    return name === null ? null : clip(name, aboutLength)
  }
  const about = isSentence
    ? headingAbove(here)
    : (cardName(here) ?? cardName(aroundWas(start)) ?? leadName(change.lead) ?? headingAbove(here))
  const [first] = change.changes
  // What came or went is told with what stands before it, which may be the name itself.
  const isSaid = about !== null && [first?.before, first?.after].some((said) => said?.includes(about) === true)
  return about === null || isSaid ? null : clip(about, aboutLength)
}

/** What begins a sentence and names nothing by itself: "The price is", "Join the". */
const leads =
  /^(?:the|an?|our|your|this|these|it|we|you|der|die|das|unsere?|ihre?|wir|le|la|les|un|une|nos|votre|el|los|las|una|nuestr[oa]s?|il|lo|gli|i|o|os|as|uma?|de|het|een|onze)\s/iu
const article = /\s(?:the|an?|der|die|das|dem|den|le|la|les|un|une|el|los|las|il|lo|gli|o|os|as|uma?|de|het|een)$/iu

/** Small words at the end of a beginning, which lead to what changed: "Pool opens at", "Bowl, now". */
const leadsOn = /(?<![\s,:;–—-])[\s,:;–—-]+\p{Ll}{1,3}$/u
const mostSmall = 4

const withoutSmall = (lead: string): string => {
  let name = lead.trim()
  for (let left = mostSmall; left > 0 && leadsOn.test(name); left -= 1) name = name.replace(leadsOn, "")
  return name
}

/** What is left of "Not in", "Up to" and "Sign up by", and says something else alone. */
const turnsSense =
  /^(?:not?|up|sign|log|call|only|just|never|don['’]t|nur|erst|nicht|nie|kein(?:e[nmrs]?)?|non|ne|pas|jamais|seulement|solo|sólo|solamente|nunca|sin|soltanto|mai|só|apenas|não|niet|geen|alleen|nooit)$/iu

/** What a row begins with, up to its first value when it is long. */
const leadName = (lead: string): string | null => {
  const isSmall = /^\p{Ll}{1,3}$/u.test(wordsOf(lead).at(-1)?.text ?? "")
  if (isSmall && (leads.test(lead) || article.test(lead.trim()))) return null
  const beginning = isSmall ? withoutSmall(lead) : lead
  const words = wordsOf(beginning)
  if (!words.some(({ kind }) => kind === "word") || /^\p{Ll}{1,3}$/u.test(beginning)) return null
  if (isSmall && turnsSense.test(beginning)) return null
  const name = beginning.replace(/(?<![\s:–—,(|·"'“”„‘’«»-])[\s:–—,(|·"'“”„‘’«»-]+$/u, "").replace(/^["'“”„‘’«»]+/u, "")
  if (name.length <= aboutLength) return name
  const value = words.find(({ kind }) => kind === "value")
  return value === undefined || value.from === 0 ? name : name.slice(0, value.from).trim()
}

const tellSide = (
  lines: Lines,
  hunks: ReadonlyArray<Hunk>,
  stretchOf: (hunk: Hunk) => readonly [from: number, to: number],
  excerpts: ReadonlyMap<number, string>
): TextChange["added"] => {
  let count = 0
  let excerpt: string | undefined
  for (const hunk of hunks) {
    const [from, to] = stretchOf(hunk)
    count += to - from
    for (let line = from; line < to && (excerpt?.length ?? 0) <= excerptMaxLength; line++) {
      const isLong = lines.starts[line + 1]! - lines.starts[line]! > excerptRoom.most
      const text = (isLong ? excerpts.get(line) : undefined) ?? beginningOf(lines, line)
      excerpt = excerpt === undefined ? text : `${excerpt}\n${text}`
    }
  }
  return { count, excerpt: shorten(excerpt ?? "") }
}

/** In UTF-8, for one of UTF-16. */
const maxBytesPerCharacter = 3

/** At least so much of a line as an excerpt may have, where it has it. */
const beginningOf = (lines: Lines, line: number): string =>
  textOf(lines, line, (excerptMaxLength + 1) * maxBytesPerCharacter)

/** An excerpt of no more than its length, with a mark where there was more. */
const shorten = (text: string): string => clip(text, excerptMaxLength, excerptMaxLength)
