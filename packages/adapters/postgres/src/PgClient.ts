/**
 * `SqlClient` over the pool and the wire of `@effect/sql-pg`.
 *
 * **Details**
 *
 * The package's own client is left out for what has to happen with every statement here: its writes are noted
 * (`TableWrites`), its values are sent without types, its failure is told in our reasons, and the wait for its connection
 * ends. And a transaction whose connection was lost fails here, where that client, which sends `ROLLBACK` nevertheless, dies.
 *
 * A statement whose caller no longer waits is cancelled on the server. Its connection goes on when the server has said that
 * it is done, and is closed when that cannot be told from a cancellation that is still to come.
 *
 * A server that has gone silent ends no statement. Every statement has therefore an end on this side too, a little later
 * than the server's own; its caller is told that nobody answered, and its connection is closed and replaced. Where the server does not
 * even answer a new connection (`makeSilence`) that end comes much sooner.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import { CodecError } from "@effect/sql-pg/PgTypes"
import { makePlaces, type Place } from "@kittiwake/core/internal/SharedPlaces"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Clock, Context, Duration, Effect, Exit, type Layer, Option, Predicate } from "effect"
import { type SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { toParameter } from "./columnTypes.ts"
import { answerTimeoutOf, connectionConfig, connectTimeoutOf, type PgOptions } from "./connectionConfig.ts"
import { heardWithin, listened } from "./heardWithin.ts"
import { MayRunLong } from "./longTransaction.ts"
import { type Answer, clientLayer, connectionOf, type Driver, type Run } from "./makeClient.ts"
import { makeSilence, type Silence } from "./makeSilence.ts"
import { type DriverFailure, sqlFailure, sqlUnreachable } from "./sqlFailure.ts"

export type { PgOptions } from "./connectionConfig.ts"

const textOf = (cause: object, name: string): string | undefined => {
  const value = (cause as Readonly<Record<string, unknown>>)[name]
  return typeof value === "string" ? value : undefined
}

/** A value that cannot be sent or counted with is a bug of ours, as where the server refuses one. */
const unfitValue = "22000"

/** What a pooler that lends connections for a transaction says, or the server behind it, of what belongs to a session. */
const ofPooler = ["unsupported startup parameter", "prepared statement"]

const withAdvice = (message: string): string =>
  ofPooler.some((part) => message.includes(part))
    ? `${message}. Behind a pooler that lends connections for a transaction, DATABASE_URL needs ?pooler=transaction.`
    : message

/** What the package says of a failure: the fields of the server's answer, or what happened on this side. */
const failureOf = ({ cause, message }: { readonly cause: unknown; readonly message: string }): DriverFailure => {
  if (cause instanceof CodecError) return { message: cause.message, code: unfitValue }
  // Of a host with several addresses, which says nothing itself.
  if (cause instanceof AggregateError) return failureOf({ cause: cause.errors[0], message })
  if (!Predicate.isObject(cause)) return { message }
  return {
    message: withAdvice(textOf(cause, "message") ?? message),
    code: textOf(cause, "severityUnlocalized") === undefined ? undefined : textOf(cause, "code"),
    constraint: textOf(cause, "constraint")
  }
}

/** After a failure of this kind the server has closed the connection, whatever its reason was. */
const isFatal = (cause: unknown): boolean =>
  Predicate.isObject(cause) && ["FATAL", "PANIC"].includes(textOf(cause, "severityUnlocalized") ?? "")

const statementFailure = ({ reason }: SqlError.SqlError, text: string): SqlError.SqlError => {
  const operation = text.slice(0, 200)
  const failure = failureOf({ cause: reason.cause, message: reason.message })
  return isFatal(reason.cause)
    ? sqlUnreachable(failure.message, operation, reason.cause)
    : sqlFailure(failure, reason.cause, operation)
}

