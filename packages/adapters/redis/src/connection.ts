/** A connection to Redis, and what its failures mean. */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { patienceMillis } from "@kittiwake/core/internal/sharing/makeBreaker"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Duration, Effect, Redacted } from "effect"
import { Redis, type RedisOptions } from "ioredis"
import { type Client, scripts } from "./scripts.ts"

export interface RedisSettings {
  readonly url: Redacted.Redacted
  /** What all keys and channels of this installation begin with. */
  readonly prefix: string
}

const patience = Duration.millis(patienceMillis)

/** Time for a connection to be made. */
const connectTimeout = Duration.seconds(5)

/** How long a start waits for the first connection; without one it goes on, and does without until there is one. */
const firstWait = Duration.seconds(2)

/** A connection on which an answer is owed for so long is dead, and another takes its place. */
const silence = Duration.seconds(5)

/** Time before a new connection: twice as long each time, up to the longest. */
const backoff = { shortestMillis: 50, longestMillis: 2_000 } as const

type Options = Omit<RedisOptions, "replyMapping">

/**
 * Nothing waits in a queue for a connection, and nothing is sent twice: a counter that was raised before the connection was lost would be
 * raised again.
 */
const options: Options = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: Duration.toMillis(connectTimeout),
  socketTimeout: Duration.toMillis(silence),
  connectionName: "kittiwake",
  keepAlive: 10_000,
  scripts,
  // After a failover the address leads to another server; the one that was asked takes no more writes.
  reconnectOnError: ({ message }) => message.startsWith("READONLY")
}

/** Closed at once: nothing that Redis still owes an answer to is waited for. */
const closing = (client: Client) => Effect.sync(() => client.disconnect())

/** What a failure says, without the address that may hold a password. */
const wordsOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : "no answer")

/** Whoever asks is told of every failure, a bug in a script too, by the one error of the ports. */
const failed = (operation: string, cause: unknown) =>
  new StoreUnavailable({ operation: `redis.${operation}`, cause: new Error(wordsOf(cause)) })

/** Asks Redis; fails when it does not answer in time. */
export type Ask = <A>(operation: string, ask: (client: Client) => Promise<A>) => Effect.Effect<A, StoreUnavailable>

/** A connection. */
export interface Connection {
  readonly client: Client
  readonly ask: Ask
}

/** An answer that is here already is read before patience ends: a thread that was held up makes nobody late. */
const grace = Duration.millis(5)

const connectionOver = (client: Client) =>
  Effect.map(Alarms, ({ late }): Connection => {
    const ask: Ask = (operation, send) => {
      const silent = Effect.delay(
        Effect.suspend(() => Effect.fail(failed(operation, new Error("no answer came in time")))),
        grace
      )
      return Effect.tryPromise({ try: () => send(client), catch: (cause) => failed(operation, cause) }).pipe(
        late(patience, silent)
      )
    }
    return { client, ask }
  })

const connecting = (client: Client) =>
  Effect.tryPromise({ try: () => client.connect(), catch: (cause) => failed("connect", cause) })

const madeOf = ({ url }: RedisSettings, more: Options) => {
  // The client makes methods of the scripts among its options.
  const client = new Redis(Redacted.value(url), { ...options, ...more }) as Client
  // Told to whoever asks next; an event that nobody listens to would be written to the console.
  client.on("error", () => undefined)
  return client
}

/** A connection that is made anew whenever it is lost, until the scope ends. */
export const openClient = (settings: RedisSettings) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      madeOf(settings, {
        retryStrategy: (times) => Math.min(backoff.longestMillis, backoff.shortestMillis * 2 ** Math.min(times, 10))
      })
    ),
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
    Effect.flatMap(connectionOver)
  )

/** A connection that is not made anew. */
export const openOnce = (settings: RedisSettings) =>
  Effect.acquireRelease(
    Effect.sync(() => madeOf(settings, { retryStrategy: null, reconnectOnError: null })),
    closing
  ).pipe(Effect.tap(connecting), Effect.flatMap(connectionOver))
