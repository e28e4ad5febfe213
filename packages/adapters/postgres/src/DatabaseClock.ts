/**
 * The server's clock as Effect's `Clock`, so that processes on machines whose clocks disagree plan and sign by one time.
 *
 * **Model.** The offset between the two clocks is measured when the layer is built and every 30 seconds, over a connection of
 * its own: by one look, and by more when that one says something else than before. A server that does not answer changes nothing: the offset stays, or is none. Waiting is by this machine's timers.
 * Leases are judged by the server itself (`LeaseClock`), which needs no offset.
 */
import { ClockSkew, isTooFar, tellSkew } from "@kittiwake/core/internal/ClockSkew"
import { Clock, Context, Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { best, offsetAfter, type Reading, type Said, toSay } from "./clockOffset.ts"
import * as PgClient from "./PgClient.ts"
import { orUnavailable } from "./storeFailure.ts"

/** Time between two measurements. */
const every = Duration.seconds(30)

/** Longest time for one; the start waits for the first. */
const patience = Duration.seconds(5)

const millisOf = (nanos: bigint): number => Number(nanos) / 1e6

const readOnce = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const [began, at] = [clock.monotonicTimeNanosUnsafe(), clock.currentTimeMillisUnsafe()]
  const [row] = yield* sql<{ readonly millis: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as millis`
  const roundTripMillis = millisOf(clock.monotonicTimeNanosUnsafe() - began)
  const reading: Reading = { offsetMillis: row!.millis - (at + roundTripMillis / 2), roundTripMillis }
  return reading
})

/** Looks at the server's clock once. */
export const readOffset = readOnce.pipe(orUnavailable("readOffset"))

/** A clock that is `offsetMillis` ahead of another; what is measured or waited for is the same time. */
export const shifted = (clock: Clock.Clock, offsetMillis: () => number): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + offsetMillis()
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(offsetMillis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

const say = (offsetMillis: number, isOff: boolean) =>
  (isOff
    ? Effect.logWarning(
        `This machine's clock is ${tellSkew(offsetMillis)}; the database's is used${isTooFar(offsetMillis) ? ", and no work is taken" : ""}. Set the clock, for example by NTP.`
      )
    : Effect.logInfo("This machine's clock agrees with the database's again.")
  ).pipe(Effect.annotateLogs({ offsetMillis }))

/** `Clock` and `ClockSkew` by readings of whatever they are read from. */
export const make = <E, R>(read: Effect.Effect<Reading, E, R>) =>
  Effect.gen(function* () {
    const own = yield* Clock.Clock
    let offset = 0
    let said: Said = { isOff: false, atMillis: Number.NEGATIVE_INFINITY }
    const offsetMillis = () => offset
    const look = Effect.gen(function* () {
      const first = yield* read
      if (offsetAfter(offset, first) !== offset) {
        // An answer that was slow one way says what is not: the quickest of three is believed.
        offset = offsetAfter(offset, best([first, yield* read, yield* read]))
      }
      const next = toSay(said, offset, millisOf(own.monotonicTimeNanosUnsafe()))
      if (next === null) return
      said = next
      yield* say(offset, next.isOff)
    }).pipe(Effect.timeout(patience), Effect.ignore)
    yield* look
    yield* look.pipe(Effect.delay(every), Effect.repeat(Schedule.forever), Effect.forkScoped)
    return Context.make(Clock.Clock, shifted(own, offsetMillis)).pipe(Context.add(ClockSkew, { offsetMillis }))
  })

/** The clock of the server of these options, and how far this machine's is from it. */
export const layer = (options: PgClient.PgOptions) =>
  Layer.effectContext(make(readOffset)).pipe(
    Layer.provide(PgClient.layer({ ...options, poolSize: 1, connectTimeout: patience }))
  )
