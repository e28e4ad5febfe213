/**
 * The files of results, for whoever has a link: without a key, whole or in part (contract/batches.md §10).
 *
 * **Details.** Whoever has a link costs the organization that gave it: all its links share a limit of reads a minute, and so many read at once (`FileReaders.ts`).
 */
import { Batches } from "@kittiwake/core/batches/Batches"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Effect, Option } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { countedAs, isCounted } from "../Connections.ts"
import { Exchange } from "../Exchange.ts"
import { NoSuchResultFile } from "../errors.ts"
import { namesTag } from "../headerLists.ts"
import { addressOf } from "../oauth/form.ts"
import { Replies } from "../Replies.ts"
import { byteRange, mayResume } from "./byteRange.ts"
import { FileReaders } from "./FileReaders.ts"
import { inReadingTime } from "./inReadingTime.ts"

const common = {
  "accept-ranges": "bytes",
  // What is fetched with a link is for whoever has the link.
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff"
}

/** `GET /batches/files/{token}`. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const batches = yield* Batches
    const links = yield* ResultLinks
    const limits = yield* Limits
    const { refuse } = yield* Replies
    const readers = new FileReaders()

    const answer = Effect.fnUntraced(function* (token: string, request: HttpServerRequest.HttpServerRequest) {
      const { headers } = request
      const linked = yield* links.open(token)
      if (Option.isNone(linked)) return yield* new NoSuchResultFile()
      const { batchId, number, organizationId } = linked.value
      yield* limits.admitLinked(organizationId)
      const file = yield* Effect.catchTag(batches.file(organizationId, batchId, number), "BatchNotFound", () =>
        Effect.fail(new NoSuchResultFile())
      )
      // A file of a batch that has ended never changes.
      const etag = `"${batchId}-${number}"`
      const named = {
        ...common,
        etag,
        "content-disposition": `attachment; filename="${batchId}-${number + 1}.ndjson.gz"`
      }
      if (namesTag(headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: named })
      const range = mayResume(headers["if-range"], etag) ? byteRange(headers.range, file.bytes) : null
      if (range === "unsatisfiable") {
        return HttpServerResponse.empty({
          status: 416,
          headers: { ...named, "content-range": `bytes */${file.bytes}` }
        })
      }
      const { length, offset } = range ?? { offset: 0, length: file.bytes }
      const address = addressOf(request)
      const reader = {
        file: etag,
        organization: organizationId,
        network: isCounted(address) ? countedAs(address) : null
      }
      yield* readers.enter(reader)
      // A reply that has begun can only break off.
      yield* batches.check(organizationId, batchId, file, { offset, length })
      const bytes = batches
        .read(organizationId, batchId, file, { offset, length })
        .pipe(readers.inTurns(reader), inReadingTime(length))
      return HttpServerResponse.stream(bytes, {
        status: range === null ? 200 : 206,
        contentType: "application/gzip",
        contentLength: length,
        headers:
          range === null ? named : { ...named, "content-range": `bytes ${offset}-${offset + length - 1}/${file.bytes}` }
      })
    })

    yield* router.add("GET", "/batches/files/:token", (request) =>
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { token = "" } = yield* HttpRouter.params
        const answered = yield* Effect.result(answer(token, request))
        return answered._tag === "Failure" ? yield* refuse(exchange, answered.failure) : answered.success
      })
    )
  })
)
