import { Design } from "@kittiwake/core/design/Design"
import type { PrefetchedSite } from "@kittiwake/core/sites/Sites"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { readJson } from "../body.ts"
import { Exchange } from "../Exchange.ts"
import { ZeroRetentionNotSupported } from "../errors.ts"
import { invalidInput } from "../inputErrors.ts"
import { Replies } from "../Replies.ts"
import { deadlineOf } from "../web/call.ts"
import { prefetchTarget, rulesOf } from "../web/requests.ts"
import { PrefetchBody } from "./api.ts"

const decodePrefetch = Schema.decodeUnknownEffect(PrefetchBody)

const messageOf = ({ domain, wasCached }: PrefetchedSite, type: (typeof PrefetchBody.Type)["type"]): string => {
  const what = type === "brand" ? `The first page of ${domain}` : `How ${domain} looks`
  return wasCached ? `${what} is cached already.` : `${what} will be fetched.`
}

export const layer = HttpApiBuilder.group(
  Api,
  "utility",
  Effect.fn(function* (handlers) {
    const sites = yield* Sites
    const design = yield* Design
    const { answer } = yield* Replies

    return handlers.handleRaw("prefetch", ({ request }) =>
      answer(({ organization }) =>
        Effect.gen(function* () {
          const { startedAtMillis } = yield* Exchange
          const body = yield* Effect.flatMap(readJson(request), (json) =>
            Effect.mapError(decodePrefetch(json), (error) => invalidInput(error))
          )
          if (body.zdr === "enabled") return yield* new ZeroRetentionNotSupported()
          const deadline = yield* deadlineOf(body, startedAtMillis, rulesOf.site)
          const { prefetch } = body.type === "brand" ? sites : design
          const site = yield* prefetch(organization.id, { target: prefetchTarget(body.identifier), deadline })
          return { status: "ok" as const, message: messageOf(site, body.type), type: body.type, domain: site.domain }
        })
      )
    )
  })
)
