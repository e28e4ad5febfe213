/** Calls of every operation that costs credits and needs no browser, all at once, as clients of the HTTP API make them. */
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Handlers } from "@kittiwake/http/server"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Effect, Layer, Redacted } from "effect"
import type { Outside } from "./story.ts"

/** How many calls a process makes. */
export const callCount = 6

const callsOf = (url: string): ReadonlyArray<readonly [path: string, body?: string]> => {
  const query = `?url=${encodeURIComponent(url)}&maxAgeMs=0`
  return [
    [`/web/scrape/markdown${query}`],
    [`/web/scrape/html${query}`],
    [`/web/scrape/images${query}`],
    [`/web/scrape/bytes?url=${encodeURIComponent(url)}`],
    ["/web/crawl", JSON.stringify({ url, maxAgeMs: 0 })],
    ["/parse?extension=md", "# Notes\n\nWhat a file says."]
  ]
}

/** Makes them, and waits for their answers; each must have been answered well and charged. */
export const makeCalls = Effect.fnUntraced(
  function* ({ id }: Organization, { outside }: { readonly outside: Outside }) {
    const { secret } = yield* (yield* Organizations).createKey({ organizationId: id, name: "calls", scopes: null })
    const { web } = yield* Handlers
    const ask = ([path, body]: ReturnType<typeof callsOf>[number]) =>
      Effect.promise(async () => {
        const headers = { authorization: `Bearer ${Redacted.value(secret)}`, "content-type": "application/json" }
        const init = body === undefined ? { headers } : { headers, method: "POST", body }
        const reply = await web(new Request(`http://kittiwake.test/v1${path}`, init))
        const text = await reply.text()
        const { key_metadata: told } = JSON.parse(text)
        if (reply.status !== 200 || !(told.credits_consumed > 0)) throw new Error(`${path} was answered ${text}`)
      })
    yield* Effect.forEach(callsOf(`${outside.siteUrl}/pages/calls`), ask, { concurrency: "unbounded", discard: true })
  },
  Effect.provide(Handlers.layer.pipe(Layer.provide(Layer.succeed(Readiness, { checks: [] }))))
)
