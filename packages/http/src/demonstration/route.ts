/**
 * `/admin/demonstration/v1/…` and `/admin/demonstration/admin/…`: the API of the demonstration, for the operator; and the files of
 * its batches.
 *
 * **Details.** Whoever is let in is the operator of this installation, and no credential of theirs goes further: what is asked is
 * handed over in the process, and the demonstration puts its own in its place.
 */
import { Effect, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeOperatorCheck } from "../admin/OperatorAccess.ts"
import { maxBodyBytes } from "../body.ts"
import { Exchange } from "../Exchange.ts"
import { type ApiError, DemonstrationMissing } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { readBytes } from "../readBytes.ts"
import { Demonstration } from "./Demonstration.ts"

/** Below which path the demonstration has its own. */
export const demonstrationPath = "/admin/demonstration"

/** What goes on with a request: nothing that says who asks, and nothing of the connection. */
const passedOn = new Set(["accept", "content-type", "idempotency-key", "last-event-id", "x-allow-zdr"])

const bearer = /^bearer +(\S+)$/i

type Request_ = HttpServerRequest.HttpServerRequest

const headersOf = (request: Request_): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && passedOn.has(name)) headers.set(name, value)
  }
  return headers
}

const hasBody = ({ method }: Request_): boolean => method !== "GET" && method !== "HEAD"

/** The routes; where nothing shows a demonstration there are none. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const shown = yield* Demonstration
    if (shown === null) return
    const { refuse } = yield* Replies
    const admits = yield* makeOperatorCheck

    const asked = Effect.fnUntraced(function* (request: Request_) {
      yield* admits(request, bearer.exec(request.headers.authorization ?? "")?.[1] ?? "")
      const answer = shown.answer()
      if (answer === null) return yield* new DemonstrationMissing()
      const body = hasBody(request) ? yield* readBytes(request, maxBodyBytes) : undefined
      const response = yield* Effect.promise((signal) =>
        answer(
          new Request(`http://localhost${request.url.slice(demonstrationPath.length)}`, {
            method: request.method,
            headers: headersOf(request),
            signal,
            ...(body === undefined || body.byteLength === 0 ? {} : { body: new Uint8Array(body) })
          })
        )
      )
      // Its answers name the request as it does.
      const exchange = yield* Exchange
      exchange.requestId = response.headers.get("x-request-id") ?? exchange.requestId
      return HttpServerResponse.fromWeb(response)
    })

    const route = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const exchange = yield* Exchange
      const done = yield* Effect.result(asked(request))
      if (Result.isSuccess(done)) {
        return HttpServerResponse.setHeaders(done.success, { "cache-control": "no-store", "x-accel-buffering": "no" })
      }
      if (done.failure._tag === "HttpServerError") return yield* Effect.fail(done.failure)
      return yield* refuse(exchange, done.failure satisfies ApiError)
    })

    for (const api of ["v1", "admin", "batches"]) yield* router.add("*", `${demonstrationPath}/${api}/*`, route)
  })
)