/** Failures of statements are told already; what is left are those of making a connection. */
const connectFailure = (error: SqlError.SqlError): SqlError.SqlError =>
  error.reason.operation === "connect" ? sqlFailure(failureOf(error.reason), error.reason.cause, "connect") : error

const nothing: Answer = { rows: [], command: "ROLLBACK", rowCount: 0 }

/** A connection on loan. */
interface Lease {
  readonly wire: PgConnection.PgConnection
  readonly connection: SqlConnection.Connection
  /** Whether it must be closed instead of used again. */
  isBroken: boolean
}

/** A statement that the server does not answer. Nothing is known of what it did. */
const silent = (text: string, patience: Duration.Duration): SqlError.SqlError =>
  sqlUnreachable(`Postgres gave no answer within ${Duration.format(patience)}`, text.slice(0, 200))

/** So long after it last answered anything a server is asked whether it is there. */
const longestQuiet = Duration.seconds(3)

/** When a connection last answered, by the monotonic clock in milliseconds. */
type Heard = WeakMap<PgConnection.PgConnection, number>

/** Calls `hear` when the server says anything, a refusal included. */
const hearing = <A>(query: Effect.Effect<A, SqlError.SqlError>, hear: () => void) =>
  Effect.onExit(query, (exit) =>
    Effect.sync(() => {
      if (Exit.isSuccess(exit)) return hear()
      const error = Option.getOrUndefined(Exit.findErrorOption(exit))
      if (error !== undefined && error.reason._tag !== "ConnectionError") hear()
    })
  )

/**
 * Fails after `answerTimeout`, or when nothing was heard of the server for `quiet` and it is not there, or has not been heard of on this
 * connection since it was silent: where it came back as another, that connection leads nowhere.
 */
const unanswered = (
  text: string,
  answerTimeout: Duration.Duration,
  quiet: Duration.Duration,
  silence: Silence,
  heardAtMillis: () => number
) =>
  Effect.gen(function* () {
    const began = yield* Clock.monotonicTimeNanos
    const waitedMillis = Effect.map(Clock.monotonicTimeNanos, (now) => Number((now - began) / 1_000_000n))
    let leftMillis = Duration.toMillis(answerTimeout)
    while (leftMillis > 0) {
      const step = Math.min(leftMillis, Duration.toMillis(quiet))
      yield* listened(Duration.millis(step))
      leftMillis -= step
      if (heardAtMillis() < silence.endedAtMillis()) break
      const sinceMillis = Number((yield* Clock.monotonicTimeNanos) / 1_000_000n) - silence.heardAtMillis()
      if (leftMillis > 0 && sinceMillis >= step && !(yield* silence.isThere)) break
    }
    return yield* silent(text, Duration.millis(yield* waitedMillis))
  })

const makeLease = (
  wire: PgConnection.PgConnection,
  watched: (run: Run) => Run,
  answerTimeout: Duration.Duration,
  quiet: Duration.Duration,
  silence: Silence,
  heard: Heard
): Lease => {
  if (!heard.has(wire)) heard.set(wire, silence.nowMillis())
  const heardAtMillis = () => heard.get(wire) ?? 0
  const hear = () => {
    silence.hear()
    heard.set(wire, silence.heardAtMillis())
  }
  /** Ends what is not answered in time: the connection is closed when not even a cancellation is. */
  const answered = (text: string, params: ReadonlyArray<unknown>, prepared: boolean) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const query = Effect.mapError(wire.query(text, params.map(toParameter), prepared), (error) =>
        statementFailure(error, text)
      )
      return Context.get(context, MayRunLong)
        ? query
        : Effect.raceFirst(hearing(query, hear), unanswered(text, answerTimeout, quiet, silence, heardAtMillis))
    })
  const run: Run = (text, params, prepared) =>
    Effect.catch(answered(text, params, prepared), (failure) => {
      const isEnd = text === "rollback"
      if (isEnd || failure.reason._tag === "ConnectionError") lease.isBroken = true
      // The server rolls back by itself what a closed connection had begun.
      return isEnd ? Effect.succeed(nothing) : Effect.fail(failure)
    })
  const lease: Lease = { wire, connection: connectionOf(watched(run)), isBroken: false }
  return lease
}

