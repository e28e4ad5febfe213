/**
 * Threads for pages that cost much to read, so that they hold up nobody, and for pages that nobody waits for.
 *
 * **Invariants**
 *
 * - Whoever waits for a place holds none: what a page needs is told by its text first, and a page that proves to be large by what the
 *   parser makes of it gives its place back before it asks for one of the large.
 * - Organizations have their turns one after the other, and so have the works of each; nobody waits for a page of another kind.
 */
import module from "node:module"
import { dirname } from "node:path"
import { allButOne, makePlaces } from "@kittiwake/core/internal/SharedPlaces"
import { withinTime } from "@kittiwake/core/internal/withinTime"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { WorksOn } from "@kittiwake/core/organizations/WorksOn"
import { UnreadablePage } from "@kittiwake/core/pages/PageReader"
import { Context, Duration, Effect, type Scope } from "effect"
import { Tinypool } from "tinypool"
import { maxNodes } from "./maxNodes.ts"
import type { PageAnswer, PageWork, PeekWork } from "./PageWork.ts"
import type { SentWork, ThreadWork } from "./pageThread.ts"
import type { ListingAnswer, ListingWork, SitemapAnswer, SitemapWork } from "./SitemapWork.ts"
import type { StyleAnswer, StyleWork } from "./styles/StyleWork.ts"

export interface PageThreads {
  /** Fails past the deadline or out of memory; the thread is ended then. */
  readonly run: (work: PageWork) => Effect.Effect<PageAnswer, UnreadablePage>
  /** The same for background work, of which so much is read at once that a core is left to those who wait, large pages aside; null without one to spare. */
  readonly runBehind: ((work: PageWork) => Effect.Effect<PageAnswer, UnreadablePage>) | null
  readonly select: (work: SitemapWork) => Effect.Effect<SitemapAnswer | null, UnreadablePage>
  readonly list: (work: ListingWork) => Effect.Effect<ListingAnswer | null, UnreadablePage>
  readonly look: (work: StyleWork) => Effect.Effect<StyleAnswer, UnreadablePage>
}

export interface ThreadLimits {
  /** Threads at work at once, and all but one of them for one organization; more pages wait, in fair turns. */
  readonly threads: number
  /** Of these, threads that read pages of background work which another would read at once; 0 lets them be read at once as well. */
  readonly background: number
  /** Threads of their own for pages with many tags or of many bytes, one for each organization; 0 lets the others read them. */
  readonly large: number
  /** Time for one page, without waiting for a thread, nor for a processor that others have. */
  readonly deadline: Duration.Duration
  /** Heap of one thread; of those for large pages where there are such. The largest page that is read, of 20 MB and half a million nodes, needs some 500. */
  readonly heapMegabytes: number
  /** Heap of a thread for other pages where there are threads for large ones, which read anew what needs more. */
  readonly ordinaryHeapMegabytes?: number
}

const threads = 4

export const defaultThreadLimits: ThreadLimits = {
  threads,
  background: Math.min(navigator.hardwareConcurrency, threads) - 1,
  large: 2,
  deadline: Duration.seconds(10),
  heapMegabytes: 640,
  ordinaryHeapMegabytes: 192
}

/**
 * Heap of one thread for what was made a moment ago, all of which is filled before anything is collected. With 64 MB pages of 19 MB
 * added 48 to 107 MB and took 1.3 to 2.5 s of the processor, with 16 it is 17 to 75 and 0.2 to 1.0: new memory is dearer than
 * collecting more often.
 */
const youngMegabytes = 16

/** How long a thread without work stays, and one that has the memory of large pages. */
const idleMillis = 30_000
const idleOfLargeMillis = 1_000

const threadFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./pageThread.ts" : "./pageThread.js", import.meta.url)

