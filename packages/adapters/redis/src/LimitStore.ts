/** `LimitStore` on Redis: each method is one script, so that the counts of all processes are exact. */
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { Effect } from "effect"
import { type Connection, countOf } from "./connection.ts"
import { makePlaceKeeper } from "./PlaceKeeper.ts"

/** Windows of a process whose clock is behind are drawn on after those of the others have ended. */
const keptWindows = 2

/** Counts under keys that begin with `prefix`. */
export const makeLimitStore = (connection: Connection, prefix: string) =>
  Effect.map(makePlaceKeeper(connection, `${prefix}slot:`), (slots) =>
    LimitStore.of({
      draw: ({ limit, subject, weight, windowMillis, windowStartMillis }) =>
        connection
          .ask("draw", (client) =>
            client.kittiwakeDraw(
              `${prefix}window:{${subject}}:${windowStartMillis}`,
              weight,
              limit,
              keptWindows * windowMillis
            )
          )
          .pipe(
            Effect.flatMap(countOf("draw")),
            Effect.map(({ admitted, count }) => ({ admitted, used: count }))
          ),
      enter: (options) => slots.enter({ ...options, lineMillis: 0 }),
      leave: slots.leave
    })
  )
