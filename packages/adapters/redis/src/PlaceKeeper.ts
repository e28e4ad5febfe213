/** `PlaceKeeper` on Redis, and the places behind the slots of `LimitStore`. */
import type { PlaceKeeping } from "@kittiwake/core/sharing/PlaceKeeper"
import { Effect } from "effect"
import { type Connection, countOf } from "./connection.ts"
import { RedisClock } from "./RedisClock.ts"

/** Keeps places under keys that begin with `prefix`. */
export const makePlaceKeeper = ({ ask }: Connection, prefix: string): Effect.Effect<PlaceKeeping> =>
  Effect.map(RedisClock, (clock) => {
    // The braces are a hash tag: the keys of one subject lie on one node of a cluster.
    const keysOf = (subject: string): [string, string, string] => {
      const key = `${prefix}place:{${subject}}`
      return [`${key}:taken`, `${key}:line`, `${key}:alive`]
    }
    return {
      enter: ({ leaseMillis, limit, lineMillis, subject, token }) =>
        Effect.flatMap(clock, (now) =>
          ask("enter", (client) =>
            client.kittiwakeEnter(...keysOf(subject), token, limit, leaseMillis, lineMillis, now ?? "")
          )
        ).pipe(
          Effect.flatMap(countOf("enter")),
          Effect.map(({ admitted, count }) => ({ admitted, taken: count }))
        ),
      leave: (subject, token) =>
        Effect.asVoid(ask("leave", (client) => client.kittiwakeLeave(...keysOf(subject), token)))
    }
  })
