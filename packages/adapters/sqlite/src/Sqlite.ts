/**
 * The embedded database: one file, one thread that writes to it, and readers that wait for nobody.
 *
 * **Model**
 *
 * - What writes is a method by name (`writes.ts`): a request crosses to the writer's thread once, carries out a whole
 *   method of a store there as synchronous code, and is answered when it is on the disk (`groupCommit.ts`).
 * - What reads little (a row by its key, a page of a list along an index) runs here, on a connection of the main thread:
 *   it takes microseconds, which is less than a message to a thread takes.
 * - What may read much (a history, a search, a list with conditions that no index knows) is a method by name too
 *   (`reads.ts`) and runs in a thread of its own, which is started when the first of them comes.
 *
 * **Invariants**
 *
 * - Whoever reads after a write was answered finds what it wrote.
 * - A read never waits for a write, nor a write for a read.
 *
 * **When the database does not answer** (a full disk, a disk that fails, too much work) a call fails with
 * `StoreUnavailable` and leaves nothing behind, and the next one may succeed. When the file is corrupt, or a thread has
 * ended, all calls fail from then on and `onLost` is told.
 */
import { StoreWrites } from "@kittiwake/core/internal/StoreWrites"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Clock, Context, Deferred, Duration, Effect, Exit, Layer, Schedule, Schema, Scope } from "effect"
import type { Connection } from "./Connection.ts"
import { type CopyFailed, copyDatabase } from "./copyDatabase.ts"
import { keptAside } from "./dataDirectory.ts"
import { makeFairQueue } from "./fairQueue.ts"
import type { Synchronous } from "./messages.ts"
import { openReader } from "./openConnection.ts"
import type { Reads } from "./reads.ts"
import { type Failure, failureOf, isDiskFull, restoreCopy, SqliteError } from "./sqliteFailure.ts"
import { type Done, startThread, type Thread, type ThreadOptions } from "./Thread.ts"
import { makeWriteRefusal } from "./writeRefusal.ts"
import type { Writes } from "./writes.ts"

export interface SqliteOptions {
  /** The file of the database; made when it is not there. Its folder must be. */
  readonly file: string
  /** What a power cut may take; nothing (`full`) unless given. */
  readonly synchronous?: Synchronous
  /** Whether an installation has used the file before, so that it must have its tables; false unless given. */
  readonly isFilled?: boolean
  /**
   * Told once when the database can no longer be used: every later call fails, and only opening it anew helps. The
   * composition root ends the process here. Unless given, it is logged.
   */
  readonly onLost?: (reason: string) => Effect.Effect<void>
}

