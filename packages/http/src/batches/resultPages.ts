/** Pages of results: records of megabytes, which count against the memory of all from before they are opened until they were sent. */
import type { Batches } from "@kittiwake/core/batches/Batches"
import type { BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { BatchResult } from "@kittiwake/core/batches/domain/BatchResult"
import { makeSharedPlaces } from "@kittiwake/core/internal/SharedPlaces"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { jsonInPieces, jsonPieces } from "../inPieces.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import type { Replies } from "../Replies.ts"
import { borrowed, checkRoom } from "../requestMemory.ts"
import { resultFilter } from "./filters.ts"

/** What is said of a page of results beside its text. */
const restOfRecordBytes = 1_024

/** Pages that are opened and put together at once for one organization; its others wait for their turn, unread. */
const pagesAtOnce = 4

/** What a record comes to, as far as its texts say. */
const bytesOf = (record: BatchResult): number =>
  restOfRecordBytes + (record.status === "ok" ? (record.markdown ?? "").length + (record.html ?? "").length : 0)

const encoded = (reply: { readonly data: ReadonlyArray<BatchResult> }) =>
  jsonInPieces(
    jsonPieces(reply, 3),
    reply.data.reduce((sum, record) => sum + bytesOf(record), restOfRecordBytes)
  )

/**
 * Gives what answers with a page of results. What the reading takes is given back when the page is put together; the page itself
 * counts until its reader has it.
 */
export const makeResultPages = (batches: Batches["Service"], { answer }: Replies["Service"]) => {
  const places = makeSharedPlaces(Number.MAX_SAFE_INTEGER, (held) => held < pagesAtOnce)
  return (batchId: BatchId, query: Parameters<typeof pageRequest>[0] & Parameters<typeof resultFilter>[0]) =>
    Effect.flatMap(Exchange, (exchange) =>
      answer(({ organization }) =>
        checkRoom(exchange).pipe(
          Effect.andThen(batches.results(organization.id, batchId, resultFilter(query), pageRequest(query))),
          Effect.map((page) => pageRecord(page, (record) => record))
        )
      ).pipe(
        Effect.flatMap((reply) =>
          HttpServerResponse.isHttpServerResponse(reply) ? Effect.succeed(reply) : encoded(reply)
        ),
        borrowed(exchange),
        places(exchange.caller?.organization.id ?? "")
      )
    )
}
