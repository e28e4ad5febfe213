/** Pictures of watched pages, for whoever has a link: without a key. */
import { Limits } from "@kittiwake/core/limits/Limits"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
import { type FileAsked, makePublicFiles } from "../PublicFiles.ts"
import { Replies } from "../Replies.ts"
import { picturePath } from "./linkedPictures.ts"

/** What a browser that opens one may do with it: show it, and nothing else. What is fetched with a link is for whoever has it. */
const headers = {
  "cache-control": "private, no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff"
}

/** `GET /monitors/pictures/{token}`. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const history = yield* MonitorHistory
    const links = yield* PictureLinks
    const limits = yield* Limits
    const { refuse } = yield* Replies

    const load = yield* makePublicFiles<NoSuchRoute | StoreUnavailable>({ shares: false })

    const answer = Effect.fnUntraced(function* (token: string, asked: Pick<FileAsked, "exchange" | "request">) {
      const linked = yield* links.open(token)
      if (Option.isNone(linked)) return yield* new NoSuchRoute()
      const { id, monitorId, organizationId } = linked.value
      yield* limits.admitLinked(organizationId)
      const picture = history
        .picture(organizationId, monitorId, id)
        .pipe(Effect.catchTags({ MonitorNotFound: () => new NoSuchRoute(), VersionNotFound: () => new NoSuchRoute() }))
      const file = yield* load(
        { ...asked, key: `${organizationId} ${monitorId} ${id}`, bytes: null },
        Effect.map(picture, (bytes) => (bytes === null ? null : { bytes, mediaType: "image/png" }))
      )
      if (file === null) return yield* new NoSuchRoute()
      return HttpServerResponse.uint8Array(file.bytes, { headers, contentType: file.mediaType })
    })

    yield* router.add(
      "GET",
      `${picturePath}/:token`,
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { token = "" } = yield* HttpRouter.params
        const request = yield* HttpServerRequest.HttpServerRequest
        const answered = yield* Effect.result(answer(token, { exchange, request }))
        return answered._tag === "Failure" ? yield* refuse(exchange, answered.failure) : answered.success
      })
    )
  })
)
