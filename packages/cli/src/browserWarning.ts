/** What a start says of a browser that was named and is not there: it is needed first when a page only a browser shows is asked for. */
import { Effect, Layer, Option } from "effect"
import type { Settings } from "./config.ts"

/** One line where `KITTIWAKE_BROWSER` leads nowhere on this machine. What is at an address elsewhere is seen when it is used. */
export const layer = ({ browser: { setting } }: Pick<Settings, "browser">) =>
  Option.isNone(setting) || setting.value === "off"
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const { findBrowser, thisMachine } = yield* Effect.promise(
            () => import("@kittiwake/playwright/internal/findBrowser")
          )
          yield* Effect.catch(Effect.asVoid(findBrowser(thisMachine(setting.value))), ({ message }) =>
            Effect.logWarning(`${message} Pages that need a browser cannot be read.`)
          )
        })
      )
