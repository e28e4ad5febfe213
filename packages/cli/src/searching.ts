/** The backends of the search that stand outside. It is loaded where one is set, and with the first question to it. */
import { type SearchBackend, SearchBackends } from "@kittiwake/core/search/SearchBackends"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import * as Brave from "@kittiwake/searching/Brave"
import * as Searxng from "@kittiwake/searching/Searxng"
import * as Wikipedia from "@kittiwake/searching/Wikipedia"
import { Effect, Layer, Option } from "effect"
import type { SearchChoice, SearchName } from "./searchChoice.ts"

const make = (
  name: SearchName,
  { braveKey, searxngUrl }: SearchChoice
): ReadonlyArray<Effect.Effect<SearchBackend, never, ServiceCaller>> => {
  switch (name) {
    case "searxng":
      return Option.toArray(searxngUrl).map((url) => Searxng.make({ url }))
    case "brave":
      return Option.toArray(braveKey).map((key) => Brave.make({ key }))
    case "wikipedia":
      return [Wikipedia.make()]
    case "own":
      return []
  }
}

/** Those that are chosen. */
export const layer = (choice: SearchChoice): Layer.Layer<SearchBackends, never, ServiceCaller> =>
  Layer.effect(
    SearchBackends,
    Effect.map(Effect.all(choice.order.flatMap((name) => make(name, choice))), (backends) => ({
      backends,
      ownPlace: null
    }))
  )