/** The file cannot be opened, or holds no database of ours. Mend what `message` names. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  file: Schema.String,
  reason: Schema.String,
  isCorrupt: Schema.Boolean
}) {
  override get message() {
    const cure = this.isCorrupt ? ` ${restoreCopy}.` : ""
    return `The database ${this.file} cannot be used: ${this.reason}.${cure}`
  }
}

type InputOf<Method> = Method extends (db: Connection, input: infer Input) => unknown ? Input : never
type OutputOf<Method> = Method extends (db: Connection, input: never) => infer Output ? Output : never

/** The database, to the stores. */
export class Sqlite extends Context.Service<
  Sqlite,
  {
    /** Reads a little, at once. */
    readonly read: <A>(operation: string, read: (db: Connection) => A) => Effect.Effect<A, StoreUnavailable>
    /** Reads what may be much. Reads of one `owner` take turns with those of the others. */
    readonly readLong: <Operation extends keyof Reads>(
      operation: Operation,
      owner: string,
      input: InputOf<Reads[Operation]>
    ) => Effect.Effect<OutputOf<Reads[Operation]>, StoreUnavailable>
    /** Carries out a method that writes. Memory in `transfer` is handed over to it. */
    readonly write: <Operation extends keyof Writes>(
      operation: Operation,
      input: InputOf<Writes[Operation]>,
      transfer?: ReadonlyArray<ArrayBuffer>
    ) => Effect.Effect<OutputOf<Writes[Operation]>, StoreUnavailable>
    /** How many writes of these ports have ended, for whoever keeps rows in memory: `OrganizationStore`. */
    readonly writesOf: (...ports: ReadonlyArray<string>) => () => number
    /** How many writes of all other ports have ended, for whoever keeps rows that many of them change. */
    readonly writesBut: (...ports: ReadonlyArray<string>) => () => number
    /** Copies the database as it stands at one moment to `path`, where nothing is yet; the copy appears whole or not at all. */
    readonly backup: (path: string) => Effect.Effect<void, CopyFailed>
    /** Databases beside this one that a restore put aside. */
    readonly keptAside: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()("@kittiwake/sqlite/Sqlite") {}

/** Calls that may wait for the writer; beyond, they are refused at once. */
const maxOwed = 20_000

/** Bytes that may wait for the writer, as far as they are seen from outside: what one call brings may go beyond. */
const maxOwedBytes = 268_435_456

/** How long a call may take. */
const answerWithin = Duration.seconds(30)

/** How long the threads may take to finish what they have begun. */
const closeWithin = Duration.seconds(10)

/** How long a read in the main thread, which stands still meanwhile, waits for who keeps all others out. */
const readPatienceMillis = 100

/** How often it is looked for calls that take too long. */
const lookEvery = Duration.seconds(1)

const failure = (operation: string, reason: Failure): Effect.Effect<never, StoreUnavailable> => {
  const cause = new SqliteError(reason)
  if (reason.kind === "bug") return Effect.die(cause)
  return Effect.fail(new StoreUnavailable({ operation, cause, ...(isDiskFull(reason) ? { isDiskFull: true } : {}) }))
}

const refused = (operation: string, why: string) =>
  Effect.fail(new StoreUnavailable({ operation, cause: new Error(why) }))

/** Resumes with what a thread answered; the types are those of the method that was called. */
const answering =
  <A>(operation: string, resume: (effect: Effect.Effect<A, StoreUnavailable>) => void): Done =>
  (exit) =>
    resume(Effect.catch(exit as Exit.Exit<A, Failure>, (reason) => failure(operation, reason)))

// What is waited for here happens on the machine, whatever clock a test has put in place.
const onMachineClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const close = (thread: Thread) =>
  Effect.promise(() => thread.close()).pipe(
    Effect.timeoutOrElse({ duration: closeWithin, orElse: () => Effect.promise(() => thread.terminate()) }),
    onMachineClock
  )

/** Starts a thread, which ends with the scope, and waits until its database is open. */
const open = Effect.fnUntraced(function* (options: Omit<ThreadOptions, "onOpened">) {
  const opened = yield* Deferred.make<unknown, Failure>()
  const thread = yield* Effect.acquireRelease(
    Effect.sync(() => startThread({ ...options, onOpened: (exit) => Deferred.doneUnsafe(opened, exit) })),
    close
  )
  yield* Effect.mapError(
    Deferred.await(opened),
    ({ kind, message: reason }) =>
      new DatabaseUnusable({ file: options.start.file, reason, isCorrupt: kind === "corrupt" })
  )
  yield* Effect.sync(() => thread.failOlderThan(Duration.toMillis(answerWithin))).pipe(
    Effect.repeat(Schedule.spaced(lookEvery)),
    onMachineClock,
    Effect.forkScoped
  )
  return thread
})

const make = Effect.fnUntraced(function* ({ file, isFilled = false, onLost, synchronous = "full" }: SqliteOptions) {
  const context = yield* Effect.context<never>()
  const machine = Clock.Clock.defaultValue()
  const ended = new Map<string, number>()
  let endedOfAll = 0
  let isLost = false
  const options = {
    start: { file, synchronous, isFilled },
    // Not the time of day, which can be set.
    nowMillis: () => Number(machine.monotonicTimeNanosUnsafe() / 1_000_000n),
    onLost: (reason: string) => {
      if (isLost) return
      isLost = true
      const told = onLost ?? (() => Effect.logFatal(`The embedded database cannot be used any more: ${reason}.`))
      Effect.runForkWith(context)(told(reason))
    }
  }

  const writer = yield* open({
    ...options,
    file: "writerThread",
    onEnded: (operation) => {
      const port = operation.slice(0, operation.indexOf("."))
      ended.set(port, (ended.get(port) ?? 0) + 1)
      endedOfAll += 1
    }
  })
  const here = yield* Effect.acquireRelease(
    Effect.sync(() => openReader(file, readPatienceMillis)),
    (db) => Effect.sync(() => db.close())
  )
  const scope = yield* Effect.scope
  const readers = yield* open({ ...options, file: "readerThread" }).pipe(
    Effect.map((thread) => makeFairQueue(thread.call)),
    Effect.provideService(Scope.Scope, scope),
    Effect.cached
  )

  const endedOf = (ports: ReadonlyArray<string>): number => {
    let sum = 0
    for (const port of ports) sum += ended.get(port) ?? 0
    return sum
  }

  let writtenMillis = Number.NEGATIVE_INFINITY
  const noted =
    (done: Done): Done =>
    (exit) => {
      if (Exit.isSuccess(exit)) writtenMillis = options.nowMillis()
      done(exit)
    }

  const database = Sqlite.of({
    read: (operation, read) =>
      Effect.suspend(() => {
        if (!here.database.isOpen) return refused(operation, "the database is closed")
        try {
          return Effect.succeed(read(here))
        } catch (error) {
          const reason = failureOf(error)
          if (reason.kind === "corrupt") options.onLost(`${reason.message}. ${restoreCopy}`)
          return failure(operation, reason)
        }
      }),

    readLong: (operation, owner, input) =>
      readers.pipe(
        Effect.mapError((cause) => new StoreUnavailable({ operation, cause })),
        Effect.flatMap((queue) =>
          Effect.callback<never, StoreUnavailable>((resume) => {
            const takeBack = queue(owner, { operation, input, done: answering(operation, resume) })
            if (takeBack === null) resume(refused(operation, "too many reads of this organization wait already"))
            return takeBack === null ? undefined : Effect.sync(takeBack)
          })
        ),
        Effect.withSpan(operation)
      ),

    write: (operation, input, transfer) =>
      Effect.callback<never, StoreUnavailable>((resume) => {
        if (writer.owedCount() >= maxOwed) return resume(refused(operation, `${maxOwed} calls wait already`))
        if (writer.owedBytes() >= maxOwedBytes) return resume(refused(operation, "too many bytes wait to be written"))
        writer.call(operation, input, noted(answering(operation, resume)), transfer)
      }).pipe(Effect.withSpan(operation)),

    writesOf:
      (...ports) =>
      () =>
        endedOf(ports),

    writesBut:
      (...ports) =>
      () =>
        endedOfAll - endedOf(ports),

    backup: (path) => Effect.asVoid(copyDatabase(file, path)).pipe(Effect.withSpan("backup")),

    keptAside: Effect.tryPromise({
      try: () => keptAside(file),
      catch: (cause) => new StoreUnavailable({ operation: "keptAside", cause })
    })
  })
  const refusal = makeWriteRefusal({
    write: database.write("Sqlite.tryToWrite", null),
    writtenMillis: () => writtenMillis,
    nowMillis: options.nowMillis,
    scope
  })
  return Context.make(Sqlite, database).pipe(Context.add(StoreWrites, { refusal }))
})

/** The database in a file, brought up to date; it closes with the scope. */
export const layer = (options: SqliteOptions): Layer.Layer<Sqlite, DatabaseUnusable> =>
  Layer.effectContext(make(options))
