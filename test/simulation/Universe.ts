/**
 * Virtual time, seeded interleaving and seeded dice: the three seams of Effect through which everything that is not decided by
 * the program comes, its clock, its scheduler and its `Random`.
 *
 * All fibers of all processes share one queue. Whenever more than one could go on, the seed picks. When none can, time
 * jumps to the next timer. A process that is killed gets no answer, no timer and no turn any more, and none of its
 * finalizers run: that is what SIGKILL means, and what interruption is not.
 */
import { type Clock, Duration, Effect, type Fiber, type Random, type Scheduler } from "effect"
import { type Chance, makeChance } from "./Chance.ts"

/** 2027-01-01T00:00:00Z, where every simulation begins. */
export const epochMillis = 1_798_761_600_000

/** One life of a process, from its start to its death. */
export interface Incarnation {
  readonly name: string
  alive: boolean
  /** By how much its clock is wrong. */
  skewMillis: number
  /** What it would do if it were not frozen, in order; null while it is not. */
  frozen: Array<() => void> | null
  /** Whether it ever was: what it was told then came late. */
  wasFrozen: boolean
}

/** A life that begins now, with a clock that is right. */
export const newIncarnation = (name: string): Incarnation => ({
  name,
  alive: true,
  skewMillis: 0,
  frozen: null,
  wasFrozen: false
})

interface Timer {
  readonly at: number
  readonly order: number
  readonly fire: () => void
  cancelled: boolean
}

const earlier = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order)

/**
 * Operations a fiber may do before the scheduler is asked. Few let every interleaving happen and cost fifty times as many
 * turns, so that few seeds have them; with many, fibers take turns where they wait.
 */
const quanta = [4, 16, 64, 64, 2_048, 2_048, 2_048, 2_048] as const

export class Universe {
  readonly chance: Chance
  /** Milliseconds since the beginning. */
  now = 0
  /** Grows with every choice; equal traces mean equal histories. */
  trace = 0x811c9dc5
  steps = 0
  private readonly quantum: number
  private readonly ready: Array<{ readonly incarnation: Incarnation; readonly turn: () => void }> = []
  private readonly timers: Array<Timer> = []
  private order = 0

  constructor(seed: number) {
    this.chance = makeChance(seed)
    this.quantum = this.chance.pick(quanta)
  }

  /** Calls `fire` after `millis`; the answer cancels it. */
  after(millis: number, fire: () => void): () => void {
    const timer: Timer = { at: this.now + Math.max(0, millis), order: this.order++, fire, cancelled: false }
    const heap = this.timers
    let index = heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!earlier(timer, heap[parent]!)) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = timer
    return () => {
      timer.cancelled = true
    }
  }

  /** Lets a process go on, unless it is dead; one that is frozen does so when it thaws. */
  tell(incarnation: Incarnation, turn: () => void): void {
    if (!incarnation.alive) return
    if (incarnation.frozen === null) turn()
    else incarnation.frozen.push(turn)
  }

  /** Stops a process for a while: what it asked for goes on, and it learns of it when it thaws. */
  freeze(incarnation: Incarnation, millis: number): void {
    if (!incarnation.alive || incarnation.frozen !== null) return
    incarnation.frozen = []
    incarnation.wasFrozen = true
    this.after(millis, () => {
      const waiting = incarnation.frozen ?? []
      incarnation.frozen = null
      for (const turn of waiting) this.ready.push({ incarnation, turn })
    })
  }

  private soonest(): Timer | undefined {
    return this.timers[0]
  }

  private takeSoonest(): Timer {
    const heap = this.timers
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      let index = 0
      for (;;) {
        const left = 2 * index + 1
        if (left >= heap.length) break
        const right = left + 1
        const child = right < heap.length && earlier(heap[right]!, heap[left]!) ? right : left
        if (!earlier(heap[child]!, last)) break
        heap[index] = heap[child]!
        index = child
      }
      heap[index] = last
    }
    return first
  }

  private note(value: number): void {
    this.trace = Math.imul(this.trace ^ value, 16_777_619)
  }

  /** The scheduler of a process. */
  scheduler(incarnation: Incarnation): Scheduler.Scheduler {
    const dispatcher = {
      scheduleTask: (turn: () => void) => void this.ready.push({ incarnation, turn }),
      flush: () => {}
    }
    return {
      executionMode: "async",
      shouldYield: (fiber: Fiber.Fiber<unknown, unknown>) => fiber.currentOpCount >= this.quantum,
      makeDispatcher: () => dispatcher
    }
  }

  /** The clock of a process: its wall time may be wrong, what it measures is not. */
  clock(incarnation: Incarnation): Clock.Clock {
    const millis = () => Math.floor(epochMillis + this.now + incarnation.skewMillis)
    const nanos = () => BigInt(millis()) * 1_000_000n
    const monotonic = () => BigInt(Math.floor(this.now * 1e6))
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: monotonic,
      monotonicTimeNanos: Effect.sync(monotonic),
      sleep: (duration) =>
        Effect.callback<void>((resume) => {
          const cancel = this.after(Duration.toMillis(duration), () =>
            this.tell(incarnation, () => resume(Effect.void))
          )
          return Effect.sync(cancel)
        })
    }
  }

  /** The dice of all processes, such as those that spread out how soon they try again. */
  readonly random: typeof Random.Random.Service = {
    nextDoubleUnsafe: () => this.chance.next(),
    nextIntUnsafe: () => this.chance.integer(2 ** 53)
  }

  /** Goes on until nothing can happen before `until`. */
  run(until: number): void {
    for (;;) {
      while (this.ready.length > 0) {
        const index = this.ready.length === 1 ? 0 : this.chance.integer(this.ready.length)
        const { incarnation, turn } = this.ready[index]!
        this.ready[index] = this.ready[this.ready.length - 1]!
        this.ready.pop()
        this.steps++
        this.note(index)
        this.tell(incarnation, turn)
      }
      const timer = this.soonest()
      if (timer === undefined || timer.at > until) {
        this.now = until
        return
      }
      this.takeSoonest()
      if (timer.cancelled) continue
      this.now = timer.at
      this.note(timer.order)
      timer.fire()
    }
  }
}
