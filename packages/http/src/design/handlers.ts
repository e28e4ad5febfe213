import { Design, type SiteFonts, type SiteStyleGuide } from "@kittiwake/core/design/Design"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { ZeroRetentionNotSupported } from "../errors.ts"
import { Replies } from "../Replies.ts"
import { WebCalls } from "../web/call.ts"
import { cacheMetadata } from "../web/records.ts"
import { knownAge, rulesOf } from "../web/requests.ts"
import { designRequest } from "./requests.ts"

const answered = ({ cache, domain, finalDomState }: SiteFonts | SiteStyleGuide) => ({
  status: "ok" as const,
  code: 200 as const,
  domain,
  finalDOMState: finalDomState,
  cache_metadata: cacheMetadata(cache)
})

export const layer = HttpApiBuilder.group(
  Api,
  "design",
  Effect.fn(function* (handlers) {
    const design = yield* Design
    const calls = yield* WebCalls
    const { answer } = yield* Replies

    return handlers.handleAll({
      styleguide: ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const wanted = yield* designRequest(query)
            const site = yield* calls.run(request, caller, knownAge(query), rulesOf.page, (call) =>
              design.styleGuide(call, wanted)
            )
            return { ...answered(site), styleguide: site.styleGuide }
          })
        ),
      fonts: ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            if (query.zdr === "enabled") return yield* new ZeroRetentionNotSupported()
            const wanted = yield* designRequest(query)
            const site = yield* calls.run(request, caller, knownAge(query), rulesOf.page, (call) =>
              design.fonts(call, wanted)
            )
            return {
              ...answered(site),
              fonts: site.fonts.map(({ elements, percentElements, percentWords, words, ...use }) => ({
                ...use,
                num_elements: elements,
                num_words: words,
                percent_elements: percentElements,
                percent_words: percentWords
              })),
              ...(Object.keys(site.fontLinks).length === 0 ? {} : { fontLinks: site.fontLinks })
            }
          })
        )
    })
  })
)
