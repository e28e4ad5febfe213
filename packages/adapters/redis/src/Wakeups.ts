/**
 * `Wakeups` for all processes on one Redis, by publish and subscribe.
 *
 * **Details**
 *
 * - The line is a connection that hears; what is told goes over the connection of all commands.
 * - A replica hears nothing that is told elsewhere, so whoever is connected to one is not said to hear everybody. Nodes of a cluster
 *   tell each other, so any of them will do as long as the cluster is whole.
 * - The line is asked now and then whether it lives and is what it was: a dead one would be told from one on which nobody says anything
 *   by nothing else, and a server that was set back hears no more of what is told.
 */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { wakeTogether } from "@kittiwake/core/internal/waking/wakeTogether"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, Duration, Effect, Queue, Random, Scope } from "effect"
import { type Connection, failed, openOnce, type RedisSettings } from "./connection.ts"

/** Time between two questions whether the line lives. */
const pulse = Duration.seconds(15)

/** Whether all that is told anywhere is told here too. */
const hearsEverybody = ({ ask, isOfCluster }: Connection) =>
  isOfCluster
    ? Effect.map(
        ask("cluster", (client) => client.call("CLUSTER", "INFO")),
        (state) => typeof state === "string" && /^cluster_state:ok\s*$/m.test(state)
      )
    : Effect.map(
        ask("role", (client) => client.call("ROLE")),
        (role) => Array.isArray(role) && role[0] === "master"
      )

const lost = new StoreUnavailable({ operation: "redis.hear", cause: new Error("the connection was lost") })

/** Characters of a message that are read: what is told names some hundred organizations at most. */
const longestMessage = 65_536

/** What others publish, without what `self` does. The queue fails when the line is lost, with what it was lost over. */
const hear = ({ client: line }: Connection, self: string) =>
  Effect.map(Queue.unbounded<string, StoreUnavailable>(), (heard) => {
    line.on("message", (_channel: string, message: string) => {
      const [sender, word = ""] = message.slice(0, longestMessage).split(" ", 2)
      if (sender !== self) Queue.offerUnsafe(heard, word)
    })
    let over: StoreUnavailable = lost
    line.on("error", (cause: unknown) => {
      over = failed("hear", cause)
    })
    line.once("close", () => Queue.failCauseUnsafe(heard, Cause.fail(over)))
    return heard
  })

/** Wakes over a channel whose name begins with the prefix. */
export const makeWakeups = (connection: Connection, settings: RedisSettings) => {
  const channel = `${settings.prefix}wakeups`
  return Effect.gen(function* () {
    const alarms = yield* Alarms
    const self = `${yield* Random.nextInt}-${yield* Random.nextInt}`
    return yield* wakeTogether(
      Effect.fnUntraced(function* (cut: Scope.Scope) {
        const line = yield* openOnce(settings).pipe(Scope.provide(cut), Effect.provideService(Alarms, alarms))
        const hearsAll = yield* Effect.orElseSucceed(hearsEverybody(line), () => false)
        const heard = yield* hear(line, self)
        yield* line.ask("subscribe", (client) => client.subscribe(channel))
        const lives = Effect.delay(hearsEverybody(line), pulse).pipe(
          Effect.filterOrFail(
            (hears) => hears === hearsAll,
            () => lost
          )
        )
        const dies = Effect.flip(Effect.forever(lives))
        yield* Effect.forkScoped(Effect.flatMap(dies, (error) => Queue.fail(heard, error)))
        return {
          hearsAll,
          heard: Queue.takeAll(heard),
          // One message a word: each is a few bytes, and all that changed in half a second is a word for each organization.
          tell: (words: ReadonlyArray<string>) =>
            Effect.forEach(
              words,
              (word) => connection.ask("publish", (client) => client.publish(channel, `${self} ${word}`)),
              {
                discard: true
              }
            )
        }
      })
    )
  })
}
