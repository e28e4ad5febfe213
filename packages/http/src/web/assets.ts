/** Files that replies name by an address: whoever knows the address may read them. */
import { Assets } from "@kittiwake/core/assets/Assets"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
import { type FileAsked, makePublicFiles } from "../PublicFiles.ts"
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
    const load = yield* makePublicFiles<StoreUnavailable>({ shares: true })

    const answer = Effect.fnUntraced(function* (asked: Omit<FileAsked, "bytes">) {
      const size = yield* assets.size(asked.key)
      if (Option.isNone(size)) return yield* new NoSuchRoute()
      const file = yield* load({ ...asked, bytes: size.value }, Effect.map(assets.get(asked.key), Option.getOrNull))
      if (file === null) return yield* new NoSuchRoute()
      return HttpServerResponse.uint8Array(file.bytes, { headers, contentType: file.mediaType })
    })

    yield* router.add(
      "GET",
      "/assets/:id",
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { id = "" } = yield* HttpRouter.params
        if (!isId.test(id)) return yield* refuse(exchange, new NoSuchRoute())
        const request = yield* HttpServerRequest.HttpServerRequest
        const found = yield* Effect.result(answer({ exchange, key: id, request }))
        return found._tag === "Failure" ? yield* refuse(exchange, found.failure) : found.success
      })
    )
  })
)