/** Starts no thread before one is needed. They end with the scope. */
export const makePageThreads = Effect.fnUntraced(function* (
  limits: ThreadLimits
): Effect.fn.Return<PageThreads, never, Scope.Scope> {
  const hasLarge = limits.large > 0
  const ordinaryHeap = (hasLarge ? limits.ordinaryHeapMegabytes : undefined) ?? limits.heapMegabytes
  const ordinary = {
    places: makePlaces(limits.threads, allButOne, limits.background),
    pool: yield* lazyPool({ ...limits, heapMegabytes: ordinaryHeap }, idleMillis)
  }
  const large = {
    places: makePlaces(limits.large, allButOne),
    pool: yield* lazyPool({ ...limits, threads: limits.large }, idleOfLargeMillis)
  }
  let atWork = 0
  const time = { deadline: limits.deadline, processorMillis, atWork: () => atWork }

  /** Works in a thread of a kind when it is its turn there; who is interrupted before leaves the line. */
  const inPlace = <A>({ places, pool }: typeof ordinary, work: SentWork, givesWay = false) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => places(Context.get(context, WorksFor) ?? "", Context.get(context, WorksOn) ?? "", givesWay)),
        ({ turn }) => Effect.andThen(turn, inThread<A>(pool, work)),
        ({ leave }) => Effect.sync(leave)
      )
    )

  const inTurn = <A>(work: ThreadWork) => orTooComplex(inPlace<A>(ordinary, work))

  /** Reads a page where there are threads for large ones, which have what proves to need more than its text tells. */
  const byLength = Effect.fnUntraced(function* (work: PageWork, givesWay: boolean) {
    if (!(yield* isLargePage(work))) {
      const sent = { ...work, isOrdinary: true }
      const answer = yield* Effect.catchIf(inPlace<PageAnswer>(ordinary, sent, givesWay), isOutOfMemory, () =>
        Effect.succeed(costly)
      )
      if (answer.kind !== "costly") return answer
    }
    return yield* inPlace<PageAnswer>(large, work)
  })

  const page = (work: PageWork, givesWay = false) =>
    orTooComplex(hasLarge ? byLength(work, givesWay) : inPlace<PageAnswer>(ordinary, work, givesWay))

  const inThread = <A>(startedPool: Effect.Effect<Tinypool>, work: SentWork) =>
    Effect.zip(startedPool, sendable(work)).pipe(
      Effect.flatMap(([threads, { sent, transferList }]) =>
        Effect.tryPromise({
          // An interruption ends the thread: work that does not wait for anything cannot be asked to stop.
          try: (signal): Promise<A> => threads.run(sent, { signal, transferList }),
          catch: (cause) => cause
        })
      ),
      Effect.catch((cause) => (isOutOfMemory(cause) ? Effect.fail(cause) : Effect.die(cause))),
      withinTime(time, Effect.fail(tooComplex(`more than ${Duration.format(limits.deadline)}`))),
      (reading) =>
        Effect.acquireUseRelease(
          Effect.sync(() => (atWork += 1)),
          () => reading,
          () => Effect.sync(() => (atWork -= 1))
        )
    )

  const run = (work: PageWork) =>
    Effect.flatMap(beginningOf(work), (beginning) =>
      beginning === null
        ? page(work)
        : Effect.flatMap(page(beginning), (answer) => (answer.kind === "done" ? page(work) : Effect.succeed(answer)))
    )

  return {
    run,
    // Pages that nobody waits for are short: none of them has a beginning to be looked at.
    runBehind: limits.background === 0 ? null : (work) => page(work, true),
    select: (work) => inTurn<SitemapAnswer | null>(work),
    list: (work) => inTurn<ListingAnswer | null>(work),
    look: (work) => inTurn<StyleAnswer>(work)
  }
})

const costly: PageAnswer = { kind: "costly" }

/** As much as is copied in one go: memory that nobody had before takes some 4 ms for a megabyte. */
const copiedBytes = 1024 * 1024

/** A page of this length has its beginning looked at before all of it is copied and decoded, where that is dense. */
const peekedFrom = 8 * 1024 * 1024
const beginningBytes = 4 * 1024 * 1024

/** Tags in a beginning that may hold more nodes than a page may have: an element and a text are two or three of them. */
const denseTags = maxNodes / 3

/** The question whether a long page is refused for its beginning; null where the beginning of the page cannot tell that. */
const beginningOf = Effect.fnUntraced(function* (work: PageWork) {
  if (work.kind !== "shape" && work.kind !== "facts") return null
  const { html } = work.request
  if (typeof html === "string" || html.length < peekedFrom) return null
  let tags = 0
  for (let at = 0; at < beginningBytes; at += copiedBytes) {
    tags += tagsIn(html, at, at + copiedBytes)
    yield* Effect.yieldNow
  }
  if (tags < denseTags) return null
  const request = { ...work.request, html: html.subarray(0, beginningBytes) }
  return { kind: "peek", of: work.kind, request } satisfies PeekWork
})

