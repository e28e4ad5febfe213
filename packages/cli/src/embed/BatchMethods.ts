/** `kittiwake.batches`: many pages at once, as promises. */
import { randomUUID } from "node:crypto"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchId, BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import type { BatchEntry as KnownEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import type { BatchResult } from "@kittiwake/core/batches/domain/BatchResult"
import { isFinal } from "@kittiwake/core/batches/domain/settle"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { cancelledRecord, submittedRecord } from "@kittiwake/core/internal/batches/domain/batchRecord"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { entryOf } from "@kittiwake/http/internal/batches/entryOf"
import { batchFilter, resultFilter } from "@kittiwake/http/internal/batches/filters"
import { newBatch, type SubmitBatchBody } from "@kittiwake/http/internal/batches/input"
import { linkedBatch, linkedSummary } from "@kittiwake/http/internal/batches/linkedBatch"
import { Tags, text } from "@kittiwake/http/internal/fields"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { Effect, Result, Schedule, Schema, Stream } from "effect"
import { pageFields, type RecordPage, reads, readsId } from "./input.ts"
import { type CallOptions, currentOrganization, type Run } from "./run.ts"
import { embedded } from "./webRequest.ts"

/** A page to fetch: its address, or with a name and data of your own that come back with its result. */
export type BatchEntry =
  | string
  | { readonly url: string; readonly itemId?: string; readonly meta?: { readonly [name: string]: unknown } }

type Body = typeof SubmitBatchBody.Encoded
type Input = Body["input"]
type ScrapeInput = Extract<Input, { readonly mode: "scrape" }>

/** What `submit` takes; the entries of a list may come from anywhere and are read as they come, never held together. */
export type SubmitBatch = Omit<Body, "input"> & {
  readonly input:
    | Extract<Input, { readonly mode: "crawl" }>
    | (Omit<ScrapeInput, "data"> & {
        readonly data: Omit<ScrapeInput["data"], "urls"> & {
          readonly urls: Iterable<BatchEntry> | AsyncIterable<BatchEntry>
        }
      })
}

const KeyOptions = Schema.Struct({ idempotencyKey: Schema.optionalKey(IdempotencyKey) })

const ListBatches = Schema.Struct({
  status: Schema.optionalKey(BatchStatus),
  /** Words that must all occur in the id, the crawled site or the labels. */
  q: Schema.optionalKey(text(1, 200)),
  /** Whether words may be longer than those given; `prefix` unless given. */
  search_type: Schema.optionalKey(Schema.Literals(["prefix", "exact"])),
  /** Has at least one of these labels. */
  tags: Schema.optionalKey(Tags),
  ...pageFields
})
export type ListBatches = typeof ListBatches.Encoded

const ListResults = Schema.Struct({
  /** Pages that were read, or those that failed. */
  status: Schema.optionalKey(Schema.Literals(["ok", "error"])),
  /** Pages that failed for this reason. */
  error_code: Schema.optionalKey(text(1, 100)),
  ...pageFields
})
export type ListResults = typeof ListResults.Encoded

/** A batch as it was accepted; its `webhook_secret` is shown only now. */
export type SubmittedBatch = ReturnType<typeof submittedRecord>

/** A batch in a list. */
export type BatchSummary = Effect.Success<ReturnType<typeof linkedSummary>>

/** One batch. */
export type BatchDetail = Effect.Success<ReturnType<typeof linkedBatch>>

/** Everything that can be done with batches. Input and results have the shapes of the HTTP API. */
export interface BatchMethods {
  /** Submits a list or a site. The same key and input again give the same batch, for as long as it exists. */
  readonly submit: (input: SubmitBatch, options?: { readonly idempotencyKey?: string }) => Promise<SubmittedBatch>
  /** Batches, newest first. */
  readonly list: (options?: ListBatches) => Promise<RecordPage<BatchSummary>>
  /** One batch. The links of `results` are paths of the handlers, and work for an hour. */
  readonly get: (batchId: string) => Promise<BatchDetail>
  /** The batch once it has ended, however it did; looked at once a second. With `worker: false` somebody must call `runDue` meanwhile. */
  readonly wait: (batchId: string, options?: CallOptions) => Promise<BatchDetail>
  /** A page of what came of the pages of a batch that has ended, in the order of the list. Ends with `has_more`, and not with the first page that has nothing. */
  readonly results: (batchId: string, options?: ListResults) => Promise<RecordPage<BatchResult>>
  /** All of it, page after page. */
  readonly allResults: (
    batchId: string,
    options?: Pick<ListResults, "error_code" | "status">
  ) => AsyncIterable<BatchResult>
  /** Lets no page begin any more; what was not read is refunded. */
  readonly cancel: (batchId: string) => Promise<ReturnType<typeof cancelledRecord>>
  /** Removes a batch that has ended, with its results. */
  readonly remove: (batchId: string) => Promise<{ readonly id: string; readonly deleted: true }>
}

const readKey = reads(KeyOptions)
const readList = reads(ListBatches)
const readResults = reads(ListResults)

const id = readsId("batchId", BatchId)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const isIterable = (value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> =>
  isObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value)

/** The entries of an input, and the input without them. */
const apart = (
  input: unknown
): {
  readonly entries: Iterable<unknown> | AsyncIterable<unknown>
  readonly rest: unknown
} => {
  if (!isObject(input) || !isObject(input.input) || !isObject(input.input.data)) return { entries: [], rest: input }
  const { urls, ...data } = input.input.data
  if (!isIterable(urls)) return { entries: [], rest: input }
  return { entries: urls, rest: { ...input, input: { ...input.input, data: { ...data, urls: [] } } } }
}

async function* oneByOne(entries: Iterable<unknown> | AsyncIterable<unknown>) {
  yield* entries
}

const notRead = (cause: unknown) =>
  new InvalidInput({ field: "input.data.urls", message: `could not be read to its end: ${String(cause)}` })

/** An entry as JSON says it: what is kept and echoed, whatever the program's own objects can do. */
const asJson = (value: unknown, index: number): Result.Result<KnownEntry, InvalidInput> => {
  try {
    const entry = entryOf(value, index)
    if (Result.isFailure(entry) || entry.success.meta === undefined) return entry
    return entryOf({ ...entry.success, meta: JSON.parse(JSON.stringify(entry.success.meta)) }, index)
  } catch {
    const message = "must be an object that JSON can say: without cycles, big integers and getters that throw"
    return Result.fail(new InvalidInput({ field: `input.data.urls[${index}].meta`, message }))
  }
}

const streamOf = (entries: Iterable<unknown> | AsyncIterable<unknown>) => {
  // What somebody's own code hands out may throw.
  const values = Array.isArray(entries)
    ? Stream.fromArray<unknown>(entries)
    : Stream.fromAsyncIterable(oneByOne(entries), notRead)
  return values.pipe(
    Stream.zipWithIndex,
    Stream.mapEffect(([value, index]) => Effect.fromResult(asJson(value, index)))
  )
}

/** Where the files of an embedded instance are: below wherever its handlers are mounted. */
const address = ""

const looksAgain = Schedule.spaced("1 second")

const detail = Effect.fnUntraced(function* (organizationId: OrganizationId, batchId: string) {
  const batches = yield* Batches
  return yield* linkedBatch(yield* ResultLinks, address, yield* batches.get(organizationId, yield* id(batchId)))
})

/** The methods for one organization, run by `run`. What its plan allows is asked anew with every call. */
export const batchMethods = (
  run: Run<Batches | Organizations | ResultLinks>,
  organizationId: OrganizationId,
  organization = currentOrganization(organizationId)
): BatchMethods => {
  const results: BatchMethods["results"] = (batchId, options = {}) =>
    run(
      Effect.gen(function* () {
        const asked = yield* readResults(options)
        const found = yield* (yield* Batches).results(
          organizationId,
          yield* id(batchId),
          resultFilter(asked),
          pageRequest(asked)
        )
        return pageRecord(found, (record) => record)
      })
    )
  return {
    submit: (input, options = {}) =>
      run(
        Effect.gen(function* () {
          const { idempotencyKey } = yield* readKey(options)
          const { entries, rest } = apart(input)
          const { batch } = yield* (yield* Batches).submit(
            {
              organization: yield* organization,
              origin: { requestId: randomUUID(), route: "/batch/submit", caller: embedded }
            },
            {
              entries: streamOf(entries),
              told: Effect.map(newBatch(rest), (told) => ({ batch: told, asked: rest }))
            },
            idempotencyKey
          )
          return submittedRecord(batch)
        })
      ),
    list: (options = {}) =>
      run(
        Effect.gen(function* () {
          const query = yield* readList(options)
          const batches = yield* Batches
          const links = yield* ResultLinks
          const page = yield* batches.list(organizationId, batchFilter(query), pageRequest(query))
          const data = yield* Effect.forEach(page.data, (view) => linkedSummary(links, address, view))
          return pageRecord({ ...page, data }, (record) => record)
        })
      ),
    get: (batchId) => run(detail(organizationId, batchId)),
    wait: (batchId, options) =>
      run(
        Effect.repeat(detail(organizationId, batchId), {
          schedule: looksAgain,
          until: ({ status }) => isFinal(status)
        }),
        options
      ),
    results,
    allResults: async function* (batchId, options = {}) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: RecordPage<BatchResult> = await results(batchId, {
          ...options,
          limit: 100,
          ...(cursor === undefined ? {} : { cursor })
        })
        yield* page.data
        cursor = page.next_cursor
      }
    },
    cancel: (batchId) =>
      run(
        Effect.gen(function* () {
          const view = yield* (yield* Batches).cancel(organizationId, yield* id(batchId))
          return cancelledRecord(view.batch, view)
        })
      ),
    remove: (batchId) =>
      run(
        Effect.gen(function* () {
          yield* (yield* Batches).remove(organizationId, yield* id(batchId))
          return { id: batchId, deleted: true as const }
        })
      )
  }
}
