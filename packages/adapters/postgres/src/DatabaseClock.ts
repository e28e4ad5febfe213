/**
 * The server's clock as Effect's `Clock`, so that processes on machines whose clocks disagree plan and sign by one time.
 *
 * **Model.** Time goes on by the clock that nobody sets, from a moment of the server's: setting this machine's moves nothing. What lies between the two is measured when the layer is built and every 30 seconds, over a connection of
 * its own: by one look, and by more when that one says something else than before. A server that does not answer changes nothing: what is known stays, or this machine's time at the start is believed. Waiting is by this machine's timers.
 *
 * **Details.** The clock that nobody sets stands still while a machine sleeps, and only the other one then tells that time went by. So when the two of this machine move apart, who is right is measured within a second,
 * and again each second until the server answers. Until then `ClockSkew` says how far they are apart, so that nobody takes work after a step or a sleep of more than a minute.
 * Leases are judged by the server itself (`LeaseClock`), which needs no offset.
 */
import { ClockSkew, isTooFar, tellSkew } from "@kittiwake/core/internal/ClockSkew"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { best, haveMovedApart, offsetAfter, type Reading, type Said, toSay } from "./clockOffset.ts"
import * as PgClient from "./PgClient.ts"
import { orUnavailable } from "./storeFailure.ts"

/** Seconds between two measurements while this machine's clocks go together, at which it looks each second. */
const everySeconds = 30

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

const nanosOfMilli = 1_000_000n

/** A clock that tells what `nanos` says; what is measured or waited for is the same time. */
const telling = (clock: Clock.Clock, nanos: () => bigint): Clock.Clock => {
  const millis = () => Number(nanos() / nanosOfMilli)
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

/** What a clock says now, and from here on what has passed since, whatever it is set to. */
const steadyNanos = (clock: Clock.Clock): (() => bigint) => {
  const began = BigInt(clock.currentTimeMillisUnsafe()) * nanosOfMilli - clock.monotonicTimeNanosUnsafe()
  return () => began + clock.monotonicTimeNanosUnsafe()
}

const say = (offsetMillis: number, isOff: boolean) =>
  (isOff
    ? Effect.logWarning(
        `This machine's clock is ${tellSkew(offsetMillis)}; the database's is used${isTooFar(offsetMillis) ? ", and no work is taken" : ""}. Set the clock, for example by NTP.`
      )
    : Effect.logInfo("This machine's clock agrees with the database's again.")
  ).pipe(Effect.annotateLogs({ offsetMillis }))

/** `Clock` and `ClockSkew` by readings of whatever they are read from, each of which is told by a clock that does not step. */
export const make = <E, R>(read: Effect.Effect<Reading, E, R>) =>
  Effect.gen(function* () {
    const own = yield* Clock.Clock
    const nanos = steadyNanos(own)
    let offset = 0
    const steady = telling(own, nanos)
    const shared = telling(own, () => nanos() + BigInt(offset) * nanosOfMilli)
    const offsetMillis = () => shared.currentTimeMillisUnsafe() - own.currentTimeMillisUnsafe()
    const ahead = () => own.currentTimeMillisUnsafe() - steady.currentTimeMillisUnsafe()
    let measuredAhead = 0
    let said: Said = { isOff: false, atMillis: Number.NEGATIVE_INFINITY }
    const look = Effect.gen(function* () {
      // As it was before: what moves meanwhile may have come after the reading that is believed.
      const aheadBefore = ahead()
      const first = yield* read
      if (offsetAfter(offset, first) !== offset) {
        // An answer that was slow one way says what is not: the quickest of three is believed.
        offset = offsetAfter(offset, best([first, yield* read, yield* read]))
      }
      measuredAhead = aheadBefore
      const next = toSay(said, offsetMillis(), millisOf(own.monotonicTimeNanosUnsafe()))
      if (next === null) return
      said = next
      yield* say(offsetMillis(), next.isOff)
    }).pipe(Effect.timeout(patience), Effect.ignore, Effect.provideService(Clock.Clock, steady))
    const untilWorthALook = Effect.gen(function* () {
      for (let second = 0; second < everySeconds; second++) {
        yield* Effect.sleep(Duration.seconds(1))
        if (haveMovedApart(measuredAhead, ahead())) return
      }
    })
    yield* look
    yield* untilWorthALook.pipe(Effect.andThen(look), Effect.forever, Effect.forkScoped)
    return Context.make(Clock.Clock, shared).pipe(Context.add(ClockSkew, { offsetMillis }))
  })

/** The clock of the server of these options, and how far this machine's is from it. */
export const layer = (options: PgClient.PgOptions) =>
  Layer.effectContext(make(readOffset)).pipe(
    Layer.provide(PgClient.layer({ ...options, poolSize: 1, connectTimeout: patience }))
  )