/** Of ten connections three, which an organization that has one already leaves to others. */
const partOfOthers = 1 / 3

/**
 * Whoever waits for a connection gets one before others that had more of them lately (`SharedPlaces`), and does not wait for what one
 * organization's transactions wait for.
 */
const leavesSome =
  (size: number) =>
  (held: number, free: number): boolean =>
    held === 0 || free > Math.floor(size * partOfOthers)

/** The machine's own clock, also where a test has put another in place: what is awaited are other machines. */
const onOwnClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const driver = (options: PgOptions, watched: (run: Run) => Run) =>
  Effect.gen(function* () {
    const size = options.poolSize ?? 10
    // Nothing is connected yet that could fail.
    const pool = yield* Effect.orDie(PgPool.make({ ...connectionConfig(options), maxConnections: size }))

    const answerTimeout = answerTimeoutOf(options)
    const patience = connectTimeoutOf(options)
    const tooLong = sqlUnreachable(`no connection was free within ${Duration.format(patience)}`, "connect")
    const inTime = heardWithin(patience, () => tooLong)
    const silence = yield* makeSilence(
      Effect.match(PgConnection.make(connectionConfig(options)), {
        onSuccess: () => true,
        // A refusal is an answer, too.
        onFailure: (error) => failureOf(error.reason).code !== undefined
      }),
      patience
    )
    const heard: Heard = new WeakMap()
    const quiet = Duration.min(patience, longestQuiet)
    const notThere = () => sqlUnreachable("Postgres does not answer", "connect")
    const leaseOf = (wire: PgConnection.PgConnection) => makeLease(wire, watched, answerTimeout, quiet, silence, heard)

    const askFor = makePlaces(size, leavesSome(size))
    const ask = Effect.map(WorksFor, (organizationId) => askFor(organizationId ?? ""))
    const leave = ({ leave }: Place) => Effect.sync(leave)
    /** Waits for a connection to be free. Only where none is there is a wait to bound, which costs a fiber. */
    const free = (place: Place) => (place.hasTurn() ? Effect.void : inTime(place.turn))
    const borrow = <A, E, R>(use: (wire: PgConnection.PgConnection) => Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        ask,
        (place) => (place.hasTurn() ? pool.use(use) : Effect.andThen(free(place), pool.use(use))),
        leave
      )
    const borrower: SqlConnection.Borrower = (use) =>
      Effect.andThen(
        silence.pass(notThere),
        borrow((wire) => use(leaseOf(wire).connection))
      ).pipe(Effect.mapError((error) => (SqlError.isSqlError(error) ? (connectFailure(error) as typeof error) : error)))

    const leases = new WeakMap<SqlConnection.Connection, Lease>()
    const reserved = Effect.gen(function* () {
      const place = yield* Effect.acquireRelease(ask, leave)
      yield* silence.pass(notThere)
      yield* free(place)
      const wire = yield* inTime(pool.reserve)
      const lease = leaseOf(wire)
      leases.set(lease.connection, lease)
      yield* Effect.addFinalizer(() => (lease.isBroken ? pool.invalidate(wire) : Effect.void))
      return lease.connection
    })

    return {
      name: "pg",
      acquirer: onOwnClock(Effect.mapError(reserved, connectFailure)),
      borrower: (use) => onOwnClock(borrower(use)),
      isUsable: (connection) => leases.get(connection)?.isBroken !== true
    } satisfies Driver
  })

/** `SqlClient` on a Postgres server. Nothing is connected before the first statement. */
export const layer = (options: PgOptions): Layer.Layer<SqlClient.SqlClient> =>
  clientLayer((watched) => onOwnClock(driver(options, watched)))
