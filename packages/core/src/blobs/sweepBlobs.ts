/**
 * Removes blobs that no row names.
 *
 * **Model.** All processes go through the blobs together, a stretch at a time: whoever claims the next stretch lists it, asks
 * the database which of its blobs are needed, removes the others that are older than the grace, and notes how far it came.
 * A process that dies leaves its claim, which ends.
 *
 * **Invariants**
 *
 * - No blob is removed that a row names, or that was put within `blobGrace`: its row may be on its way.
 * - Nor is any, while another database can be gone back to that may name it.
 * - A name is put once and its row follows within the grace, so a blob that is older and that no row names is never named
 *   again. Doing a stretch twice, by two processes at once, therefore does no harm.
 */
import { DateTime, Duration, Effect } from "effect"
import type { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { BlobRowStore } from "./BlobRowStore.ts"
import { BlobStore, blobGrace } from "./BlobStore.ts"
import { blobPath } from "./domain/BlobKey.ts"
import { claimed, goneOn, isDue, readRound, writeRound } from "./domain/SweepRound.ts"
import { isOurStore } from "./isOurStore.ts"

/** What sweeping stands on. */
export type SweepPorts = BlobRowStore | BlobStore | Ids | InstanceSecretStore | Signer

/** Under which name the database keeps how far the sweep has come. */
export const sweepRoundName = "blob sweep"

/** Time for one stretch; after that somebody else goes on. */
const lease = Duration.minutes(5)

/** From the end of a round to the next. */
const rest = Duration.hours(6)

/** Blobs that are removed at once. */
const atOnce = 8

/** What a stretch came to. */
export interface Swept {
  readonly looked: number
  readonly removed: number
}

/** Remains of puts whose process died, which no list shows. */
const dropUnfinished = Effect.fnUntraced(function* (before: DateTime.Utc, limit: number) {
  return yield* (yield* BlobStore).dropUnfinished(before, limit)
})

const sweepStretch = Effect.fnUntraced(function* (after: string, before: DateTime.Utc, limit: number) {
  const store = yield* BlobStore
  const listed = yield* store.list({ after, limit })
  const old = listed.filter(({ storedAt }) => DateTime.isLessThan(storedAt, before)).map(({ key }) => key)
  const named = old.length === 0 ? new Set<string>() : yield* (yield* BlobRowStore).named(old)
  const unnamed = old.filter((key) => !named.has(blobPath(key)))
  yield* Effect.forEach(unnamed, store.remove, { concurrency: atOnce, discard: true })
  const last = listed.at(-1)
  return {
    last: last === undefined || listed.length < limit ? null : blobPath(last.key),
    looked: listed.length,
    removed: unnamed.length
  }
})

/**
 * Whether what this database does not name is needed by nobody. Whoever puts an older copy in its place has its blobs forgotten, and
 * wants them all when they go back.
 */
const nobodyElseNames = Effect.gen(function* () {
  const aside = yield* (yield* BlobRowStore).keptAside
  if (aside.length === 0) return true
  yield* Effect.logWarning(
    `Nothing of the large bytes is removed, however old, as long as one can go back to ${aside.join(", ")}: remove what is not wanted any more.`
  )
  return false
})

/** Does the next stretch of up to `limit` blobs, if one is due and nobody else does it; null when there is none. */
export const sweepBlobs = Effect.fn("sweepBlobs")(function* (limit: number) {
  const secrets = yield* InstanceSecretStore
  const now = yield* DateTime.now
  const text = yield* secrets.get(sweepRoundName)
  const round = readRound(text, now)
  if (!isDue(round, now, rest)) return null
  const claim = writeRound(claimed(round, now, lease))
  const isOurs =
    text === null
      ? (yield* secrets.getOrKeep(sweepRoundName, claim)) === claim
      : yield* secrets.replace(sweepRoundName, text, claim)
  if (!isOurs) return null
  if (!(yield* nobodyElseNames) || !(yield* isOurStore())) {
    yield* secrets.replace(sweepRoundName, claim, writeRound(goneOn(null, now, rest)))
    return null
  }
  const before = DateTime.subtractDuration(now, blobGrace)
  const unfinished = round.after === "" ? yield* dropUnfinished(before, limit) : 0
  const { last, looked, removed } = yield* sweepStretch(round.after, before, limit)
  yield* secrets.replace(sweepRoundName, claim, writeRound(goneOn(last, yield* DateTime.now, rest)))
  return { looked, removed: removed + unfinished } satisfies Swept
})
