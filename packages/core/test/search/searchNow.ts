/** A search as a call with a key makes it. */
import { Search } from "@kittiwake/core/search/Search"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Effect } from "effect"

export const searchNow = Effect.fnUntraced(function* (query: string, { zeroRetention = false } = {}) {
  const { organization } = yield* TestInstallation
  const call = {
    organizationId: organization.id,
    requestId: crypto.randomUUID(),
    ...{ route: "/web/search", caller: "key", isWanted: () => true },
    deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: false },
    freshness: { maxAgeMillis: 60_000, zeroRetention }
  }
  const request = {
    ...{ query, count: 10, includeDomains: [], excludeDomains: [], window: null, country: null, fanOut: true },
    reading: null
  }
  return yield* (yield* Search).search(call, request)
})
