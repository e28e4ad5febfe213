/** The product with all its loops: what one organization waits while another floods. */
import { Files } from "@kittiwake/core/files/Files"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { defaultMarkdown, defaultPdf, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import type { DeliveryId } from "@kittiwake/core/webhooks/domain/Delivery"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import * as Deliverer from "@kittiwake/worker/deliverer"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Scheduler from "@kittiwake/worker/scheduler"
import { Clock, DateTime, Duration, Effect, Layer, ManagedRuntime } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { deliveryOf, freshId, subscriptionOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerAdapters, layerLog, shiftedClock } from "../installation.ts"
import { putMonitors, putOrganization, unchanged } from "../outcomes.ts"
import { watchThread } from "./threadDelay.ts"

/** What one organization waited for each of its things, in milliseconds. */
export interface Delays {
  readonly run: number
  readonly webhook: number
  readonly scrape: number
}

/** How much the other floods with. */
export interface Flood {
  readonly runs: number
  readonly deliveries: number
}

/** Others that flood with as much. */
export interface Crowd {
  readonly organizations: number
  /** Of each of them, and half as many runs. */
  readonly deliveries: number
}

/** Hosts of pages that hang. */
const hosts = 20

const clock = shiftedClock()
/** Who waits for the record of a run or a delivery, by its id. */
const waiting = new Map<string, () => void>()
const tell = (id: string) => {
  waiting.get(id)?.()
  waiting.delete(id)
}
let areLoopsOpen = false

const layerGated = Layer.merge(
  Layer.effect(
    RunStore,
    Effect.map(RunStore, (store) =>
      RunStore.of({
        ...store,
        claimDue: (given) => (areLoopsOpen ? store.claimDue(given) : Effect.succeed([])),
        record: (given) =>
          Effect.tap(store.record(given), () => Effect.sync(() => given.forEach(({ run }) => void tell(run.id))))
      })
    )
  ),
  Layer.effect(
    DeliveryStore,
    Effect.map(DeliveryStore, (store) =>
      DeliveryStore.of({
        ...store,
        claimDue: (given) => (areLoopsOpen ? store.claimDue(given) : Effect.succeed([])),
        record: (given) =>
          Effect.tap(store.record(given), () =>
            Effect.sync(() => given.forEach(({ claim }) => void tell(claim.delivery.id)))
          )
      })
    )
  )
)

const runtime = ManagedRuntime.make(
  Layer.merge(Scheduler.layer(), Deliverer.layer()).pipe(
    Layer.provideMerge(services.layer),
    Layer.provideMerge(layerGated),
    Layer.provideMerge(layerAdapters),
    Layer.provide([Pulse.layer, layerLog]),
    Layer.provideMerge(clock.layer)
  )
)

/** The store as the loops do not see it. */
const claimAll = Effect.fnUntraced(function* (limit: number) {
  areLoopsOpen = true
  const now = yield* DateTime.now
  const claims = yield* (yield* RunStore).claimDue({
    now,
    limit,
    lease: Duration.minutes(5),
    holdUntil: DateTime.add(now, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run"))
  })
  areLoopsOpen = false
  return claims
})

/** A monitor that has run, and deliveries of its run that are due in an hour. */
const putWatched = Effect.fnUntraced(function* (id: OrganizationId, page: string, hook: string, deliveries: number) {
  yield* putMonitors(id, 1, (monitor) => ({
    ...monitor,
    target: { ...monitor.target, url: page },
    subscription: subscriptionOf(monitor, { url: hook })
  }))
  const [claim] = yield* claimAll(1)
  const at = yield* DateTime.now
  const nextAttemptAt = DateTime.add(at, { hours: 1 })
  const made = Array.from({ length: deliveries }, () => deliveryOf(claim!.run, at, { nextAttemptAt }))
  yield* (yield* RunStore).record([unchanged(claim!, at, made)])
  return { monitorId: claim!.stored.monitor.id, deliveryId: made[0]!.id }
})

const callOf = (organizationId: OrganizationId, millis: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    organizationId,
    requestId: freshId("req"),
    route: "/web/scrape/markdown",
    caller: "bench",
    deadline: { atMillis: now + millis, acceptsPart: false },
    freshness: { maxAgeMillis: 0, zeroRetention: false },
    isWanted: () => true
  }))

const source = (url: string) => ({
  url,
  country: null,
  waitMillis: null,
  settlesAnimations: false,
  includeFrames: false
})

const scrape = Effect.fnUntraced(function* (organizationId: OrganizationId, url: string) {
  yield* (yield* Pages).scrape(yield* callOf(organizationId, 55_000), {
    source: { ...source(url), headers: {}, actions: [], profile: null },
    regions: wholePage,
    pdf: defaultPdf,
    markdown: defaultMarkdown,
    html: false,
    extract: null
  })
})

