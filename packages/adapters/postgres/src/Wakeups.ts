/**
 * `Wakeups` for all processes on one Postgres server, by NOTIFY.
 *
 * **Model.** Loops of this process are woken directly. The other processes are told over one connection, which also hears
 * them: it is made with the first use and stands beside the pool, so that no hint waits for a statement or takes part in a
 * transaction.
 *
 * **Invariants**
 *
 * - Who wakes waits for nothing: what is to be told is a set of topics, told at once, and then together what came within
 *   `pause`. However many are woken, the server is told twenty times a second at most.
 * - While the connection is lost, nothing is heard, and what is to be told waits. When it is back, the loops of this process
 *   look once, since they may have missed something: so a loss costs a delay.
 * - Who ends first tells what is untold, or gives up after a moment.
 * - A connection that is the server's own, as its process tells, hears everybody. One that a pooler lends may not.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { type Topic, Wakeups } from "@kittiwake/core/waking/Wakeups"
import { type Cause, Clock, Duration, Effect, Exit, Latch, Layer, Queue, Random, Scope } from "effect"
import type { SqlError } from "effect/sql"
import { toParameter } from "./columnTypes.ts"
import { answerTimeoutOf, connectionConfig, type PgOptions } from "./connectionConfig.ts"
import { sqlUnreachable } from "./sqlFailure.ts"

const channel = "kittiwake_wakeups"

/** How long who ends waits until the others have been told: where they rest, a hint that is lost is a minute. */
const lastWords = Duration.seconds(1)

/** Time between two notifications. */
const pause = Duration.millis(50)

/** Time before a new connection: twice as long each time, give or take, up to the longest. */
const backoff = { shortestMillis: 100, longestMillis: 30_000 } as const

const topics: ReadonlyArray<Topic> = ["runs", "deliveries", "batches"]

type Session = Pick<PgConnection.PgConnection, "processId" | "query">

/** Whether nothing stands between that lends the server's connections out: the server knows the session by the number it told. */
const isServersOwn = ({ processId, query }: Session) =>
  Effect.map(query("select pg_backend_pid() as pid", []), ({ rows }) => Number(rows[0]?.["pid"]) === processId)

const make = Effect.fnUntraced(function* (options: PgOptions) {
  /** One for each loop of this process. */
  const latches: { readonly [T in Topic]: Set<Latch.Latch> } = {
    runs: new Set(),
    deliveries: new Set(),
    batches: new Set()
  }
  const wakeOwn = (topic: Topic) => {
    for (const latch of latches[topic]) latch.openUnsafe()
  }

  const config = connectionConfig(options)
  const answerTimeout = answerTimeoutOf(options)
  const silent = sqlUnreachable(`no answer came within ${Duration.format(answerTimeout)}`, "notify")
  const untold = new Set<Topic>()
  const [isUsed, isUntold, isTold] = [yield* Latch.make(false), yield* Latch.make(false), yield* Latch.make(true)]
  let failures = 0
  let disconnect: Effect.Effect<void> = Effect.void
  let isEnding = false
  let hears = false

  const toTell = (added: ReadonlyArray<Topic>) =>
    Effect.sync(() => {
      for (const topic of added) untold.add(topic)
      isTold.closeUnsafe()
      isUntold.openUnsafe()
      isUsed.openUnsafe()
    })

  const hear = Effect.fnUntraced(function* (
    { processId }: Session,
    heard: Queue.Dequeue<PgConnection.Notification, SqlError.SqlError>
  ) {
    for (const one of yield* Queue.takeAll(heard)) {
      const topic = topics.find((known) => known === one.payload)
      if (topic !== undefined && one.processId !== processId) wakeOwn(topic)
    }
  })

  const tell = Effect.fnUntraced(function* (session: Session) {
    yield* isUntold.await
    yield* isUntold.close
    const told = [...untold]
    untold.clear()
    const params = [channel, told].map(toParameter)
    const notify = session.query("select pg_notify($1, x) from unnest($2) x", params)
    // A connection that has gone silent is given up like one that was lost.
    yield* Effect.timeoutOrElse(notify, { duration: answerTimeout, orElse: () => Effect.fail(silent) }).pipe(
      Effect.onError(() => toTell(told))
    )
    if (untold.size === 0) yield* isTold.open
    yield* Effect.sleep(pause)
  })

  /** Hears and tells until the connection is lost. */
  const connected = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const close = Scope.close(scope, Exit.void)
    yield* Effect.addFinalizer(() => close)
    disconnect = close
    const session = yield* Effect.flatMap(Scope.provide(PgConnection.make(config), scope), (made) => made.pin)
    const isOwn = yield* isServersOwn(session)
    const heard = yield* session.listen(channel)
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        hears = isOwn
      }),
      () =>
        Effect.sync(() => {
          hears = false
          // Whoever rests in the belief to be woken looks by itself from now on.
          for (const topic of topics) wakeOwn(topic)
        })
    )
    // Once more, and first: what is listened to would take leave of a server that may not answer any more.
    yield* Effect.addFinalizer(() => close)
    if (failures > 0) for (const topic of topics) wakeOwn(topic)
    failures = 0
    return yield* Effect.raceFirst(Effect.forever(hear(session, heard)), Effect.forever(tell(session)))
  }).pipe(Effect.scoped)

  const again = Effect.fnUntraced(function* (cause: Cause.Cause<SqlError.SqlError>) {
    if (isEnding) return yield* Effect.never
    failures += 1
    if (failures === 1) yield* Effect.logWarning("wake-ups: other processes are not heard, and will be again", cause)
    const millis = Math.min(backoff.longestMillis, backoff.shortestMillis * 2 ** Math.min(failures, 20))
    yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(millis / 2, millis)))
  })

  yield* isUsed.await.pipe(
    Effect.andThen(Effect.forever(Effect.catchCause(connected, again))),
    // What is waited for are other machines: the machine's own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
  // Interrupted while it asks to listen, a connection would ask to listen no more, and wait for the answer: so it is closed first.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => (failures > 0 ? Effect.void : Effect.timeoutOption(isTold.await, lastWords))).pipe(
      Effect.interruptible,
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.andThen(
        Effect.suspend(() => {
          isEnding = true
          return disconnect
        })
      )
    )
  )

  return Wakeups.of({
    wake: (topic) =>
      Effect.andThen(
        Effect.sync(() => wakeOwn(topic)),
        toTell([topic])
      ),
    hears: Effect.sync(() => hears),
    subscribe: (topic) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          isUsed.openUnsafe()
          const latch = Latch.makeUnsafe(false)
          latches[topic].add(latch)
          return latch
        }),
        (latch) => Effect.sync(() => latches[topic].delete(latch))
      ).pipe(Effect.map((latch) => Effect.andThen(latch.await, latch.close)))
  })
})

/** `Wakeups` over the server of these options. Nothing is connected before the first use. */
export const layer = (options: PgOptions): Layer.Layer<Wakeups> => Layer.effect(Wakeups, make(options))
