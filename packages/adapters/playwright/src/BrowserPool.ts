/**
 * The browser processes of an installation.
 *
 * **Details**
 *
 * One process serves all renderings. It is started by the first of them, replaced when it is old, large or has served many,
 * and ended when nobody has needed it for a while; a process that is replaced ends with its last rendering. So is one that tells
 * nothing of its pages any more, since the system has stopped what draws or loads them. One that does not obey is killed, and those who
 * were using it are told that their page broke.
 */
import { availableParallelism } from "node:os"
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import type { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Context, Deferred, Duration, Effect, Exit, Option, Semaphore } from "effect"
import { type AwaitedPictures, dearMillis, makeAwaitedPictures } from "./awaitedPictures.ts"
import { type Acting, makeBrowserTurns, neverActs, type TurnLimits } from "./BrowserTurns.ts"
import { judgeClaims } from "./judgeClaims.ts"
import { judgeSizes, type SizeLimits } from "./judgeSizes.ts"
import type { RunningBrowser } from "./launchBrowser.ts"
import type { ProcessUse } from "./processes.ts"

export interface PoolLimits extends TurnLimits, SizeLimits {
  /** A process that shows a page and has more threads is ended, and the page with it. */
  readonly maxRendererThreads: number
  /** A process is replaced after so many renderings, so long a life, or when it holds so much memory. */
  readonly maxRenderings: number
  readonly maxAge: Duration.Duration
  /** A process that nobody uses is ended after so long. */
  readonly maxIdle: Duration.Duration
}

export const defaultLimits: PoolLimits = {
  concurrency: 3,
  maxWaiting: 150,
  maxHeld: Duration.seconds(30),
  maxActing: Duration.seconds(60),
  maxRenderings: 200,
  maxAge: Duration.minutes(30),
  maxResidentBytes: 3 * 1024 * 1024 * 1024,
  // A page of the web takes some hundreds of megabytes; a field of 20 MB that is posted was seen to take 1.8 GB.
  maxRendererBytes: 2560 * 1024 * 1024,
  // A page has a dozen, and those who divide their work among workers start as many as there are processors, or some sixteen.
  maxRendererThreads: 96 + 4 * availableParallelism(),
  maxIdle: Duration.minutes(5)
}

/** Memory is looked at after so many renderings, each of which may be over before the next look. */
const renderingsBetweenLooks = 10

/** And so often while pages are shown: a page can take some gigabytes in a second, and start hundreds of workers. */
const betweenLooks = "500 millis"

/** A page whose process ends so soon after one was ended for what it took is that one: others of its browser live. */
const blamedMillis = 3_000

/** Pages that were acted on, beside one that does not close, have so long before their browser is killed: nobody may begin again with them. */
const sparedFor = "10 seconds"

/** A process that has told nothing of so many pages in a row, and for so long, would tell nothing of the next one. */
const mutePages = 3
const muteMillis = 20_000

/** An organization whose page has taken much to be drawn has those that come next in browsers of their own for so long, one at once. */
const dearForMillis = 60_000

/** What is drawn where no page is any more was asked for by one that has left: a browser that has used so much for that is ended. */
const drawnForNobodyMillis = 1_000

/** So long after its last page that is looked at. */
const leftMillis = 10_000

/** Whether a rendering came to something, if only to what its server does wrong: it did not where its time was over, or nobody waited for it. */
const hasTold = (exit: Exit.Exit<unknown, unknown>): boolean => {
  const error = Option.getOrNull(Exit.findErrorOption(exit))
  return Exit.isSuccess(exit) || (error !== null && !(error instanceof PageUnreachable && error.reason === "timeout"))
}

