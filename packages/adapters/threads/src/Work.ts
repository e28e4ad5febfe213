/** What threads of the pool do, as values that can cross to them and back. */

import { judgeChange } from "@kittiwake/core/internal/monitors/domain/judging/judgeChange"
import type { KeptState } from "@kittiwake/core/monitors/domain/Baseline"
import { type Comparison, compareKeptStates, compareLooks } from "@kittiwake/core/monitors/domain/Diff"
import type { KnownFlicker } from "@kittiwake/core/monitors/domain/Flicker"
import type { ChangeQuestion, Judgement } from "@kittiwake/core/monitors/domain/Judgement"

/** A text in UTF-8, in pieces that were each made in a turn of their own. */
export type Pieces = ReadonlyArray<Uint8Array>

export interface CompareWork {
  readonly kind: "compare"
  readonly before: Pieces
  /** What each look saw: the place of its text among `texts`. */
  readonly seen: ReadonlyArray<number>
  readonly texts: ReadonlyArray<Pieces>
  readonly known: KnownFlicker
}

export interface JudgeWork {
  readonly kind: "judge"
  readonly before: Pieces
  readonly after: Pieces
  readonly question: Omit<ChangeQuestion, "before" | "after">
}

/** Two states that were kept: reading them grows with them as comparing does. */
export interface CompareKeptWork {
  readonly kind: "compareKept"
  readonly before: KeptState
  readonly after: KeptState
}

export type Work = CompareKeptWork | CompareWork | JudgeWork

/** What comes of each kind of work. */
export interface Answers {
  readonly compare: Comparison
  readonly compareKept: Comparison
  readonly judge: Judgement
}

const joined = (pieces: Pieces): Uint8Array => {
  if (pieces.length === 1) return pieces[0]!
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const compare = ({ before, known, seen, texts }: CompareWork): Comparison => {
  const bytes = texts.map(joined)
  return compareLooks({ before: joined(before), seen: seen.map((place) => bytes[place]!), known })
}

const judge = ({ after, before, question }: JudgeWork): Judgement =>
  judgeChange({ ...question, before: decoder.decode(joined(before)), after: decoder.decode(joined(after)) })

export const doWork = (work: Work): Comparison | Judgement => {
  switch (work.kind) {
    case "compare":
      return compare(work)
    case "compareKept":
      return compareKeptStates(work.before, work.after)
    case "judge":
      return judge(work)
  }
}
