/** A connection to Redis, and what its failures mean. */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { patienceMillis } from "@kittiwake/core/internal/sharing/makeBreaker"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Duration, Effect, Redacted } from "effect"
import { type RedisAddress, readAddress } from "./address.ts"
import { connect, makeClient, makeLines } from "./clients.ts"
import { isGuarded, unguardable } from "./guardClient.ts"
import type { Client } from "./scripts.ts"

export interface RedisSettings {
  /** As `readAddress` reads it. */
  readonly url: Redacted.Redacted
  /** What all keys and channels of this installation begin with. */
  readonly prefix: string
}

const patience = Duration.millis(patienceMillis)

/** How long a start waits for the first connection; without one it goes on, and does without until there is one. */
const firstWait = Duration.seconds(2)

/** Closed at once: nothing that Redis still owes an answer to is waited for. */
const closing = (client: Client) => Effect.sync(() => client.disconnect())

/** What a failure says, without the address that may hold a password. */
const wordsOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : "no answer")

/** Whoever asks is told of every failure, a bug in a script too, by the one error of the ports. */
export const failed = (operation: string, cause: unknown) =>
  new StoreUnavailable({ operation: `redis.${operation}`, cause: new Error(wordsOf(cause)) })

/** A client that cannot be guarded is asked for nothing, not even a connection. */
const attempt = <A>(operation: string, send: () => Promise<A>) =>
  Effect.tryPromise({
    try: () => (isGuarded ? send() : Promise.reject(unguardable)),
    catch: (cause) => failed(operation, cause)
  })

/** Asks Redis; fails when it does not answer in time. */
export type Ask = <A>(operation: string, ask: (client: Client) => Promise<A>) => Effect.Effect<A, StoreUnavailable>

/** What a script answers, where it is that. */
export const countOf =
  (operation: string) =>
  (said: unknown): Effect.Effect<{ readonly admitted: boolean; readonly count: number }, StoreUnavailable> => {
    const [yes, count]: ReadonlyArray<unknown> = Array.isArray(said) ? said : []
    return typeof yes === "number" && typeof count === "number"
      ? Effect.succeed({ admitted: yes === 1, count })
      : Effect.fail(failed(operation, new Error("Redis answered with no two numbers")))
  }

/** A connection. */
export interface Connection {
  readonly client: Client
  readonly ask: Ask
  /** Whether others stand beside this server, each with a part of the keys. */
  readonly isOfCluster: boolean
}

/** An answer that is here already is read before patience ends: a thread that was held up makes nobody late. */
const grace = Duration.millis(5)

const connectionOver = (client: Client, isOfCluster: boolean) =>
  Effect.map(Alarms, ({ late }): Connection => {
    const ask: Ask = (operation, send) => {
      const silent = Effect.delay(
        Effect.suspend(() => Effect.fail(failed(operation, new Error("no answer came in time")))),
        grace
      )
      return attempt(operation, () => send(client)).pipe(late(patience, silent))
    }
    return { client, ask, isOfCluster }
  })

const connecting = (client: Client) => attempt("connect", () => connect(client))

/** An address that is none leads to nobody: settings are judged before. */
const addressOf = ({ url }: RedisSettings): RedisAddress =>
  readAddress(Redacted.value(url)) ?? { kind: "server", url: Redacted.value(url) }

/** A connection that is made anew whenever it is lost, until the scope ends. */
export const openClient = (settings: RedisSettings) => {
  const address = addressOf(settings)
  return Effect.acquireRelease(
    Effect.sync(() => makeClient(address)),
    closing
  ).pipe(
    Effect.tap((client) =>
      connecting(client).pipe(
        Effect.timeoutOption(firstWait),
        Effect.catchTag("StoreUnavailable", (error) =>
          Effect.logWarning("Redis does not answer, so this process does without until it does", error)
        )
      )
    ),
    Effect.flatMap((client) => connectionOver(client, address.kind === "cluster"))
  )
}

/** A connection to one server that is not made anew: of a cluster, to the first of its nodes that answers. */
export const openOnce = (settings: RedisSettings) => {
  const address = addressOf(settings)
  const lines = makeLines(address).map((make) =>
    Effect.acquireRelease(Effect.sync(make), closing).pipe(Effect.tap(connecting))
  )
  return Effect.flatMap(Effect.firstSuccessOf(lines), (client) => connectionOver(client, address.kind === "cluster"))
}
