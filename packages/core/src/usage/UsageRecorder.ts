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
 * - Waiting calls take bounded memory. Whoever records one call too many waits until there is room; the call itself is
 *   in the queue already, so that being interrupted there loses nothing.
 * - When the scope closes, all that waits is written first.
 *
 * **When the store is down** calls wait, then callers do. Stopping then waits for the store for `stopPatience` and says
 * how many calls it lost. **When the process is killed** the calls that wait are lost; the credits they cost are not,
 * because the ledger counted those when it charged them. **When one call is poison**, that is when the store dies of it, it is written alone, then
 * logged and dropped: it must not keep the others out. So is one of which no record can be made.
 */
import { Cause, Context, Deferred, Effect, Exit, Latch, Layer, Schedule } from "effect"
import { type LoggedCall, type RequestLog, requestLog, trimCall } from "./domain/RequestLog.ts"
import { UsageStore } from "./UsageStore.ts"

/** How much may wait, and how it is written. */
export const recorderLimits = {
  /** Calls that may wait before callers do. */
  calls: 8_000,
  /** Bytes of bodies and responses that may wait before callers do. */
  bytes: 67_108_864,
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
type Waiting =
  | { readonly _tag: "Call"; readonly call: LoggedCall; readonly bytes: number }
  | { readonly _tag: "Mark"; readonly reached: Deferred.Deferred<void> }

const bytesOf = ({ input, response }: LoggedCall) => 1_024 + input.bytes + (response?.bytes ?? 0)

/** Writes until it succeeds. */
const writer = (store: UsageStore["Service"]) => {
  const write = (logs: ReadonlyArray<RequestLog>): Effect.Effect<void> =>
    store.append(logs).pipe(
      Effect.tapError((error) => Effect.logWarning("usage: calls were not written and will be again", error)),
      Effect.retry(patience),
      Effect.catchCause((cause) => {
        if (Cause.hasInterrupts(cause)) return Effect.interrupt
        if (logs.length > 1) return Effect.forEach(logs, (log) => write([log]), { discard: true })
        return Effect.logError(dropped, logs[0]?.requestId, cause)
      })
    )
  return write
}

const make = Effect.gen(function* () {
  const write = writer(yield* UsageStore)
  // Taken from the front. No queue of Effect's: this one is filled with every call, and nobody else waits on it.
  let queue: Array<Waiting> = []
  const filled = Latch.makeUnsafe(false)
  const room = Latch.makeUnsafe(true)
  const hurry = Latch.makeUnsafe(false)
  const held = { calls: 0, bytes: 0 }
  let isStopped = false

  const isFull = () => held.calls > recorderLimits.calls || held.bytes > recorderLimits.bytes

  const written = (calls: number, bytes: number) => {
    held.calls -= calls
    held.bytes -= bytes
    if (!isFull()) room.openUnsafe()
  }

  const writeAll = Effect.fnUntraced(function* (taken: ReadonlyArray<Waiting>) {
    let logs: Array<RequestLog> = []
    let bytes = 0
    let made = 0
    const flush = Effect.suspend(() => {
      const [calls, size] = [logs, bytes]
      logs = []
      bytes = 0
      return calls.length === 0
        ? Effect.void
        : Effect.ensuring(
            write(calls),
            Effect.sync(() => written(calls.length, size))
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
        written(1, waiting.bytes)
        yield* Effect.logError(dropped, waiting.call.requestId, entry.cause)
        continue
      }
      logs.push(entry.value)
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
    if (held.calls === 0) return Effect.void
    const reached = Deferred.makeUnsafe<void>()
    offer({ _tag: "Mark", reached })
    hurry.openUnsafe()
    return Deferred.await(reached)
  })

  const stop = Effect.gen(function* () {
    yield* flush.pipe(Effect.repeat({ while: () => held.calls > 0 }), Effect.timeoutOption(recorderLimits.stopPatience))
    isStopped = true
    if (held.calls > 0) yield* Effect.logError(`usage: stopped with ${held.calls} calls unwritten`)
  })

  yield* Effect.forkScoped(Effect.forever(pass))
  // Finalizers run from the last to the first: this one while the writer still writes.
  yield* Effect.addFinalizer(() => stop)

  return UsageRecorder.of({
    record: (given) =>
      Effect.suspend(() => {
        const call = trimCall(given)
        if (isStopped)
          return Effect.asVoid(Effect.timeoutOption(write([requestLog(call)]), recorderLimits.stopPatience))
        const bytes = bytesOf(call)
        held.calls += 1
        held.bytes += bytes
        offer({ _tag: "Call", call, bytes })
        if (queue.length >= recorderLimits.writeCalls) hurry.openUnsafe()
        if (!isFull()) return Effect.void
        room.closeUnsafe()
        // The call is in the queue: a caller that records where nothing may be interrupted must not wait here for ever.
        return Effect.interruptible(room.await)
      }),
    flush: Effect.asVoid(Effect.timeoutOption(flush, recorderLimits.readPatience))
  })
})

export class UsageRecorder extends Context.Service<
  UsageRecorder,
  {
    /** Takes a call to be written. Returns at once, or waits while too much is waiting already. */
    readonly record: (call: LoggedCall) => Effect.Effect<void>

    /** Waits until the calls recorded here so far are written, though not for long. */
    readonly flush: Effect.Effect<void>
  }
>()("@kittiwake/core/usage/UsageRecorder") {
  static readonly layer = Layer.effect(UsageRecorder, make)
}
