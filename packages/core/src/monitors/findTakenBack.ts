/** Whether a look shows what stood there before the last change, of which nobody was told yet. */
import { Effect, Option } from "effect"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { type KnownFlicker, knownFlicker } from "./domain/Flicker.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { RunId } from "./domain/RunId.ts"
import { changeBefore, type TakenBack, untold } from "./domain/takesBack.ts"
import type { Verdict } from "./domain/Verdict.ts"
import { keptState } from "./readVersions.ts"
import { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

/** Newest versions among which that of the last change stands; between them stand those of looks by newer rules. */
const mostBehind = 10

/** The text of the page before the change that a run found, where it is kept. */
const textBefore = Effect.fnUntraced(function* ({ id, organizationId }: Monitor, runId: RunId) {
  const store = yield* VersionStore
  const { rows } = yield* store.list(organizationId, id, { limit: mostBehind, after: null })
  const previousId = rows.find((version) => version.runId === runId)?.previousId ?? null
  const before = previousId === null ? Option.none() : yield* store.get(organizationId, id, previousId)
  if (Option.isNone(before)) return null
  const kept = yield* keptState(before.value)
  return kept?.state.type === "page" ? kept.state.text : null
})

type Differing = Extract<Verdict, { readonly _tag: "Changed" | "Dismissed" }>

/** What is known to flicker of a page, learned before this look or by it, and what its owner pinned; null where nothing is. */
const knownOf = ({ baseline, target }: Monitor, { mark }: Differing) => {
  if (target.type !== "page") return null
  const lines = [...(baseline?.flicker?.lines ?? []), ...(mark.flicker?.lines ?? [])]
  return lines.length + (target.pinnedLines?.length ?? 0) === 0 ? null : knownFlicker({ lines, held: [] }, 1, target)
}

/** Whether a page is as it was before the change of that run, but for what is known to flicker. */
const isAsBefore = Effect.fnUntraced(function* (
  monitor: Monitor,
  { state }: Differing,
  runId: RunId,
  known: KnownFlicker | null
) {
  if (known === null || state.type !== "page") return false
  const before = yield* textBefore(monitor, runId)
  if (before === null) return false
  return yield* (yield* TextComparer).compare({ before, seen: [state.text], known }).pipe(
    Effect.map(({ agreed }) => agreed === null),
    // What cannot be compared is told.
    Effect.catchTag("TooMuchToCompare", () => Effect.succeed(false))
  )
})

/** The change that a look takes back, with what waits to tell of it; null where there is none. */
export const findTakenBack = Effect.fnUntraced(function* (monitor: Monitor, verdict: Verdict) {
  if (verdict._tag !== "Changed" && verdict._tag !== "Dismissed") return null
  const before = changeBefore(monitor, verdict)
  if (before === null) return null
  const { fingerprint, runId } = before
  const isSame = verdict.mark.fingerprint === fingerprint
  const known = knownOf(monitor, verdict)
  if (!isSame && known === null) return null
  const cancels = untold(yield* (yield* Webhooks).ofRuns(monitor.organizationId, [runId]))
  if (cancels.length === 0) return null
  const isBack = isSame || (yield* isAsBefore(monitor, verdict, runId, known))
  return isBack ? ({ runId, cancels } satisfies TakenBack) : null
})