const tagsIn = (bytes: Uint8Array, from: number, to: number): number => {
  let tags = 0
  for (let at = from; at < to; at++) if (bytes[at] === lessThan) tags += 1
  return tags
}

const lessThan = 0x3c

const tagsInText = (text: string, from: number, to: number): number => {
  let tags = 0
  for (let at = text.indexOf("<", from); at !== -1 && at < to; at = text.indexOf("<", at + 1)) tags += 1
  return tags
}

/**
 * A page is large that has more tags, each of which stands for two nodes or so, or that is longer: a table of 180,000 cells adds 160 MB
 * to the thread that reads it, which keeps them for the next.
 */
const largeTags = 60_000
const largeLength = 4 * 1024 * 1024

/** A shorter page has not so many tags. */
const shortestTag = 3

const isLargePage = Effect.fnUntraced(function* (work: PageWork) {
  const texts = textsIn(work)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length < largeTags * shortestTag) return false
  if (length > largeLength) return true
  let tags = 0
  for (const text of texts) {
    for (let at = 0; at < text.length && tags <= largeTags; at += copiedBytes) {
      if (at > 0) yield* Effect.yieldNow
      const end = Math.min(at + copiedBytes, text.length)
      tags += typeof text === "string" ? tagsInText(text, at, end) : tagsIn(text, at, end)
    }
  }
  return tags > largeTags
})

/** A page that is read, and its frames; nothing of what is no page. */
const textsIn = (work: PageWork): ReadonlyArray<string | Uint8Array> => {
  switch (work.kind) {
    case "read":
      return [work.request.body]
    case "shape":
      return [work.request.html, ...(work.request.frames ?? []).map(({ html }) => html)]
    case "facts":
    case "peek":
      return [work.request.html]
    default:
      return []
  }
}

/** What is sent of a page that came as bytes: one copy of them and of nothing beside them, which the thread then owns. */
const sendable = Effect.fnUntraced(function* (work: SentWork) {
  // Nobody else has the bytes of a sitemap.
  if (work.kind === "sitemap" || work.kind === "listing")
    return { sent: work, transferList: typeof work.text === "string" ? [] : [ownMemory(work.text.bytes)] }
  if (work.kind === "read" || work.kind === "fill" || typeof work.request.html === "string")
    return { sent: work, transferList: [] }
  const bytes = work.request.html
  const html = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += copiedBytes) {
    if (at > 0) yield* Effect.yieldNow
    html.set(bytes.subarray(at, at + copiedBytes), at)
  }
  return { sent: { ...work, request: { ...work.request, html } } as SentWork, transferList: [html.buffer] }
})

/** What was fetched is in memory that may be handed over. */
const ownMemory = ({ buffer }: Uint8Array): ArrayBuffer => buffer as ArrayBuffer

const processorMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const endPool = (pool: Tinypool) => Effect.promise(() => pool.destroy())

/** Has a thread keep its modules compiled where the process keeps its own, told with the version that Node puts below it. */
const compileCache = (): Record<string, string> => {
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Threads that begin with the first work, and end with the scope. */
const lazyPool = Effect.fnUntraced(function* (limits: ThreadLimits, idle: number) {
  let started: Tinypool | undefined
  yield* Effect.addFinalizer(() => Effect.suspend(() => (started === undefined ? Effect.void : endPool(started))))
  return Effect.sync(() => (started ??= startPool(limits, idle)))
})

const startPool = ({ heapMegabytes, threads }: ThreadLimits, idle: number): Tinypool =>
  new Tinypool({
    filename: threadFile().href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idle,
    // Options of the process, such as loaders of a test runner, and its environment are none of a thread's business.
    execArgv: [],
    env: compileCache(),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes, stackSizeMb: 4 }
  })

interface OutOfMemory extends Error {
  readonly code: "ERR_WORKER_OUT_OF_MEMORY"
}

const isOutOfMemory = (cause: unknown): cause is OutOfMemory =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"

const orTooComplex = <A, R>(
  reading: Effect.Effect<A, UnreadablePage | OutOfMemory, R>
): Effect.Effect<A, UnreadablePage, R> =>
  Effect.catchIf(reading, isOutOfMemory, () => Effect.fail(tooComplex("more memory")))

const tooComplex = (what: string) =>
  new UnreadablePage({ reason: "too_complex", message: `The page takes ${what} to read.` })
