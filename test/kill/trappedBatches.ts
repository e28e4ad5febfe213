/** The ports of batches with the journal around them. */
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { blobKind, blobPath } from "@kittiwake/core/blobs/domain/BlobKey"
import { Effect, Layer } from "effect"
import type { Journal } from "./Beat.ts"
import { between, claimed } from "./between.ts"

const batchStore = (journal: Journal) =>
  Effect.map(BatchStore, (store): BatchStore["Service"] => ({
    ...store,
    open: (...[owner, id, at, allowance]: Parameters<typeof store.open>) =>
      store.open(owner, id, at, allowance).pipe(between(journal, [id], "batch.opening", "batch.opened")),
    add: (...[owner, id, items]: Parameters<typeof store.add>) =>
      store.add(owner, id, items).pipe(between(journal, [id], "batch.adding", "batch.added")),
    accept: (acceptance: Parameters<typeof store.accept>[0]) =>
      store.accept(acceptance).pipe(between(journal, [acceptance.batch.id], "batch.accepting", "batch.accepted")),
    cancel: (...[owner, id]: Parameters<typeof store.cancel>) =>
      store.cancel(owner, id).pipe(between(journal, [id], "batch.cancelling", "batch.cancelled")),
    prune: (options: Parameters<typeof store.prune>[0]) =>
      store
        .prune(options)
        .pipe(Effect.tap((dropped) => Effect.sync(() => journal.pass("batch.pruned", dropped > 0 ? ["rows"] : []))))
  }))

/** Pages are told by their batch and their place; where they are claimed, by their address too. */
const batchWorkStore = (journal: Journal) =>
  Effect.map(BatchWorkStore, (store): BatchWorkStore["Service"] => ({
    ...store,
    claimDue: (options: Parameters<typeof store.claimDue>[0]) =>
      store.claimDue(options).pipe(claimed(journal, "item.claimed", ({ batch, n, url }) => `${batch.id}#${n} ${url}`)),
    record: Effect.fnUntraced(function* (writes: Parameters<typeof store.record>[0]) {
      const subjects = writes.map(({ batchId, outcomes }) => outcomes.map(({ n }) => `${batchId}#${n}`))
      journal.pass("item.recording", subjects.flat())
      const written = yield* store.record(writes)
      journal.pass("item.recorded", subjects.filter((_, index) => written[index]?._tag === "Recorded").flat())
      return written
    }),
    settle: (settling: Parameters<typeof store.settle>[0]) =>
      store.settle(settling).pipe(between(journal, [settling.batch.id], "batch.settling", "batch.settled"))
  }))

const blobStore = (journal: Journal) =>
  Effect.map(BlobStore, (store): BlobStore["Service"] => ({
    ...store,
    put: (key, bytes, options) => {
      const subjects = blobKind(key) === "batches" ? [blobPath(key)] : []
      return store.put(key, bytes, options).pipe(between(journal, subjects, "segment.putting", "segment.put"))
    }
  }))

export const layer = (journal: Journal) =>
  Layer.mergeAll(
    Layer.effect(BatchStore, batchStore(journal)),
    Layer.effect(BatchWorkStore, batchWorkStore(journal)),
    Layer.effect(BlobStore, blobStore(journal))
  )