/** A place in a process. */
export interface Seat {
  readonly running: RunningBrowser
  /** Kills the process: it does not do what it is told. */
  readonly giveUp: Effect.Effect<void>
  /** The same for a page that does not close: others that were acted on are let be for a while, and no more are shown there. */
  readonly giveUpUnclosed: Effect.Effect<void>
  /** Waits for a picture of the page, which others may hold up. */
  readonly waitForPicture: AwaitedPictures["waitFor"]
  /** The same for a frame. */
  readonly waitForFrame: AwaitedPictures["waitForFrame"]
  /** Whether no other page has been shown there. */
  readonly isAlone: () => boolean
  /** Whether a process of it that shows pages was ended just now, for what it took. */
  readonly hasOutgrown: Effect.Effect<boolean>
}

/** Uses a browser of a place that is held already; with `isAlone`, one of its own. */
export type Sit = <A, E>(
  use: (seat: Seat) => Effect.Effect<A, E>,
  isAlone?: boolean
) => Effect.Effect<A, E | BrowserUnavailable>

export interface BrowserPool {
  /**
   * Holds a place, when there is one (`BrowserTurns`), for as many seats in a row as it takes: who needs a second one does not wait
   * again. Who has begun to act keeps it for longer.
   */
  readonly withPlace: <A, E>(
    use: (sit: Sit) => Effect.Effect<A, E>,
    acting?: Acting
  ) => Effect.Effect<A, E | BrowserUnavailable | PageUnreachable>
  /** Uses a browser, when there is a place. */
  readonly withSeat: <A, E>(
    use: (seat: Seat) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | BrowserUnavailable | PageUnreachable>
}

interface Process {
  readonly starting: Deferred.Deferred<RunningBrowser, BrowserUnavailable>
  readonly startedMillis: number
  /** Whether it is for one page alone. */
  readonly isOfOne: boolean
  /** Whom its first page is for. */
  readonly owner: string
  readonly pictures: AwaitedPictures
  running: RunningBrowser | null
  users: number
  /** Which of them act on their pages. */
  readonly actings: Set<Acting>
  served: number
  isRetired: boolean
  lastUsedMillis: number
  /** When it told something of a page last, and how many pages it has told nothing of since. */
  toldMillis: number
  untold: number
  outgrownMillis: number
  /** What draws, as it was found first since the last page left. */
  leftDrawer: ProcessUse | null
}

/** A pool over `start`; everything that it started is ended when the scope closes. */
export const makeBrowserPool = Effect.fnUntraced(function* (
  start: Effect.Effect<RunningBrowser, BrowserUnavailable>,
  limits: PoolLimits
) {
  const live = new Set<RunningBrowser>()
  const used = new Set<Process>()
  /** Organizations with pages that take much to be drawn, and until when that is held against them. */
  const dear = new Map<string, number>()
  const isDear = (owner: string) => dear.has(owner)
  const turns = makeBrowserTurns(limits, isDear)
  let current: Process | null = null

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => Effect.forEach([...live], ({ end }) => end, { concurrency: "unbounded" }))
  )
  // Made after the finalizer, so that what is starting has started, and is known, before everything is ended.
  const scope = yield* Effect.scope

  const endIfUnused = (one: Process) =>
    Effect.suspend(() => {
      const { running } = one
      if (!one.isRetired || one.users > 0 || running === null || !live.delete(running)) return Effect.void
      return running.end
    })

  const retire = (one: Process) => {
    one.isRetired = true
    if (current === one) current = null
  }

  /** It belongs to nobody who waits for it: he may leave, and what has started is ended all the same when it is due. */
  const startProcess = Effect.fnUntraced(function* (isOfOne: boolean, owner: string) {
    const now = yield* passedMillis
    const made: Process = {
      starting: yield* Deferred.make<RunningBrowser, BrowserUnavailable>(),
      startedMillis: now,
      isOfOne,
      owner,
      pictures: makeAwaitedPictures(),
      running: null,
      users: 0,
      actings: new Set(),
      served: 0,
      isRetired: isOfOne,
      lastUsedMillis: now,
      toldMillis: now,
      untold: 0,
      outgrownMillis: Number.NEGATIVE_INFINITY,
      leftDrawer: null
    }
    const registered = start.pipe(
      Effect.tap((running) => {
        live.add(running)
        made.running = running
        return endIfUnused(made)
      }),
      Effect.tapError(() => Effect.sync(() => retire(made)))
    )
    yield* Effect.forkIn(Effect.uninterruptible(Deferred.into(registered, made.starting)), scope)
    return made
  })

