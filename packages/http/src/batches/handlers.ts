/** Answers the operations on batches: one facade call each, mapped. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { cancelledRecord, submittedRecord } from "@kittiwake/core/internal/batches/domain/batchRecord"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Exchange } from "../Exchange.ts"
import { jsonInPieces, jsonPieces } from "../inPieces.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"
import { batchFilter } from "./filters.ts"
import { linkedBatch, linkedSummary } from "./linkedBatch.ts"
import { readSubmission } from "./readSubmission.ts"

/** What is said of a page of results beside its text. */
const restOfRecordBytes = 1_024

export const layer = HttpApiBuilder.group(
  Api,
  "batches",
  Effect.fn(function* (handlers) {
    const batches = yield* Batches
    const links = yield* ResultLinks
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const { answer } = yield* Replies

    return handlers
      .handleAll({
        list: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const page = yield* batches.list(caller.organization.id, batchFilter(query), pageRequest(query))
              const address = publicAddress(own, request)
              const data = yield* Effect.forEach(page.data, (view) => linkedSummary(batches, links, address, view))
              return pageRecord({ ...page, data }, (record) => record)
            })
          ),
        get: ({ params, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const view = yield* batches.get(caller.organization.id, BatchId.make(params.batch_id))
              return yield* linkedBatch(batches, links, publicAddress(own, request), view)
            })
          ),
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
        results: ({ params, query }) =>
          answer(({ organization }) =>
            Effect.map(batches.results(organization.id, BatchId.make(params.batch_id), pageRequest(query)), (page) =>
              pageRecord(page, (record) => record)
            )
          ).pipe(
            Effect.flatMap((reply) =>
              HttpServerResponse.isHttpServerResponse(reply)
                ? Effect.succeed(reply)
                : jsonInPieces(
                    jsonPieces(reply, 3),
                    reply.data.reduce(
                      (sum, record) =>
                        sum +
                        restOfRecordBytes +
                        (record.status === "ok" ? (record.markdown ?? "").length + (record.html ?? "").length : 0),
                      restOfRecordBytes
                    )
                  )
            )
          )
      })
      .handleRaw("submit", ({ headers, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            const key = headers["idempotency-key"]
            const submission = yield* readSubmission(request)
            const { batch, isRepeated } = yield* batches.submit(
              {
                organization: caller.organization,
                origin: { requestId: exchange.requestId, route: "/batch/submit", caller: caller.key.id }
              },
              submission,
              key
            )
            if (!isRepeated) exchange.creditsUsed = batch.intake.reserved
            return submittedRecord(batch)
          })
        )
      )
  })
)
