/** The product's intake of batches, and its claims and records of their pages without looking at any. */
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import { BatchWorkStore, type ItemClaim } from "@kittiwake/core/batches/BatchWorkStore"
import { type Batch, BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import { defaultBatchOptions } from "@kittiwake/core/batches/domain/BatchOptions"
import { ended } from "@kittiwake/core/batches/domain/settle"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { DateTime, Duration, Effect, Layer, ManagedRuntime, Stream } from "effect"
import { AskedDigest } from "../../packages/core/src/batches/AskedDigest.ts"
import { readFileTable } from "../../packages/core/src/batches/fileTable.ts"
import { Intakes } from "../../packages/core/src/batches/Intakes.ts"
import { readEntries } from "../../packages/core/src/batches/readEntries.ts"
import { entryOf, freshId, organizationOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerLog, layerStorage } from "../installation.ts"
import { timed } from "../measure.ts"

const runtime = ManagedRuntime.make(
  Layer.mergeAll(layerStorage, Intakes.layer, EgressRules.layerOf(publicOnly)).pipe(Layer.provide(layerLog))
)

/** Entries as a door hands them on: in pieces, each a value of its own. */
const entries = (count: number, hosts: number) =>
  Stream.range(1, count).pipe(
    Stream.map(
      (n): BatchEntry => ({ url: `https://host-${n % hosts}.example/catalogue/pages/${n}?lang=en`, itemId: `sku-${n}` })
    )
  )

const submit = Effect.fnUntraced(function* (count: number, hosts: number) {
  const organization = organizationOf({ createdAt: yield* DateTime.now })
  yield* (yield* OrganizationStore).put(organization)
  yield* (yield* CreditLedger).post(entryOf(organization.id, 10_000_000))
  const store = yield* BatchStore
  const at = yield* DateTime.now
  const id = BatchId.make(freshId("batch"))
  yield* store.open(organization.id, id, at, 100)
  const { intake, invalidUrls } = yield* (yield* Intakes).holding(organization.id, (memory) =>
    readEntries(entries(count, hosts), {
      digest: new AskedDigest(),
      memory,
      affordable: count,
      afford: Effect.succeed,
      write: (items) => store.add(organization.id, id, items)
    })
  )
  const batch: Batch = {
    id,
    organizationId: organization.id,
    status: "queued",
    format: "markdown",
    options: defaultBatchOptions,
    tags: [],
    crawl: null,
    intake,
    invalidUrls,
    subscription: null,
    origin: { requestId: freshId("req"), route: "/batch/submit", caller: "key_a" },
    createdAt: at,
    startedAt: null,
    end: null
  }
  const entry = entryOf(organization.id, -intake.reserved, { cause: { kind: "batch", id }, at })
  yield* store.accept({ batch, entry, bytes: 0, allowance: 10, kept: null })
  return batch
})

const record = Effect.fnUntraced(function* (batch: Batch, claims: ReadonlyArray<ItemClaim>) {
  yield* (yield* BatchWorkStore).record([
    {
      organizationId: batch.organizationId,
      batchId: batch.id,
      segment: {
        id: freshId("seg"),
        items: claims.length,
        bytes: 100,
        rawBytes: 100,
        crc: 0,
        blocks: [],
        packed: null
      },
      outcomes: claims.map(({ n, token }, index) => ({
        n,
        token,
        _tag: "Succeeded",
        finalIdentity: null,
        recoveredPages: 0,
        place: { offset: index, length: 1 },
        found: []
      })),
      scopeUrl: null,
      maxKnown: 0,
      shard: 1
    }
  ])
})

let batch: Batch | undefined

const work = Effect.fnUntraced(function* (limit: number) {
  const store = yield* BatchWorkStore
  let done = 0
  for (;;) {
    const claims = yield* store.claimDue({ now: yield* DateTime.now, limit, lease: Duration.minutes(1) })
    if (claims.length === 0) return done
    yield* record(batch!, claims)
    done += claims.length
  }
})

const settle = Effect.fnUntraced(function* () {
  const store = yield* BatchWorkStore
  const [stored] = yield* store.unsettled({ after: null, limit: 1 })
  const files = yield* readFileTable(stored!.batch.organizationId, stored!.batch.id)
  const last = ended(stored!.batch, stored!.tally, { at: yield* DateTime.now, failure: null, available: 0 })
  return (yield* store.settle({
    batch: last,
    files,
    tally: stored!.tally,
    entry: null,
    usage: null,
    unspent: null,
    deliveries: []
  }))
    ? 1
    : 0
})

const megabytes = () => process.memoryUsage().rss / 1024 / 1024

answerCalls(
  {
    intake: async ({ count, hosts }: { readonly count: number; readonly hosts: number }) => {
      const before = megabytes()
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, megabytes())
      }, 20)
      const round = await timed(async () => {
        batch = await runtime.runPromise(submit(count, hosts))
        return batch.intake.reserved
      })
      clearInterval(watch)
      return { ...round, moreMegabytes: Math.max(most, megabytes()) - before }
    },
    work: (limit: number) => timed(() => runtime.runPromise(work(limit))),
    settle: () => timed(() => runtime.runPromise(settle()))
  },
  () => runtime.dispose()
)
