import {
  BatchStore,
  type ResultFilter,
  type ResultRow,
  type Segment,
  type StoredBatch
} from "@kittiwake/core/batches/BatchStore"
import { readBlocks } from "@kittiwake/core/batches/domain/Item"
import { filesText } from "@kittiwake/core/batches/domain/ResultFile"
import { BatchLimitReached } from "@kittiwake/core/batches/errors"
import { CollectionPaused, OutOfCredits } from "@kittiwake/core/credits/errors"
import { IdempotencyKeyTaken } from "@kittiwake/core/idempotency/errors"
import { listedBatch } from "@kittiwake/core/internal/batches/domain/listedBatch"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Part } from "@kittiwake/core/paging/domain/Page"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { acceptRow, itemWrite, toStoredBatch } from "./batchRows.ts"
import { inStretches } from "./inStretches.ts"
import { millisOf, momentOrNull } from "./moments.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { Sqlite } from "./Sqlite.ts"
import { findTerms, untilApplied } from "./supply.ts"
import { type BatchRow, batchColumns, batchTables, type ListedRow } from "./writes/batchColumns.ts"
import type { AcceptRefusal } from "./writes/batches.ts"
import type { KeyTaken } from "./writes/keeping.ts"

type Service = BatchStore["Service"]

const get = `select ${batchColumns} from ${batchTables} where b.id = ? and b.organization_id = ? and b.state = 'batch'`

/** A row of `listedColumns`, as lists have it. */
const toListedBatch = (row: ListedRow): StoredBatch => {
  const stored = toStoredBatch(row)
  return { ...stored, batch: listedBatch(stored.batch) }
}

const ofBatch = "(select id from batches where id = ? and organization_id = ? and state = 'batch' and stale = 0)"

/** Of pages that were recorded before they kept why they failed, it is not known here. */
const ofFailed = "i.code is not ''"
const ofRead = "(i.code = '' or i.code is null)"
const ofCode = "(i.code = ? or i.code is null)"

/** Failed pages have an index of their own: they are the few of many. */
const results = ({ code, status }: ResultFilter): string => {
  const isOfFailed = status === "error" || code !== undefined
  const conditions = [
    ...(isOfFailed ? [ofFailed] : []),
    ...(status === "ok" ? [ofRead] : []),
    ...(code === undefined ? [] : [ofCode])
  ]
  return `
  select i.n, i.url, i.item_id as itemId, i.meta, i.segment_id as segmentId, i.result_offset as "offset", i.result_length as length,
    s.blocks, ifnull(s.small, 0) as small
  from batch_items i indexed by ${isOfFailed ? "batch_items_failed" : "batch_items_results"}
    left join batch_segments s on s.batch_id = i.batch_id and s.id = i.segment_id
  where i.batch_id = ${ofBatch} and i.segment_id is not null and i.n > ?
    ${conditions.map((condition) => `and ${condition}`).join(" ")}
  order by i.n limit ?`
}

const segments = `
  select id, items, bytes, raw_bytes as rawBytes, crc, small from batch_segments
  where batch_id = ${ofBatch} and id > ? and id <= ifnull(?, id) order by id limit ?`

const smallSegment = `select packed from small_segments where batch_id = ${ofBatch} and id = ?`

const resultBytes = "select ifnull(sum(bytes), 0) as bytes from batch_sums where organization_id = ?"

type ResultColumns = Omit<ResultRow, "place" | "blocks" | "isSmall"> &
  ResultRow["place"] & { readonly blocks: string | null; readonly small: number }

type SegmentColumns = Omit<Segment, "isSmall"> & { readonly small: number }

/** Rows that one step of pruning drops at most. */
const prunedTogether = 1_000