  const isMute = ({ toldMillis, untold }: Process, now: number): boolean =>
    untold >= mutePages && now - toldMillis >= muteMillis

  const isFit = (one: Process, now: number): boolean =>
    !one.isRetired &&
    !isMute(one, now) &&
    one.served < limits.maxRenderings &&
    now - one.startedMillis < Duration.toMillis(limits.maxAge) &&
    (one.running === null || one.running.browser.isConnected())

  const turn = Semaphore.makeUnsafe(1)

  const shared = Effect.fnUntraced(function* (owner: string) {
    const now = yield* passedMillis
    if (current !== null && !isFit(current, now)) {
      const old = current
      retire(old)
      yield* Effect.forkIn(endIfUnused(old), scope)
    }
    current ??= yield* startProcess(false, owner)
    return current
  })

  const sitDown = (isAlone: boolean, owner: string) =>
    Effect.map(isAlone ? startProcess(true, owner) : shared(owner), (one) => {
      one.users += 1
      one.leftDrawer = null
      one.served += 1
      used.add(one)
      return one
    }).pipe(turn.withPermit)

  const standUp = (one: Process, acting: Acting, exit: Exit.Exit<unknown, unknown>) =>
    Effect.gen(function* () {
      one.users -= 1
      one.actings.delete(acting)
      if (one.users === 0) used.delete(one)
      one.lastUsedMillis = yield* passedMillis
      one.untold = hasTold(exit) ? 0 : one.untold + 1
      if (one.untold === 0) one.toldMillis = one.lastUsedMillis
      const isLookedAt = one.served % renderingsBetweenLooks === 0
      if (isLookedAt && judgeSizes(one.running?.processes() ?? [], limits)._tag !== "Fits") retire(one)
      if (one.isRetired) yield* Effect.forkIn(endIfUnused(one), scope)
    })

  const kill = (one: Process) =>
    Effect.suspend(() => {
      retire(one)
      const { running } = one
      return running !== null && live.delete(running) ? running.kill : Effect.void
    })

  const untilNoneActs = ({ actings }: Process, own: Acting) =>
    Effect.suspend(() =>
      [...actings].some((one) => one !== own && one.hasBegun)
        ? Effect.as(Effect.sleep("100 millis"), false)
        : Effect.succeed(true)
    ).pipe(Effect.repeat({ until: (isFree) => isFree }), Effect.timeoutOption(sparedFor))

  const killUnclosed = (one: Process, acting: Acting) =>
    Effect.suspend(() => {
      retire(one)
      return Effect.andThen(untilNoneActs(one, acting), kill(one))
    })

  const sitOf =
    (acting: Acting, owner: string, beginAnew: Effect.Effect<void>): Sit =>
    (use, isAlone = false) =>
      Effect.acquireUseRelease(
        // Time that was lost to others is none that it has had.
        Effect.tap(Effect.andThen(isAlone ? beginAnew : Effect.void, sitDown(isAlone || isDear(owner), owner)), (one) =>
          Effect.sync(() => one.actings.add(acting))
        ),
        (one) => {
          const hasOutgrown = Effect.map(passedMillis, (now) => now - one.outgrownMillis < blamedMillis)
          return Effect.flatMap(Deferred.await(one.starting), (running) =>
            use({
              running,
              giveUp: kill(one),
              giveUpUnclosed: killUnclosed(one, acting),
              waitForPicture: one.pictures.waitFor,
              waitForFrame: one.pictures.waitForFrame,
              isAlone: () => one.served === 1,
              hasOutgrown
            })
          )
        },
        (one, exit) => standUp(one, acting, exit)
      )

