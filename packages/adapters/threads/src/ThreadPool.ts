/** A pool of threads for work that grows with its input: so many at once, each for so long and with so much memory. */
import module from "node:module"
import { dirname } from "node:path"
import { allButOne, makeSharedPlaces } from "@kittiwake/core/internal/SharedPlaces"
import { withinTime } from "@kittiwake/core/internal/withinTime"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Duration, Effect, type Scope } from "effect"
import { Tinypool } from "tinypool"

export interface ThreadPoolLimits {
  /** Pieces of work at once, and all but one of them for one organization; more wait, in fair turns. */
  readonly threads: number
  /** Time for one piece of work, without waiting for a thread: of the processor that the thread got, and not of the clock alone. */
  readonly deadline: Duration.Duration
  /** Heap of one thread. Texts that come as bytes are outside of it, and twice as large. */
  readonly heapMegabytes: number
  /**
   * Heap of one thread for what was made a moment ago; 64 when it is left out. Most of what a comparison makes lives until its end and
   * would be copied more often: with 16 MB, which is enough for threads that read pages, texts of 20 MB with nothing in common took 2.6 to
   * 3.2 s of the processor for 2.2 to 2.7.
   */
  readonly youngMegabytes?: number
}

export const defaultThreadPoolLimits: ThreadPoolLimits = {
  threads: 2,
  deadline: Duration.seconds(10),
  heapMegabytes: 512
}

/** The work did not end within its limits. Its thread is gone. */
export class WorkEnded {
  readonly _tag = "WorkEnded"
  readonly reason: "deadline" | "memory"
  constructor(reason: WorkEnded["reason"]) {
    this.reason = reason
  }
}

/** Threads that do work of these kinds, and what comes of each. */
export interface ThreadPool<
  W extends { readonly kind: string },
  Answers extends { readonly [Kind in W["kind"]]: unknown }
> {
  /** Memory in `transfer` is handed over. */
  readonly run: <K extends W["kind"]>(
    work: Extract<W, { readonly kind: K }>,
    transfer: ReadonlyArray<ArrayBuffer>
  ) => Effect.Effect<Answers[K], WorkEnded>
  /** Lets only as many as there are threads prepare and do their work at the same time. */
  readonly withThread: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** How long a thread without work stays. */
const idleMillis = 30_000

/** Has a thread keep its modules compiled where the process keeps its own, told with the version that Node puts below it. */
const compileCache = (): Record<string, string> => {
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Threads that run `program`, whose default export does the work. None is started before one is needed. They end with the scope. */
export const makeThreadPool = Effect.fnUntraced(function* <
  W extends { readonly kind: string },
  Answers extends { readonly [Kind in W["kind"]]: unknown }
>(limits: ThreadPoolLimits, program: URL): Effect.fn.Return<ThreadPool<W, Answers>, never, Scope.Scope> {
  const places = makeSharedPlaces(limits.threads, allButOne)
  let started: Tinypool | undefined
  const pool = (): Tinypool => {
    started ??= startPool(limits, program)
    return started
  }
  yield* Effect.addFinalizer(() => Effect.promise(async () => started?.destroy()))
  let atWork = 0
  const time = { deadline: limits.deadline, processorMillis, atWork: () => atWork }

  return {
    withThread: (effect) => Effect.flatMap(WorksFor, (organizationId) => places(organizationId ?? "")(effect)),
    run: (work, transfer) =>
      Effect.tryPromise({
        // An interruption ends the thread: work that does not wait for anything cannot be asked to stop.
        try: (signal) => pool().run(work, { signal, transferList: [...transfer] }),
        catch: (cause) => cause
      }).pipe(
        Effect.catch((cause) => (isOutOfMemory(cause) ? Effect.fail(new WorkEnded("memory")) : Effect.die(cause))),
        withinTime(time, Effect.fail(new WorkEnded("deadline"))),
        (working) =>
          Effect.acquireUseRelease(
            Effect.sync(() => (atWork += 1)),
            () => working,
            () => Effect.sync(() => (atWork -= 1))
          )
      )
  }
})

const processorMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const startPool = ({ heapMegabytes, threads, youngMegabytes = 64 }: ThreadPoolLimits, program: URL): Tinypool =>
  new Tinypool({
    filename: program.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMillis,
    // Options of the process, such as loaders of a test runner, and its environment are none of a thread's business.
    execArgv: [],
    env: compileCache(),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes, stackSizeMb: 4 }
  })

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