/** `BatchStore` on SQLite. */
export const layer: Layer.Layer<BatchStore, never, Sqlite> = Layer.effect(
  BatchStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite

    const find = (organizationId: OrganizationId, batchId: string) =>
      read("BatchStore.get", (db) =>
        Option.map(Option.fromUndefinedOr(db.get<BatchRow>(get, batchId, organizationId)), toStoredBatch)
      )

    const refuse = (refused: AcceptRefusal | KeyTaken, allowance: number, needed: number) => {
      switch (refused._tag) {
        case "KeyTaken":
          return new IdempotencyKeyTaken()
        case "LimitReached":
          return new BatchLimitReached({ limit: allowance })
        case "Paused":
          return new CollectionPaused({ resumesAt: momentOrNull(refused.pause.resumesAt) })
        case "OutOfCredits":
          return new OutOfCredits({ available: refused.available, needed })
      }
    }

    /** Accepts, with what is due when credits are short; null when the organization changed meanwhile. */
    const tryAccept = Effect.fnUntraced(function* (acceptance: Parameters<Service["accept"]>[0]) {
      const row = acceptRow(acceptance)
      const refused = yield* write("BatchStore.accept", row)
      if (refused === null) return "accepted" as const
      if (refused._tag !== "OutOfCredits") return refused
      const { at, credits, organizationId } = acceptance.entry
      const terms = yield* read("BatchStore.accept", (db) => findTerms(db, organizationId, { at, wanted: -credits }))
      return terms === null ? refused : yield* write("BatchStore.supplyAndAccept", { ...row, terms })
    })

    return BatchStore.of({
      open: (organizationId, batchId, at, allowance) =>
        Effect.flatMap(write("BatchStore.open", { organizationId, batchId, at: millisOf(at), allowance }), (opened) =>
          opened ? Effect.void : Effect.fail(new BatchLimitReached({ limit: allowance }))
        ),

      add: (organizationId, batchId, items) =>
        Effect.asVoid(write("BatchStore.add", { organizationId, batchId, items: storableJson(items.map(itemWrite)) })),

      accept: Effect.fnUntraced(function* (acceptance) {
        const answer = yield* untilApplied("BatchStore.accept", tryAccept(acceptance))
        if (answer !== "accepted") return yield* refuse(answer, acceptance.allowance, -acceptance.entry.credits)
      }),

      get: find,

      list: (organizationId, filter, slice) => {
        const { anyTag, search, status } = filter
        // Beside the main thread: to know how long a body is, all of it is read.
        return inStretches(slice, (part) =>
          readLong("BatchStore.list", organizationId, {
            organizationId,
            slice: part,
            status: status ?? null,
            anyTag: anyTag === undefined ? null : storableJson(anyTag),
            terms:
              search === undefined
                ? null
                : storableJson(search.terms.map((term) => (search.match === "exact" ? ` ${term} ` : ` ${term}`)))
          })
        ).pipe(Effect.map((part): Part<StoredBatch> => ({ ...part, rows: part.rows.map(toListedBatch) })))
      },

      results: (organizationId, batchId, filter, { after, limit }) =>
        read("BatchStore.results", (db) =>
          db
            .all<ResultColumns>(
              results(filter),
              batchId,
              organizationId,
              after,
              ...(filter.code === undefined ? [] : [filter.code]),
              limit
            )
            .map(({ blocks, itemId, meta, n, small, url, ...place }) => ({
              n,
              url,
              itemId,
              meta,
              place,
              blocks: readBlocks(blocks),
              isSmall: small === 1
            }))
        ),

      segments: (organizationId, batchId, { after, limit, until }) =>
        read("BatchStore.segments", (db) =>
          db
            .all<SegmentColumns>(segments, batchId, organizationId, after ?? "", until, limit)
            .map(({ small, ...segment }) => ({ ...segment, isSmall: small === 1 }))
        ),

      smallSegment: (organizationId, batchId, segmentId) =>
        read("BatchStore.smallSegment", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<{ readonly packed: Uint8Array }>(smallSegment, batchId, organizationId, segmentId)
            ),
            ({ packed }) => packed
          )
        ),

      resultBytes: (organizationId) =>
        read("BatchStore.resultBytes", (db) => db.get<{ readonly bytes: number }>(resultBytes, organizationId)!.bytes),

      keepFiles: (organizationId, batchId, files) =>
        Effect.asVoid(write("BatchStore.keepFiles", { organizationId, batchId, files: filesText(files) })),

      cancel: (organizationId, batchId) =>
        Effect.andThen(write("BatchStore.cancel", { organizationId, batchId }), find(organizationId, batchId)),

      remove: (organizationId, batchId) => write("BatchStore.remove", { organizationId, batchId }),

      prune: ({ intakesBefore, limit, resultsBefore }) =>
        pruneInSteps(limit, prunedTogether, (most) =>
          write("BatchStore.prune", {
            intakesBefore: millisOf(intakesBefore),
            resultsBefore: millisOf(resultsBefore),
            limit: most
          })
        )
    })
  })
)
