/** Pieces of a difference with what they say: which words and values changed, and whether that means anything. */

import type { Status } from "../../../extraction/domain/statuses.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import type { Edit } from "./edits.ts"
import { answerOf, flagIn } from "./flags.ts"
import { contentTokens, type Meaning, meaningOf } from "./meaning.ts"
import { banner, givesOrders, isAside, noiseOf, remainder, withoutCounters } from "./noise.ts"
import { saysMoreThanNoise } from "./saidBeside.ts"
import { type Segment, segmentOf } from "./segments.ts"
import { statesNow } from "./statesNow.ts"
import type { Token } from "./tokens.ts"

export interface Fact extends Edit {
  /** Why it means nothing; null when it may. */
  readonly nothing: string | null
  /** The page gives orders here, which are left out of what it says. */
  readonly hasOrders: boolean
  /** Words and values that went, and that came. */
  readonly gone: ReadonlyArray<Token>
  readonly come: ReadonlyArray<Token>
  /** Of a line that says several things, the one that changed. */
  readonly segment: Segment | undefined
  readonly states: { readonly before: ReadonlyArray<Status>; readonly after: ReadonlyArray<Status> }
}

/** Lines at the head of a page, where it may say its own date. */
const headLines = 5

/** Where sentences end, for those that are dropped: short lines were not cut before. */
const sentenceEnd = /(?<=[.!?。])\s+|\s(?=[<[]\/?[a-z|])/iu

const withoutOrders = (text: string, isWhole: boolean): string =>
  givesOrders(text)
    ? text
        .split("\n")
        .map((line) =>
          givesOrders(line)
            ? isWhole
              ? ""
              : line
                  .split(sentenceEnd)
                  .filter((sentence) => !givesOrders(sentence))
                  .join(" ")
            : line
        )
        .filter((line) => line.trim() !== "")
        .join("\n")
    : text

const labelled = /^[^:|]{1,40}:\s/u

/** Why what belongs to something else means nothing. */
export const turns = "it belongs to something else that the page shows in turns"

/** Stands below a heading of what belongs to something else, or right below the label of an advertisement. */
const isInAside = ({ context: { above, block, headings }, kind, after, before }: Edit): boolean => {
  const [nearest] = headings
  if (nearest !== undefined && isAside(nearest)) return true
  for (const [index, line] of above.entries()) {
    if (line === nearest && !/^\d/.test(line)) return false
    if (isAside(line)) return true
    if (line === block?.title && block.own.length > 0 && block.own.every((one) => labelled.test(one))) return false
    if (index < 2 && noiseOf(line) === "an advertisement") return true
  }
  const own = kind === "removed" ? before : after
  return own.length > 1 && (noiseOf(own[0]!) === "an advertisement" || isAside(own[0]!))
}

const noMeaning: Meaning = { kind: "same", gone: [], come: [] }

/** Headings below which pages say what they do with data, and do not ask for consent. */
const policy =
  /polic(?:y|ies)|privacy|terms|conditions|datenschutz|nutzungsbedingungen|richtlinie|\bagb\b|politique|confidentialite|politica|privacidad|informativa|privacidade|beleid|voorwaarden/u

/** Beside what asks for consent: a button. */
const asksConsent = (line: string | undefined): boolean =>
  line !== undefined && line.length <= 40 && noiseOf(line) === banner

/** Longest label, in characters. */
const longestLabel = 60

/** "Yes" in the place of "No" below what is asked so: links to say whether a page was of use stand side by side, and stay. */
const isTurnedAnswer = ({ context: { above, below }, focus, kind }: Edit): boolean => {
  const [was, now] = [answerOf(focus.before), answerOf(focus.after)]
  const [label = ""] = above
  const isLabel = label !== "" && label.length <= longestLabel && noiseOf(label) === null
  const isAmongAnswers = [label, below[0] ?? ""].some((line) => answerOf(line) !== undefined)
  return kind === "changed" && was !== undefined && now !== undefined && was !== now && isLabel && !isAmongAnswers
}

/** Which noise a line is, if any, where it stands. What comes on such a page may be its banner; what is written otherwise is its text. */
const noiseIn = (edit: Edit, isHead: boolean): ((line: string) => string | null) => {
  const { context, kind } = edit
  const { above, below, headings } = context
  const isBanner = asksConsent(above[0]) || asksConsent(below[0])
  const isPolicy = kind === "changed" && !isBanner && headings.some((heading) => policy.test(fold(heading)))
  if (isTurnedAnswer(edit)) return () => null
  return (line) => {
    const noise = noiseOf(line, isHead)
    return isPolicy && noise === banner ? null : noise
  }
}

const linesWithout = (text: string, noise: (line: string) => string | null): string =>
  text
    .split("\n")
    .filter((line) => noise(line) === null)
    .join("\n")

/** What changed in a line, or what an entry that came or went says. */
const meaningOfEdit = ({ focus, kind }: Edit): Meaning => {
  if (kind === "moved") return noMeaning
  if (kind === "changed") return meaningOf(focus.before, focus.after)
  const all = contentTokens(kind === "added" ? focus.after : focus.before)
  const different: Meaning = { kind: "different", gone: kind === "added" ? [] : all, come: kind === "added" ? all : [] }
  return all.length === 0 ? noMeaning : different
}

/** "By Ann · 3 hours ago" names somebody too. */
const saysMore = ({ focus, kind }: Edit): boolean =>
  kind === "changed"
    ? meaningOf(withoutCounters(focus.before), withoutCounters(focus.after)).kind !== "same"
    : contentTokens(withoutCounters(focus.before + focus.after)).length > 3

const countIn = (line: string): number | undefined =>
  contentTokens(line).find(({ value }) => value !== undefined)?.value?.amount

/** Nothing is left, or something is again. */
const startsOrEnds = ({ focus, kind }: Edit): boolean => {
  const [was, now] = [countIn(focus.before), countIn(focus.after)]
  return kind === "changed" && was !== undefined && now !== undefined && (was === 0) !== (now === 0)
}

const nothingOf = (edit: Edit, meaning: Meaning, isHead: boolean): string | null => {
  const { focus, kind } = edit
  if (kind === "moved") return "it only moved"
  if (meaning.kind === "same" || edit.isRearranged) return "it is only written otherwise"
  const noise = noiseIn(edit, isHead)
  const [was, now] = [linesWithout(edit.before.join("\n"), noise), linesWithout(edit.after.join("\n"), noise)]
  const isOnlyNoise = was === "" && now === ""
  const isTime = isOnlyNoise && [...edit.before, ...edit.after].every((line) => noise(line) === "told from now")
  if (isOnlyNoise && !(isTime && saysMore(edit)) && !saysMoreThanNoise(edit)) {
    const name = noise((edit.after[0] ?? edit.before[0])!) ?? "noise"
    return name === remainder && startsOrEnds(edit) ? null : name
  }
  if (kind === "changed" && meaningOf(withoutCounters(focus.before), withoutCounters(focus.after)).kind === "same")
    return "a counter or a time told from now"
  if (isInAside(edit)) return turns
  return meaning.kind === "reworded" ? "it says the same in other words" : null
}

/** What an answer alone may be to: the names of its column and its row, or the line above it. */
const labelsOf = ({ after, before, context: { near } }: Pick<Edit, "after" | "before" | "context">) =>
  /[|\t]/.test(after[0] ?? before[0] ?? "") ? near.slice(-2).toReversed() : near.slice(-1)

/** The states that both sides say; an answer alone says them with what it is to. */
export const statesOfEdit = (
  edit: Pick<Edit, "after" | "before" | "context" | "focus">,
  isNamed?: (nouns: string) => boolean
): Fact["states"] => {
  const read = (text: string): ReadonlyArray<Status> => {
    if (answerOf(text) !== undefined)
      return (
        labelsOf(edit)
          .map((label) => statesNow(`${label}: ${text}`, isNamed))
          .find((states) => states.length > 0) ?? []
      )
    const lines = text.split("\n")
    const flags = lines.length === 1 ? [] : lines.filter((line) => flagIn(line) !== undefined)
    return flags.length === 0
      ? statesNow(text, isNamed)
      : [lines.filter((line) => !flags.includes(line)).join("\n"), ...flags].flatMap((one) => statesNow(one, isNamed))
  }
  return { before: read(edit.focus.before), after: read(edit.focus.after) }
}

/** Reads what an edit says. */
export const factOf = (read: Edit): Fact => {
  const isHead = read.context.line < headLines
  // What came beside an order came with it.
  const isWhole = read.kind !== "changed"
  const [before, after] = [withoutOrders(read.focus.before, isWhole), withoutOrders(read.focus.after, isWhole)]
  const hasOrders = before !== read.focus.before || after !== read.focus.after
  const none = { states: { before: [], after: [] }, gone: [], come: [], segment: undefined }
  if (hasOrders && (before === after || (before.trim() === "" && after.trim() === ""))) {
    return { ...read, ...none, hasOrders, nothing: "text that gives orders to whoever judges it" }
  }
  const edit: Edit = hasOrders
    ? {
        ...read,
        before: before === "" ? [] : before.split("\n"),
        after: after === "" ? [] : after.split("\n"),
        focus: { before, after }
      }
    : read
  const meaning = meaningOfEdit(edit)
  return {
    ...edit,
    hasOrders,
    nothing: nothingOf(edit, meaning, isHead),
    gone: meaning.gone,
    come: meaning.come,
    segment: edit.kind === "changed" ? segmentOf(edit.focus.before, edit.focus.after) : undefined,
    states: statesOfEdit(edit)
  }
}
