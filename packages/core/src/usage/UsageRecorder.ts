/**
 * Writes calls down behind their responses, many at once.
 *
 * **Model.** A recorded call waits in a queue. One writer takes what waits, a moment after the first came, blacks out
 * what may not be kept, and appends it to the store. Being the only one, it keeps the order of the calls.
 *
 * **Invariants**
 *
 * - A call that was recorded is written once: the writer repeats a write that failed until it succeeds, and the store
 *   counts a call once.
 * - Waiting calls take bounded memory, of which no organization has more than it leaves to others (`LogRoom`).
 * - Recording takes `roomPatience` at most, and next to no time while the store takes nothing. Whoever records much waits so long for room; the
 *   call itself is in the queue already, so that being interrupted there loses nothing.
 * - When the scope closes, all that waits is written first.
 *
 * **When the store is down** calls wait, as many as there is room for. Of those beyond its bytes the log keeps that they were made, those beyond
 * its calls it loses; both are counted, and said once a minute. Stopping then waits for the store for `stopPatience` and says
 * how many calls it lost. **When the process is killed** the calls that wait are lost; the credits they cost are not,
 * because the ledger counted those when it charged them. **When one call is poison**, that is when the store dies of it, it is written alone, then
 * logged and dropped: it must not keep the others out. So is one of which no record can be made.
 */
import { Cause, Context, Deferred, Effect, Exit, Latch, Layer, Option, Schedule } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { type LoggedCall, type RequestLog, requestLog, trimCall, withoutContents } from "./domain/RequestLog.ts"
import { makeLogLosses } from "./LogLosses.ts"
import { LogRoom } from "./LogRoom.ts"
import { UsageStore } from "./UsageStore.ts"

/** How much may wait, and how it is written. */
export const recorderLimits = {
  /** Calls that may wait to be written. One organization alone has half of them, and its callers wait from a third on. */
  calls: 24_000,
  /** Bytes of these with their bodies and responses, likewise. */
  bytes: 67_108_864,
  /** How long a caller waits for room. */
  roomPatience: "1 second",
  /** Calls and bytes in one write. */
  writeCalls: 4_000,
  writeBytes: 4_194_304,
  /** Calls that are made ready for writing at a stretch. */
  stretchCalls: 64,
  /** How long the first call waits for company, unless a write is full or somebody reads. */
  linger: "50 millis",
  /** How long stopping waits for the store. */
  stopPatience: "10 seconds",
  /** How long a reader waits for the calls before it. */
  readPatience: "1 second"
} as const

const dropped = "usage: a call cannot be written and was dropped"

/** The store may be away for a moment, or for an hour. */
const patience = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** What waits: a call, or somebody who wants to know when all before is written. */
type Waiting = WaitingCall | Mark

interface WaitingCall {
  readonly _tag: "Call"
  readonly call: LoggedCall
  readonly bytes: number
}

interface Mark {
  readonly _tag: "Mark"
  readonly reached: Deferred.Deferred<void>
}

const bytesOf = ({ input, response }: LoggedCall) => 1_024 + input.bytes + (response?.bytes ?? 0)

/** Writes until it succeeds; says after each try whether the store took what it was given. */
const writer = (store: UsageStore["Service"], tried: (isTaken: boolean) => void, lost: Effect.Effect<void>) => {
  const write = (logs: ReadonlyArray<RequestLog>): Effect.Effect<void> =>
    store.append(logs).pipe(
      Effect.tapError((error) =>
        Effect.andThen(
          Effect.sync(() => tried(false)),
          Effect.logWarning("usage: calls were not written and will be again", error)
        )
      ),
      Effect.retry(patience),
      Effect.andThen(Effect.sync(() => tried(true))),
      Effect.catchCause((cause) => {
        if (Cause.hasInterrupts(cause)) return Effect.interrupt
        if (logs.length > 1) return Effect.forEach(logs, (log) => write([log]), { discard: true })
        return Effect.andThen(lost, Effect.logError(dropped, logs[0]?.requestId, cause))
      })
    )
  return write
}

