/** Judges a difference by rules, without a model: what changed, whether it means anything, and whether the goal asks for it. */
import { headlineOf, summaryOf } from "../describeChange.ts"
import { type ChangeQuestion, type Judgement, judgementLimits } from "../Judgement.ts"
import type { Hunk } from "../matchLines.ts"
import { clip } from "../readable.ts"
import { tellChange } from "../tellChange.ts"
import { type Difference, readDifference } from "./edits.ts"
import { evidenceOf } from "./evidence.ts"
import { type Fact, factOf } from "./facts.ts"
import type { CompiledGoal } from "./GoalCondition.ts"
import { compileGoal } from "./goal.ts"
import { importanceOf } from "./importance.ts"
import { confidences, type Match, unsure } from "./Match.ts"
import { matchFact } from "./matchFact.ts"
import { makePage, type Page } from "./page.ts"
import { partsOf } from "./parts.ts"

interface Judged {
  readonly fact: Fact
  readonly match: Match
}

/** Where a line may be of either of two cards, what is said of one alone is not sure. */
const matchEither = (goal: CompiledGoal, fact: Fact, page: Page): Match => {
  const match = matchFact(goal, fact, page)
  const { otherwise } = fact.context
  if (otherwise === undefined) return match
  const other = matchFact(goal, { ...fact, context: otherwise }, page)
  const isBoth = (match.verdict === "no") === (other.verdict === "no")
  if (isBoth) return other.confidence < match.confidence ? other : match
  return unsure("nothing on the page says which of two things it is said of")
}

/** Hunks in order, those that touch as one, so that they can be told. */
const hunksOf = (judged: ReadonlyArray<Judged>): ReadonlyArray<Hunk> => {
  const hunks: Array<Hunk> = []
  const all = judged
    .map(({ fact: { hunk } }) => hunk)
    .toSorted((one, other) => one.from - other.from || one.start - other.start)
  for (const { end, from, start, to } of all) {
    const last = hunks.at(-1)
    if (last !== undefined && (from < last.to || start < last.end)) continue
    hunks.push({ start, end, from, to })
  }
  return hunks
}

const told = ({ isCoarse, levels, now, was }: Difference, judged: ReadonlyArray<Judged>) => {
  const change = tellChange(was, now, hunksOf(judged), isCoarse, levels)
  return {
    title: clip(headlineOf(change), judgementLimits.title),
    summary: clip(summaryOf(change), judgementLimits.summary)
  }
}

const reasonsOf = (judged: ReadonlyArray<Judged>, more: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { match } of judged) counts.set(match.reason, (counts.get(match.reason) ?? 0) + 1)
  const said = Array.from(counts, ([reason, count]) => (count === 1 ? reason : `${reason} (${count} times)`))
  return [...more, ...said].slice(0, judgementLimits.reasons).map((reason) => clip(reason, judgementLimits.reason))
}

/** Sureness of an answer that rests on several pieces: that of the surest. */
const surest = (judged: ReadonlyArray<Judged>): number =>
  judged.reduce((most, { match }) => Math.max(most, match.confidence), 0)

/** How sure it is that none of the pieces is what was asked for: as sure as of the least clear. */
const least = (judged: ReadonlyArray<Judged>): number =>
  judged.reduce((one, { match }) => Math.min(one, match.confidence), 0.95)

const partsFor = ({ forModel }: ChangeQuestion, judged: ReadonlyArray<Judged>) => {
  const parts = forModel === true ? partsOf(judged.map(({ fact }) => fact)) : undefined
  return parts === undefined ? {} : { parts }
}

/** What the rules say of a difference, within so many steps. */
export const judgeChange = (question: ChangeQuestion, steps?: number): Judgement => {
  const goal = compileGoal(question.goal)
  const difference = readDifference(question, steps)
  const page = makePage(question)
  const judged = difference.edits.map((edit): Judged => {
    const fact = factOf(edit)
    return { fact, match: matchEither(goal, fact, page) }
  })
  const relevant = judged
    .filter(({ match }) => match.verdict !== "no")
    .toSorted((one, other) => other.match.confidence - one.match.confidence)
  const texts = { ...question, was: difference.was, now: difference.now }
  const more = difference.isMore || difference.isCoarse ? ["more differs than the rules read"] : []
  if (relevant.length === 0 && more.length > 0) return tooMuch(question, told(difference, judged), more)
  const isRelevant = relevant.length > 0
  const shown = isRelevant ? relevant : judged
  return {
    isRelevant,
    importance: importanceOf(goal, relevant),
    confidence: isRelevant ? surest(relevant) : least(judged),
    ...told(difference, shown),
    evidence: evidenceOf(
      shown.map(({ fact }) => fact),
      texts
    ),
    by: "rules",
    ...partsFor(question, judged),
    reasons: reasonsOf(shown, more)
  }
}

/** What was not read to its end is told. */
const tooMuch = (
  _: ChangeQuestion,
  words: { readonly title: string; readonly summary: string },
  reasons: ReadonlyArray<string>
): Judgement => ({
  isRelevant: true,
  importance: "low",
  confidence: confidences.unsure,
  ...words,
  evidence: [],
  by: "rules",
  reasons
})

/** What is answered where judging took more than it gets. */
export const unjudged = (reason: string): Judgement =>
  tooMuch(
    { goal: null, url: "", targetType: "page", before: "", after: "" },
    { title: "Changed", summary: "The page changed in more than could be judged." },
    [reason]
  )
