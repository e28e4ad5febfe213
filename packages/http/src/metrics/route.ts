/** `GET /metrics`: what happens in this process and what waits, for Prometheus and whatever reads its format. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { Effect, Result } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { makeExposition } from "./exposition.ts"
import { Measurements } from "./Measurements.ts"

const contentType = "text/plain; version=0.0.4; charset=utf-8"

const secretOf = (authorization: string | undefined): string => /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? ""

/**
 * The route, for whoever has the token for metrics or the operator's.
 *
 * **Details.** Without either in the configuration there is no such route, as there is no operator's door. An address says
 * nothing: behind a proxy on this machine everybody calls from here.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { authenticateCollector } = yield* Administration
    const { refuse } = yield* Replies
    const text = yield* makeExposition(yield* Measurements)

    yield* router.add("GET", "/metrics", ({ headers }) =>
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const admitted = yield* Effect.result(authenticateCollector(secretOf(headers.authorization)))
        if (Result.isSuccess(admitted)) {
          return HttpServerResponse.text(yield* text, { contentType, headers: { "cache-control": "no-store" } })
        }
        const { failure } = admitted
        return yield* refuse(exchange, failure._tag === "AdministrationClosed" ? new NoSuchRoute() : failure)
      })
    )
  })
)
