/** How versions of one kind of target are tried by other rules. */
import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Replay, ReplayReason, TriedRules } from "./domain/Backtest.ts"
import { describeFinding } from "./domain/describeFinding.ts"
import type { Finding } from "./domain/Finding.ts"
import { knownFlicker, noFlicker } from "./domain/Flicker.ts"
import { isTold, type Judgement } from "./domain/Judgement.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { TextChange } from "./domain/TextChange.ts"
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
  readonly compare: (before: S, after: S) => Effect.Effect<Replayed, never, R>
}

export const untold = (reason: ReplayReason): Replayed => ({ reason, found: null })

/**
 * What two texts differ in, or why nothing would be told of them: lines that flickered then are not known, those that an owner
 * pinned are.
 */
export const comparedTexts = Effect.fnUntraced(function* (
  before: string,
  after: string,
  pinnedLines: ReadonlyArray<string> = []
) {
  const none = (reason: ReplayReason): { readonly change: TextChange } | Replayed => untold(reason)
  if (before === after) return none("same")
  const compared = yield* (yield* TextComparer)
    .compare({ before, seen: [after], known: knownFlicker(noFlicker, 1, { pinnedLines }) })
    .pipe(Effect.option)
  if (Option.isNone(compared)) return none("too_much")
  const { agreed } = compared.value
  return agreed === null ? none("same") : { change: agreed.change }
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
