/** Puts made-up brands into a storage, before the server opens it. */
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import { DateTime, Effect, ManagedRuntime } from "effect"
import { answerCalls } from "../children.ts"
import { layerStorage } from "../installation.ts"
import { madeBrand } from "./names.ts"

const runtime = ManagedRuntime.make(layerStorage)

/** Written at once. */
const together = 500

answerCalls(
  {
    /** Tells how many seconds it took. */
    fill: (count: number) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const store = yield* BrandStore
          const updatedAt = yield* DateTime.now
          const began = performance.now()
          for (let first = 0; first < count; first += together) {
            const numbers = Array.from({ length: Math.min(together, count - first) }, (_, n) => first + n)
            yield* store.put(
              numbers.map((n) => ({
                ...{ aliases: [], description: null, language: null, logo: null, symbols: [], ids: [], told: {} },
                ...{ source: "imported", updatedAt },
                ...madeBrand(n)
              }))
            )
          }
          return (performance.now() - began) / 1_000
        })
      )
  },
  () => runtime.dispose()
)
