/** `SqlClient` over an embedded PGlite database, which runs in a thread of its own. */
import { Clock, Context, Deferred, Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { toParameter } from "./columnValues.ts"
import { clientLayer, connectionOf, type Run } from "./makeClient.ts"
import { type PgliteThread, type Request, startThread } from "./pgliteThread.ts"

export interface PgliteOptions {
  /** Directory of the database; null keeps it in memory, for tests. */
  readonly directory: string | null
  /** Path of a snapshot to start from, when the directory holds no database yet. */
  readonly snapshot?: string
  /** Longest time without an answer before the database counts as stuck; 60 seconds unless given. */
  readonly answerWithin?: Duration.Duration
  /**
   * Told once when the database can no longer be used: every later statement fails, and only opening it anew helps. The
   * composition root ends the process here. Unless given, it is logged.
   */
  readonly onPoisoned?: (reason: string) => Effect.Effect<void>
}

/** What the embedded database can do beside SQL. */
export class Pglite extends Context.Service<
  Pglite,
  {
    readonly thread: PgliteThread
    /** Writes a snapshot of the database to `path`, which appears whole or not at all. Statements wait meanwhile. */
    readonly snapshot: (path: string) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@kittiwake/postgres/Pglite") {}

/** Whether a statement may run now. The default admits all. */
export const Admission = Context.Reference<(text: string) => Effect.Effect<void, SqlError.SqlError>>(
  "@kittiwake/postgres/Admission",
  { defaultValue: () => () => Effect.void }
)

/** Opens the database; it closes with the scope. */
export const databaseLayer = (options: PgliteOptions): Layer.Layer<Pglite, SqlError.SqlError> =>
  Layer.effect(
    Pglite,
    Effect.gen(function* () {
      const context = yield* Effect.context<never>()
      const answerWithin = Duration.toMillis(options.answerWithin ?? Duration.seconds(60))
      const onPoisoned =
        options.onPoisoned ?? ((reason) => Effect.logFatal(`The embedded database cannot be used any more: ${reason}.`))
      const thread = yield* Effect.acquireRelease(
        startThread({ directory: options.directory, snapshot: options.snapshot ?? null }, (reason) => {
          Effect.runForkWith(context)(onPoisoned(reason))
        }),
        (started) => started.close
      )
      yield* Effect.forkScoped(
        Clock.currentTimeMillis.pipe(
          Effect.map((now) => thread.endIfSilentFor(answerWithin, now)),
          Effect.repeat(Schedule.spaced(Duration.millis(Math.min(1_000, answerWithin / 4)))),
          // What is watched is the machine: its own clock counts, also where a test has put another in place.
          Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
        )
      )
      return Pglite.of({
        thread,
        snapshot: (path) => Effect.asVoid(Deferred.await(thread.send({ type: "snapshot", path })))
      })
    })
  )

/** `SqlClient` on the open database. Transactions follow each other; lone statements run in between. */
export const clientOfDatabase: Layer.Layer<SqlClient.SqlClient, never, Pglite> = clientLayer(
  // The lock on the data directory keeps others out, and a database in memory nobody else has.
  { isSoleWriter: true },
  Effect.fnUntraced(function* (watched) {
    const { thread } = yield* Pglite
    const admit = yield* Admission
    const turn = yield* Semaphore.make(1)

    const requestOf = (text: string, params: ReadonlyArray<unknown>, prepared: boolean): Request =>
      prepared || params.length > 0
        ? { type: "query", text, params: params.map(toParameter), prepared }
        : { type: "script", text }
    const send = (text: string, params: ReadonlyArray<unknown>, prepared: boolean) =>
      Effect.map(admit(text), () => thread.send(requestOf(text, params, prepared)))
    const inTransaction: Run = (text, params, prepared) => Effect.flatMap(send(text, params, prepared), Deferred.await)
    // The thread works in the order of sending, so a lone statement needs its turn only until it is sent.
    const alone: Run = (text, params, prepared) =>
      Effect.flatMap(turn.withPermit(send(text, params, prepared)), Deferred.await)

    const loneConnection = connectionOf(watched(alone))
    const transactionConnection = connectionOf(watched(inTransaction))
    return {
      name: "pglite",
      acquirer: Effect.as(turn.takeScoped(1), transactionConnection),
      borrower: (use) => use(loneConnection),
      isUsable: () => thread.poison() === undefined
    }
  })
)

/** `SqlClient` on an embedded database. */
export const layer = (options: PgliteOptions): Layer.Layer<SqlClient.SqlClient | Pglite, SqlError.SqlError> =>
  Layer.provideMerge(clientOfDatabase, databaseLayer(options))
