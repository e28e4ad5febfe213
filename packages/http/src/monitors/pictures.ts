/** Pictures of watched pages, for whoever has a link: without a key. */
import { Limits } from "@kittiwake/core/limits/Limits"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute } from "../errors.ts"
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

    const answer = Effect.fnUntraced(function* (token: string) {
      const linked = yield* links.open(token)
      if (Option.isNone(linked)) return yield* new NoSuchRoute()
      const { id, monitorId, organizationId } = linked.value
      yield* limits.admitLinked(organizationId)
      const bytes = yield* history
        .picture(organizationId, monitorId, id)
        .pipe(Effect.catchTags({ MonitorNotFound: () => new NoSuchRoute(), VersionNotFound: () => new NoSuchRoute() }))
      if (bytes === null) return yield* new NoSuchRoute()
      return HttpServerResponse.uint8Array(bytes, { headers, contentType: "image/png" })
    })

    yield* router.add(
      "GET",
      `${picturePath}/:token`,
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { token = "" } = yield* HttpRouter.params
        const answered = yield* Effect.result(answer(token))
        return answered._tag === "Failure" ? yield* refuse(exchange, answered.failure) : answered.success
      })
    )
  })
)
