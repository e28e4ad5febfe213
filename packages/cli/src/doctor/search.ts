/** What the doctor says about who is asked when the web is searched. */
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type SearchBackend, SearchBackends } from "@kittiwake/core/search/SearchBackends"
import { Effect } from "effect"
import { layerSearch } from "../adapters.ts"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

/** A question that everybody finds something for. */
const question = {
  query: {
    ...{ text: "weather", words: ["weather"], phrases: [], anyOf: [], without: [], inTitle: [], inUrl: [] },
    ...{ includeDomains: [], excludeDomains: [] }
  },
  ...{ publishedSince: null, country: null, count: 10 }
}

const turn = { organizationId: OrganizationId.make("doctor"), leftMillis: 5_000, zeroRetention: true }

const settingOf: Readonly<Record<string, string>> = {
  searxng: "Mend KITTIWAKE_SEARXNG_URL, or the instance: docs/operate/search-backends.md.",
  brave: "Mend KITTIWAKE_BRAVE_KEY: docs/operate/search-backends.md.",
  wikipedia: "Leave wikipedia out of KITTIWAKE_SEARCH where it cannot be reached."
}

const look = ({ name, search }: SearchBackend) =>
  search(question, turn).pipe(
    Effect.timeout("6 seconds"),
    Effect.match({
      onSuccess: (hits) => ok(`search: ${name}`, hits.length === 0 ? "answers, and finds nothing" : "answers"),
      onFailure: (error) =>
        broken(
          `search: ${name}`,
          error._tag === "BackendFailed" ? `${error.reason}: ${error.message}` : "no answer in six seconds",
          settingOf[name] ?? "See docs/operate/search-backends.md."
        )
    })
  )

/** Those that charge for every question. */
const charging: ReadonlySet<string> = new Set(["brave"])

const spared = ({ name }: SearchBackend) =>
  ok(`search: ${name}`, "is set; not asked now, because it charges for each question. kittiwake doctor asks it")

const own = ok("search: own", "pages that were read, and sites that a query names")

const alone = absent(
  "search: backends",
  "what was read and named sites are searched; a backend would search the whole web",
  "Set KITTIWAKE_SEARXNG_URL or KITTIWAKE_BRAVE_KEY: docs/operate/search-backends.md."
)

/** Each backend, asked once; those that charge for it only where that `mayCost`. */
export const search = (settings: Settings, mayCost: boolean): Effect.Effect<ReadonlyArray<Finding>> => {
  const mine = settings.search.order.includes("own") ? [own] : []
  return Effect.gen(function* () {
    const { backends } = yield* SearchBackends
    const found = yield* Effect.forEach(
      backends,
      (backend) => (mayCost || !charging.has(backend.name) ? look(backend) : Effect.succeed(spared(backend))),
      { concurrency: "unbounded" }
    )
    return [...mine, ...(found.length === 0 ? [alone] : found)]
  }).pipe(Effect.provide(layerSearch(settings)))
}
