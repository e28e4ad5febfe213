/** How versions of one kind of target are tried by other rules. */
import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Replay, ReplayReason, TriedRules } from "./domain/Backtest.ts"
import type { Change } from "./domain/Change.ts"
import { describeFinding } from "./domain/describeFinding.ts"
import type { Finding } from "./domain/Finding.ts"
import { knownFlicker } from "./domain/Flicker.ts"
import { isTold, type Judgement } from "./domain/Judgement.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { TextChange } from "./domain/TextChange.ts"
import type { Unstable } from "./domain/Unstable.ts"
import type { Version } from "./domain/Version.ts"
import { TextComparer } from "./TextComparer.ts"

/** What a version shows by the rules that are tried, or why nothing; and the bytes that were read for it. */
export type Shown<S> =
  | { readonly seen: S; readonly bytes: number }
  | { readonly reason: ReplayReason; readonly bytes: number }

/** What would be told of two versions that follow each other. */
export type Replayed = Pick<Replay, "reason" | "found">

export interface Replayer<S, R> {
  readonly read: (version: Version) => Effect.Effect<Shown<S>, StoreUnavailable, R>
  /** `was` is the change that was found then. */
  readonly compare: (before: S, after: S, was: Change | null) => Effect.Effect<Replayed, never, R>
}

export const untold = (reason: ReplayReason): Replayed => ({ reason, found: null })

/** What two texts differ in, and the later one without what flickers, where that is another. */
export interface ComparedTexts {
  readonly change: TextChange
  readonly text?: string
}

/** What is known of the lines of two texts: which flicker, as numbers, and what their owner says of them. */
export interface KnownOfTexts {
  readonly lines: ReadonlyArray<number>
  readonly unstable: Unstable
}

const nothingKnown: KnownOfTexts = { lines: [], unstable: {} }

/** What two texts differ in, but for what is known to flicker or pinned, or why nothing would be told of them. */
export const comparedTexts = Effect.fnUntraced(function* (
  before: string,
  after: string,
  { lines, unstable }: KnownOfTexts = nothingKnown
) {
  const none = (reason: ReplayReason): ComparedTexts | Replayed => untold(reason)
  if (before === after) return none("same")
  const known = { ...knownFlicker({ lines, held: [] }, 1, unstable), leavesOutHeld: true as const }
  const compared = yield* (yield* TextComparer).compare({ before, seen: [after], known }).pipe(Effect.option)
  if (Option.isNone(compared)) return none("too_much")
  const { agreed } = compared.value
  if (agreed === null) return none("same")
  return { change: agreed.change, ...(agreed.text === undefined ? {} : { text: agreed.text }) }
})

/** What would be told of a finding, with what a judge says of it where one is asked. */
export const toldOf = (
  { name }: Monitor,
  { changeDetection, target }: TriedRules,
  finding: Finding,
  judgement: Judgement | null
): Replayed => {
  const { summary, title } = describeFinding({ name, url: target.url }, finding, judgement)
  const threshold = changeDetection.type === "semantic" ? changeDetection.confidenceThreshold : 0
  const isKept = judgement === null || isTold(judgement, threshold)
  const reason: ReplayReason = isKept ? "differs" : judgement.isRelevant ? "unsure" : "irrelevant"
  return { reason, found: { title, summary, judgement } }
}
