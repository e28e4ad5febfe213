/** Answers the operations on batches: one facade call each, mapped. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { cancelledRecord, submittedRecord } from "@kittiwake/core/internal/batches/domain/batchRecord"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Exchange } from "../Exchange.ts"
import { largeInPieces } from "../inPieces.ts"
import { isSentAgain } from "../isSentAgain.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { borrowed } from "../requestMemory.ts"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"
import { BatchPage } from "./api.ts"
import { batchFilter } from "./filters.ts"
import { linkedBatch, linkedSummary } from "./linkedBatch.ts"
import { readSubmission } from "./readSubmission.ts"
import { BatchReply } from "./records.ts"
import { makeResultPages } from "./resultPages.ts"

/** Selectors may be of a megabyte. */
const inPieces = { page: Effect.flatMap(largeInPieces(BatchPage)), batch: Effect.flatMap(largeInPieces(BatchReply)) }

export const layer = HttpApiBuilder.group(
  Api,
  "batches",
  Effect.fn(function* (handlers) {
    const batches = yield* Batches
    const links = yield* ResultLinks
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const replies = yield* Replies
    const { answer } = replies
    const resultPage = makeResultPages(batches, replies)

    return handlers
      .handleAll({
        list: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const page = yield* batches.list(caller.organization.id, batchFilter(query), pageRequest(query))
              const address = publicAddress(own, request)
              const data = yield* Effect.forEach(page.data, (view) => linkedSummary(links, address, view))
              return pageRecord({ ...page, data }, (record) => record)
            })
          ).pipe(inPieces.page),
        get: ({ params, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const view = yield* batches.get(caller.organization.id, BatchId.make(params.batch_id))
              return yield* linkedBatch(links, publicAddress(own, request), view)
            })
          ).pipe(inPieces.batch),
        remove: ({ params }) =>
          answer(({ organization }) =>
            batches
              .remove(organization.id, BatchId.make(params.batch_id))
              .pipe(Effect.as({ id: params.batch_id, deleted: true as const }))
          ),
        cancel: ({ params }) =>
          answer(({ organization }) =>
            Effect.map(batches.cancel(organization.id, BatchId.make(params.batch_id)), (view) =>
              cancelledRecord(view.batch, view)
            )
          ),
        results: ({ params, query }) => resultPage(BatchId.make(params.batch_id), query)
      })
      .handleRaw("submit", ({ headers, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            const key = headers["idempotency-key"]
            const submission = yield* readSubmission(request)
            const { batch, isRepeated } = yield* batches
              .submit(
                {
                  organization: caller.organization,
                  origin: { requestId: exchange.requestId, route: "/batch/submit", caller: caller.id }
                },
                submission,
                key,
                isSentAgain(request) ? "again" : "first"
              )
              .pipe(borrowed(exchange))
            if (!isRepeated) exchange.creditsUsed = batch.intake.reserved
            return submittedRecord(batch)
          })
        )
      )
  })
)