const make = Effect.gen(function* () {
  const losses = yield* makeLogLosses
  // Taken from the front. No queue of Effect's: this one is filled with every call, and nobody else waits on it.
  let queue: Array<Waiting> = []
  const filled = Latch.makeUnsafe(false)
  const hurry = Latch.makeUnsafe(false)
  const room = new LogRoom(recorderLimits)
  /** Opened when there is more room, or none to be waited for. */
  const freed = Latch.makeUnsafe(true)
  /** Whether the store takes calls, as far as is known, and how often it did. */
  const taking = { isTaking: true, times: 0 }
  let isStopped = false

  const tried = (isTaken: boolean) => {
    taking.isTaking = isTaken
    if (isTaken) taking.times += 1
    else freed.openUnsafe()
  }

  const write = writer(yield* UsageStore, tried, losses.countSaid)

  const roomFor = (owner: OrganizationId): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!taking.isTaking || room.isAmple(owner)) return Effect.void
      freed.closeUnsafe()
      return Effect.flatMap(freed.await, () => roomFor(owner))
    })

  /** Waits for room, but not for a store that hangs or fails. */
  const patientlyFor = Effect.fnUntraced(function* (owner: OrganizationId) {
    const { times } = taking
    const found = yield* Effect.timeoutOption(roomFor(owner), recorderLimits.roomPatience)
    if (Option.isNone(found) && taking.times === times) tried(false)
  })

  const written = (calls: ReadonlyArray<WaitingCall>) => {
    for (const { bytes, call } of calls) room.leave(call.organizationId, bytes)
    freed.openUnsafe()
  }

  const writeAll = Effect.fnUntraced(function* (taken: ReadonlyArray<Waiting>) {
    let logs: Array<RequestLog> = []
    let calls: Array<WaitingCall> = []
    let bytes = 0
    let made = 0
    const flush = Effect.suspend(() => {
      const [ready, of] = [logs, calls]
      logs = []
      calls = []
      bytes = 0
      return ready.length === 0
        ? Effect.void
        : Effect.ensuring(
            write(ready),
            Effect.sync(() => written(of))
          )
    })
    for (const waiting of taken) {
      if (waiting._tag === "Mark") {
        yield* flush
        yield* Deferred.done(waiting.reached, Exit.void)
        continue
      }
      const entry = yield* Effect.exit(Effect.sync(() => requestLog(waiting.call)))
      if (Exit.isFailure(entry)) {
        written([waiting])
        yield* losses.countSaid
        yield* Effect.logError(dropped, waiting.call.requestId, entry.cause)
        continue
      }
      logs.push(entry.value)
      calls.push(waiting)
      bytes += waiting.bytes
      // Whoever is calling now is answered between, not after all that waited.
      if (++made % recorderLimits.stretchCalls === 0) yield* Effect.yieldNow
      if (bytes >= recorderLimits.writeBytes) yield* flush
    }
    yield* flush
  })

  const offer = (waiting: Waiting) => {
    if (queue.push(waiting) === 1) filled.openUnsafe()
  }

  const take = (): ReadonlyArray<Waiting> => {
    const taken = queue.slice(0, recorderLimits.writeCalls)
    queue = queue.slice(taken.length)
    if (queue.length > 0) return taken
    filled.closeUnsafe()
    hurry.closeUnsafe()
    return taken
  }

  const pass = Effect.gen(function* () {
    yield* filled.await
    yield* Effect.raceFirst(Effect.sleep(recorderLimits.linger), hurry.await)
    yield* writeAll(take())
  })

  const flush = Effect.suspend(() => {
    if (room.calls === 0) return Effect.void
    // One mark for all who wait for the same calls: many readers while the store takes nothing fill nothing.
    const last = queue.at(-1)
    if (last?._tag === "Mark") return Deferred.await(last.reached)
    const reached = Deferred.makeUnsafe<void>()
    offer({ _tag: "Mark", reached })
    hurry.openUnsafe()
    return Deferred.await(reached)
  })

  const stop = Effect.gen(function* () {
    yield* flush.pipe(Effect.repeat({ while: () => room.calls > 0 }), Effect.timeoutOption(recorderLimits.stopPatience))
    isStopped = true
    yield* losses.say
    if (room.calls > 0) yield* Effect.logError(`usage: stopped with ${room.calls} calls unwritten`)
  })

  yield* Effect.forkScoped(Effect.forever(pass))
  // Finalizers run from the last to the first: this one while the writer still writes.
  yield* Effect.addFinalizer(() => stop)

  return UsageRecorder.of({
    record: (given) =>
      Effect.suspend(() => {
        if (isStopped)
          return Effect.asVoid(Effect.timeoutOption(write([requestLog(given)]), recorderLimits.stopPatience))
        const owner = given.organizationId
        if (!room.hasPlace(owner)) return losses.count("call")
        const isWhole = room.hasBytes(owner)
        const kept = isWhole ? trimCall(given) : withoutContents(given)
        const bytes = bytesOf(kept)
        room.take(owner, bytes)
        offer({ _tag: "Call", call: kept, bytes })
        if (queue.length >= recorderLimits.writeCalls) hurry.openUnsafe()
        const counted = isWhole ? Effect.void : losses.count("contents")
        if (!taking.isTaking || room.isAmple(owner)) return counted
        // The call is in the queue: a caller that records where nothing may be interrupted must not wait here for longer.
        return Effect.andThen(counted, Effect.interruptible(patientlyFor(owner)))
      }),
    flush: Effect.asVoid(Effect.timeoutOption(flush, recorderLimits.readPatience))
  })
})

export class UsageRecorder extends Context.Service<
  UsageRecorder,
  {
    /** Takes a call to be written. Returns at once, or waits a moment while too much is waiting already. */
    readonly record: (call: LoggedCall) => Effect.Effect<void>

    /** Waits until the calls recorded here so far are written, though not for long. */
    readonly flush: Effect.Effect<void>
  }
>()("@kittiwake/core/usage/UsageRecorder") {
  static readonly layer = Layer.effect(UsageRecorder, make)
}
