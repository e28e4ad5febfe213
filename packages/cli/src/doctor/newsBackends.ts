/** What the doctor says about who is asked for news. */
import { type NewsBackend, NewsBackends } from "@kittiwake/core/news/NewsBackends"
import { Effect } from "effect"
import { layerNews } from "../adapters.ts"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

/** Something of which there are always news. */
const wanted = { names: ["Wikipedia"] }

const look = ({ find, name }: NewsBackend) =>
  find(wanted, 8_000).pipe(
    Effect.timeout("9 seconds"),
    Effect.match({
      onSuccess: (found) => ok(`news: ${name}`, `answers, with ${found.length} articles`),
      onFailure: (error) =>
        broken(
          `news: ${name}`,
          error._tag === "BackendFailed" ? `${error.reason}: ${error.message}` : "no answer in nine seconds",
          "Mend its address in KITTIWAKE_NEWS_BACKENDS, or leave it out: docs/operate/news-sources.md."
        )
    })
  )

const alone = absent(
  "news: backends",
  "feeds are asked; nobody outside hears of whom news are wanted",
  "Name gdelt in KITTIWAKE_NEWS_BACKENDS: docs/operate/news-sources.md."
)

/** Each backend, asked once. */
export const newsBackends = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { backends } = yield* NewsBackends
    return backends.length === 0 ? [alone] : yield* Effect.forEach(backends, look, { concurrency: "unbounded" })
  }).pipe(Effect.provide(layerNews(settings)))