  const endRenderers = Effect.fnUntraced(function* (one: Process, pids: ReadonlyArray<number>) {
    if (pids.length === 0) return
    one.outgrownMillis = yield* passedMillis
    for (const pid of pids) one.running?.endProcess(pid)
  })

  /** Whether a page is shown beside another, in whichever browser. */
  const isShared = () => [...used].reduce((sum, { users }) => sum + users, 0) > 1

  const drawerOf = (processes: ReadonlyArray<ProcessUse>) => processes.find(({ isDrawer }) => isDrawer)

  /** Ends what draws where a picture or a frame has waited for too much of that. */
  const lookAtPictures = Effect.fnUntraced(function* (one: Process, processes: ReadonlyArray<ProcessUse>) {
    const drawer = drawerOf(processes)
    if (drawer === undefined) return
    const now = yield* passedMillis
    if (one.isOfOne && drawer.processorMillis >= dearMillis) dear.set(one.owner, now + dearForMillis)
    // Of those who were there before, too, there may be something to be drawn.
    const hasServedOne = one.served === 1
    if (!one.pictures.areHeldUp(drawer, now, hasServedOne)) return
    retire(one)
    one.running?.endProcess(drawer.pid)
    one.pictures.drawerEnded(hasServedOne)
  })

  const look = Effect.fnUntraced(function* (one: Process) {
    const processes = one.running?.processes() ?? []
    yield* lookAtPictures(one, processes)
    one.running?.lowerPages(processes)
    if (isShared()) {
      for (const { pid, steps } of judgeClaims(processes, one.isOfOne)) one.running?.lowerClaim(pid, steps)
    }
    const isCrowded = ({ isRenderer, threads }: ProcessUse) => isRenderer && threads > limits.maxRendererThreads
    yield* endRenderers(
      one,
      processes.filter(isCrowded).map(({ pid }) => pid)
    )
    const verdict = judgeSizes(processes, limits)
    if (verdict._tag === "Fits") return
    // What it has come to hold it may go on holding.
    retire(one)
    if (verdict._tag === "End") yield* kill(one)
    if (verdict._tag === "EndRenderers") yield* endRenderers(one, verdict.pids)
  })

  /** A browser in which a page that has left is drawn on is not shown to the next one. */
  const lookAtLeft = Effect.fnUntraced(function* () {
    const now = yield* passedMillis
    for (const [owner, until] of dear) if (now >= until) dear.delete(owner)
    const one = current
    if (one === null || one.users > 0 || one.served === 0 || now - one.lastUsedMillis > leftMillis) return
    const drawer = drawerOf(one.running?.processes() ?? [])
    if (drawer === undefined) return
    if (one.leftDrawer?.pid !== drawer.pid) one.leftDrawer = drawer
    if (drawer.processorMillis - one.leftDrawer.processorMillis < drawnForNobodyMillis) return
    retire(one)
    yield* endIfUnused(one)
  })
  yield* Effect.sleep(betweenLooks).pipe(
    Effect.andThen(Effect.suspend(() => Effect.forEach([...used], look, { discard: true }))),
    Effect.andThen(lookAtLeft()),
    Effect.forever,
    Effect.forkScoped
  )

  const endIdle = Effect.gen(function* () {
    const now = yield* passedMillis
    const one = current
    if (one === null || one.users > 0 || now - one.lastUsedMillis < Duration.toMillis(limits.maxIdle)) return
    retire(one)
    yield* endIfUnused(one)
  })
  yield* Effect.sleep("30 seconds").pipe(Effect.andThen(endIdle), Effect.forever, Effect.forkScoped)

  const withPlace: BrowserPool["withPlace"] = (use, acting = neverActs) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const owner = Context.get(context, WorksFor) ?? ""
      return turns.withTurn((beginAnew) => use(sitOf(acting, owner, beginAnew)), acting)
    })

  return {
    withPlace,
    withSeat: (use) => withPlace((sit) => sit(use))
  } satisfies BrowserPool
})
