/** Files that replies name by an address: whoever knows the address may read them. */
import { Assets } from "@kittiwake/core/assets/Assets"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
import { Replies } from "../Replies.ts"

/** What a browser that opens one may do with it: show it, and nothing else. */
const headers = {
  "cache-control": "public, max-age=86400, immutable",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin"
}

const isId = /^[A-Za-z0-9_]{8,80}$/

/** `GET /assets/{id}`. It needs no key: the id cannot be guessed. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const assets = yield* Assets
    const { refuse } = yield* Replies
    yield* router.add(
      "GET",
      "/assets/:id",
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { id = "" } = yield* HttpRouter.params
        if (!isId.test(id)) return yield* refuse(exchange, new NoSuchRoute())
        const found = yield* Effect.result(assets.get(id))
        if (found._tag === "Failure") return yield* refuse(exchange, found.failure)
        return Option.isNone(found.success)
          ? yield* refuse(exchange, new NoSuchRoute())
          : HttpServerResponse.uint8Array(found.success.value.bytes, {
              headers,
              contentType: found.success.value.mediaType
            })
      })
    )
  })
)
