/**
 * Work on strangers' files, in processes of their own.
 *
 * **Contract**
 *
 * - A piece of work takes no more memory and time of the processor than it may; then its process is killed. Time is that
 *   of the processor, so that a busy machine fails nobody, and begins with the work and not with the wait for it.
 * - Owners have their turns one after the other, and one owner never has all of them.
 * - A child at work that the system does not let go on is ended by the clock, and its work is begun once more in another.
 * - Children start when they are needed, are used again, end when nobody has needed them for a while, and end with this
 *   process however it ends. They know nothing of its environment, and give way to it where the processor is short.
 * - Work that had to be stopped counts against its owner: who loses too much time of the processor waits.
 */
import { Clock, Duration, Effect, Pool, Schema, type Scope } from "effect"
import { type Answer, type Child, type ChildEnded, startChild } from "./Child.ts"
import { makeFairTurns, NoTurn, type TurnLimits } from "./FairTurns.ts"
import { type LossLimits, makeLosses } from "./Losses.ts"
import type { Message } from "./Message.ts"

export type { Answer } from "./Child.ts"
export { NoTurn } from "./FairTurns.ts"
export type { Message } from "./Message.ts"

export interface ChildPoolOptions {
  /** The module that calls `answerRequests`. */
  readonly program: URL
  readonly turns: TurnLimits
  readonly losses: LossLimits
  /** A child without work is ended after so long. */
  readonly maxIdle: Duration.Duration
  /** Heap of a child, and all of its memory. */
  readonly heapMegabytes: number
  readonly residentMegabytes: number
  readonly answerBytes: number
  /** A child at work that gives no sign of life for so long is ended; 20 seconds when absent, in which the busiest machine lets it give one. */
  readonly maxSilence?: Duration.Duration
}

/** A piece of work. */
export interface Work extends Message {
  readonly owner: string
  /** Time of the processor: at first, and when the program has asked for more. */
  readonly processor: Duration.Duration
  readonly processorAtMost: Duration.Duration
  /** What it may add to the memory that its child has; as much as there is when it is left out. */
  readonly addedMegabytes?: number
  /** Longest wait for a turn, and as long again for the work, whatever it does. */
  readonly timeout: Duration.Duration
  /** Whether this answer is worth nothing to its owner, so that what it took counts as lost. */
  readonly isLost: (answer: Answer) => boolean
}

/** The work was stopped. Nothing of it is left. */
export class WorkStopped extends Schema.TaggedError<WorkStopped>()("WorkStopped", {
  reason: Schema.Literals([
    "processor",
    "memory",
    /** Its time was over, by the clock on the wall. */
    "time",
    /** Its process died by itself. */
    "broken"
  ])
}) {}

/** Too much of the owner's work had to be stopped lately. Nothing was begun; send work again after that time. */
export class LossesTooHigh extends Schema.TaggedError<LossesTooHigh>()("LossesTooHigh", {
  retryAfterMillis: Schema.Number
}) {}

export interface ChildPool {
  readonly run: (work: Work) => Effect.Effect<Answer, WorkStopped | LossesTooHigh | NoTurn>
}

/** Whoever sets the clock on the wall takes back no loss, and makes nobody wait longer. */
const nowMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Nor does anybody then keep a child that nobody needs: the pool ages them by its clock, which tells the time that has passed. */
const byPassedTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const millis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    return Effect.provideService(effect, Clock.Clock, {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      currentTimeNanos: clock.monotonicTimeNanos,
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    })
  })

const usualSilence = Duration.seconds(20)

const mebibyte = 1024 * 1024

const timeOver: ChildEnded | "time" = "time"

const stopped = (reason: WorkStopped["reason"]) => new WorkStopped({ reason })

/** A pool without a child; its children end with the scope. */
export const makeChildPool = Effect.fnUntraced(function* (options: ChildPoolOptions) {
  const { answerBytes, heapMegabytes, maxSilence = usualSilence, program } = options
  const turns = makeFairTurns(options.turns)
  const losses = makeLosses(options.losses)
  const children = yield* Pool.makeWithTTL({
    acquire: Effect.acquireRelease(
      startChild({ program: program.href, heapMegabytes, answerBytes, maxSilence }),
      ({ end }) => end
    ),
    min: 0,
    max: options.turns.atOnce,
    timeToLive: options.maxIdle
  }).pipe(byPassedTime)

  /** A child that lives: one that waits for work may have been ended by the system, which wanted its memory. */
  const aliveChild: Effect.Effect<Child, ChildEnded, Scope.Scope> = Effect.flatMap(Pool.get(children), (child) =>
    child.hasEnded() ? Effect.andThen(Pool.invalidate(children, child), aliveChild) : Effect.succeed(child)
  )

  const workIn = Effect.fnUntraced(function* (child: Child, work: Work) {
    const begunAt = yield* nowMillis
    const most = Duration.toMillis(work.processorAtMost)
    const lose = (millis: number | null) =>
      Effect.map(nowMillis, (now) => losses.add(work.owner, millis ?? Math.min(now - begunAt, most), now))
    const allowance = {
      processorMillis: Duration.toMillis(work.processor),
      processorMillisAtMost: most,
      residentBytes: options.residentMegabytes * mebibyte,
      addedBytes: (work.addedMegabytes ?? options.residentMegabytes) * mebibyte
    }
    return yield* child.work({ head: work.head, bytes: work.bytes }, allowance).pipe(
      Effect.timeoutOrElse({ duration: work.timeout, orElse: () => Effect.fail(timeOver) }),
      Effect.tap((answer) => (work.isLost(answer) ? lose(answer.processorMillis) : Effect.void)),
      // Only its end stops a child that is at work; who went away has lost what it took.
      Effect.onInterrupt(() => lose(null)),
      Effect.tapError((ended) => lose(ended === "time" ? null : ended.processorMillis)),
      Effect.onError(() => Effect.andThen(Pool.invalidate(children, child), child.end)),
      Effect.mapError((ended) => stopped(ended === "time" ? ended : ended.reason))
    )
  })

  const attempt = (work: Work) =>
    Effect.scoped(
      Effect.flatMap(
        Effect.mapError(aliveChild, () => new NoTurn({ reason: "no_child" })),
        (child) => workIn(child, work)
      )
    )

  /** A child that died by itself may have done so before the work came to it: another one tries once more. */
  const inTurn = (work: Work) =>
    attempt(work).pipe(
      Effect.catchIf(
        (error) => error._tag === "WorkStopped" && error.reason === "broken",
        () => attempt(work)
      ),
      turns.withTurn(work.owner, work.timeout)
    )

  const run = Effect.fn("ChildPool.run")(function* (work: Work) {
    const wait = losses.waitMillis(work.owner, yield* nowMillis)
    if (wait > 0) return yield* new LossesTooHigh({ retryAfterMillis: wait })
    const answer = yield* inTurn(work)
    yield* Effect.annotateCurrentSpan({ processorMillis: answer.processorMillis })
    return answer
  })

  return { run } satisfies ChildPool
})
