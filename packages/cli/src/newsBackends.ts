/** The backends of news that stand outside. It is loaded where one is set. */
import { type NewsBackend, NewsBackends } from "@kittiwake/core/news/NewsBackends"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import * as Gdelt from "@kittiwake/searching/Gdelt"
import { Effect, Layer, Option } from "effect"
import type { NamedNews } from "./newsChoice.ts"

const make = ({ name, url }: NamedNews): Effect.Effect<NewsBackend, never, ServiceCaller> => {
  switch (name) {
    case "gdelt":
      return Gdelt.make(Option.isSome(url) ? { url: url.value } : {})
  }
}

/** Those that are chosen. */
export const layer = (choice: ReadonlyArray<NamedNews>): Layer.Layer<never, never, ServiceCaller> =>
  Layer.effect(
    NewsBackends,
    Effect.map(Effect.forEach(choice, make), (backends) => ({ backends }))
  )