const crawl = Effect.fnUntraced(function* (organizationId: OrganizationId, url: string) {
  yield* (yield* Sites).crawl(
    yield* callOf(organizationId, 300_000),
    {
      source: source(url),
      regions: wholePage,
      pdf: defaultPdf,
      markdown: defaultMarkdown,
      maxPages: 100_000,
      maxDepth: null,
      pattern: null,
      followSubdomains: false,
      followsSitemaps: false,
      stopAfterMillis: 300_000,
      maxBytes: Number.MAX_SAFE_INTEGER
    },
    () => Effect.void
  )
})

const upload = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const html = `<!doctype html><title>Upload</title><main>${"<p>A paragraph of an upload.</p>".repeat(30_000)}</main>`
  yield* (yield* Files).parse(yield* callOf(organizationId, 55_000), {
    bytes: new TextEncoder().encode(html),
    contentType: "text/html",
    extension: "html",
    markdown: defaultMarkdown,
    mainContentOnly: false,
    firstPage: null,
    lastPage: null,
    ocr: false
  })
})

let world = { port: 0, a: "" as OrganizationId, b: "" as OrganizationId }
let watched: { monitorId: MonitorId; deliveryId: DeliveryId } | undefined

const urlOf = (host: number, path: string, network = 0) => `http://127.0.${network}.${host}:${world.port}${path}`

const millisOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const recorded = (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve))

const threadDelay = watchThread()

/** Lets the loops claim what is due now: they rest until somebody says that something is, and what is put here is put past it. */
const openLoops = () => {
  clock.putForward(Duration.hours(1))
  areLoopsOpen = true
  return runtime.runPromise(Wakeups.use((wakeups) => Effect.andThen(wakeups.wake("runs"), wakeups.wake("deliveries"))))
}

answerCalls(
  {
    threadDelay,

    open: async (port: number) => {
      world = { port, a: await runtime.runPromise(putOrganization), b: await runtime.runPromise(putOrganization) }
      watched = await runtime.runPromise(putWatched(world.b, urlOf(1, "/page"), urlOf(100, "/hook"), 1))
      const first = recorded(watched.deliveryId)
      await openLoops()
      await first
    },

    /** Stores what the other floods with, and lets it begin. */
    flood: async ({ deliveries, runs }: Flood) => {
      areLoopsOpen = false
      const receivers = 8
      for (let n = 0; n < receivers; n++) {
        const hook = urlOf(100, `/hang/hook/${n}`)
        await runtime.runPromise(putWatched(world.a, urlOf(101, "/page"), hook, Math.ceil(deliveries / receivers)))
      }
      await runtime.runPromise(
        putMonitors(world.a, runs, (monitor, n) => ({
          ...monitor,
          target: { ...monitor.target, url: urlOf(1 + (n % hosts), `/hang/page/${n}`) }
        }))
      )
      await openLoops()
      runtime.runFork(crawl(world.a, urlOf(102, "/site/0")))
      for (let lane = 0; lane < 4; lane++) runtime.runFork(Effect.forever(Effect.ignore(upload(world.a))))
    },

    /** Adds organizations whose pages and receivers hang, each at hosts of its own. */
    crowd: async ({ deliveries, organizations }: Crowd) => {
      areLoopsOpen = false
      for (let n = 1; n <= organizations; n++) {
        const id = await runtime.runPromise(putOrganization)
        await runtime.runPromise(putWatched(id, urlOf(101, "/page"), urlOf(n, `/hang/hook/crowd${n}`, 1), deliveries))
        await runtime.runPromise(
          putMonitors(id, deliveries / 2, (monitor, m) => ({
            ...monitor,
            target: { ...monitor.target, url: urlOf(n, `/hang/page/crowd${n}/${m}`, 2) }
          }))
        )
      }
      await openLoops()
    },

    delays: async (): Promise<Delays> => {
      const { deliveryId, monitorId } = watched!
      const run = await millisOf(async () => {
        const id = await runtime.runPromise(Monitors.use((monitors) => monitors.runNow(world.b, monitorId)))
        await recorded(id)
      })
      const webhook = await millisOf(async () => {
        const sent = recorded(deliveryId)
        await runtime.runPromise(Webhooks.use((webhooks) => webhooks.retry(world.b, deliveryId, { force: true })))
        await sent
      })
      return { run, webhook, scrape: await millisOf(() => runtime.runPromise(scrape(world.b, urlOf(200, "/page/b")))) }
    }
  },
  () => runtime.dispose()
)
