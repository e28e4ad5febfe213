/**
 * An installation that shows what it does: its own small site, monitors that watch it, and an inbox that is told, all on this
 * machine, in a directory that goes with it.
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Duration, Effect, Option, Schedule, type Scope } from "effect"
import type { BrowserChoice } from "../adapters.ts"
import type { CreateMonitor } from "../embed/MonitorMethods.ts"
import { type Instance, openInstance } from "../embed/open.ts"
import type { LogEntry } from "../embed/options.ts"
import { type DemoClock, makeDemoClock } from "./DemoClock.ts"
import { listen } from "./listen.ts"
import { type DemoSite, serveSite } from "./site.ts"

/** The monitors of a demo, by what they are for. */
export type DemoMonitorName = "pricing" | "blog" | "jobs" | "goal" | "status"

export interface DemoMonitor {
  readonly name: DemoMonitorName
  readonly id: string
  readonly title: string
  readonly url: string
  /** The secret that its events are signed with. */
  readonly secret: string
}

export interface DemoOptions {
  /** Port of the installation; any that is free unless given, and none for null: then it is asked through its handlers alone. */
  readonly port?: number | null
  /** Whether it keeps everything in memory, so that nothing is written anywhere; it is in a directory that goes with it unless told otherwise. */
  readonly isInMemory?: boolean
  /** By how much its clock is behind when it begins. */
  readonly behind?: Duration.Input
  /** Whether its handlers serve the dashboard; so they do unless told otherwise. */
  readonly hasDashboard?: boolean
  /** Which monitors there are; the four that need no browser unless given. */
  readonly monitors?: ReadonlyArray<DemoMonitorName>
  /** Where pages are rendered; a browser of this machine, in its sandbox, unless given. */
  readonly browser?: Pick<BrowserChoice, "hasSandbox" | "isGuarded" | "setting"> &
    Partial<Pick<BrowserChoice, "directory">>
  /** Gets what the installation logs; nobody unless given. */
  readonly onLog?: (entry: LogEntry) => void
}

/** A demo that runs. */
export interface Demo {
  /** Where the API is, and what else the installation serves. */
  readonly url: string
  readonly apiKey: string
  /** Opens the operator's API. */
  readonly adminToken: string
  /** Null for one in memory. */
  readonly directory: string | null
  readonly site: DemoSite
  readonly monitors: ReadonlyArray<DemoMonitor>
  /** The address that the monitors tell. */
  readonly inboxUrl: string
  /** Everything the installation can do, for its first organization. */
  readonly kittiwake: Instance
  /** The time of the installation. */
  readonly now: () => number
  /** Puts its clock forward, and lets all that falls due then happen. */
  readonly advance: (duration: Duration.Input) => Promise<void>
  /** Puts its clock forward until every monitor that is not paused has had its next look. */
  readonly passLooks: () => Promise<void>
  /** Puts a clock that is behind to the time that it is, and lets all that falls due then happen. */
  readonly catchUp: () => Promise<void>
  /** Looks once with these monitors, or all, and waits until that is done and told. */
  readonly look: (monitors?: ReadonlyArray<DemoMonitor>) => Promise<void>
  /** Watches the page that only a browser shows, or says why that cannot be. */
  readonly watchByBrowser: () => Promise<{ readonly monitor: DemoMonitor | null; readonly lacking: string | null }>
}

/** What an installation calls itself that listens nowhere. */
const addressInside = "http://localhost"

const everySixHours = { type: "interval", frequency: 6, unit: "hours" } as const

type Wanted = Pick<CreateMonitor, "change_detection" | "name" | "target">

const wantedMonitors = (site: string): { readonly [N in DemoMonitorName]: Wanted } => ({
  pricing: {
    name: "Pricing page",
    target: { type: "page", url: `${site}/pricing` },
    change_detection: { type: "exact" }
  },
  blog: { name: "New pages", target: { type: "sitemap", url: `${site}/sitemap.xml` } },
  jobs: {
    name: "Open jobs",
    target: {
      type: "extract",
      url: `${site}/jobs`,
      instructions: "Tell me of new jobs",
      schema: {
        type: "object",
        properties: {
          jobs: {
            type: "array",
            items: { type: "object", properties: { title: { type: "string" }, location: { type: "string" } } }
          }
        }
      },
      max_pages: 1
    }
  },
  goal: {
    name: "Price of Pro",
    target: { type: "page", url: `${site}/pricing`, instructions: "when the price of Pro changes" }
  },
  status: {
    name: "Status, by browser",
    target: { type: "page", url: `${site}/status`, browser: true },
    change_detection: { type: "exact" }
  }
})

const usual: ReadonlyArray<DemoMonitorName> = ["pricing", "blog", "jobs", "goal"]

const throwAwayDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-demo-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
)

/** Time between two looks at whether all is done. */
const pollEvery = Duration.millis(15)

/** Longest time that work of one step may take. */
const patience = Duration.minutes(2)

/** Monitors that are looked with, those that fail too. */
const watching = async (kittiwake: Instance) =>
  (await kittiwake.monitors.list({ limit: 100 })).data.filter(({ status }) => status !== "paused")

/** Whether nothing is due, under way or still to be told. */
const isSettled = async (kittiwake: Instance, now: number): Promise<boolean> => {
  if ((await watching(kittiwake)).some(({ next_run_at }) => next_run_at !== null && Date.parse(next_run_at) <= now))
    return false
  for (const status of ["queued", "running"] as const) {
    if ((await kittiwake.monitors.runs({ status, limit: 1 })).data.length > 0) return false
  }
  for (const status of ["pending", "delivering"] as const) {
    if ((await kittiwake.webhooks.list({ status, limit: 1 })).data.length > 0) return false
  }
  return true
}

const orFail = <A>(work: () => Promise<A>): Effect.Effect<A, Error> =>
  Effect.tryPromise({ try: work, catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause))) })

/** Waits until nothing is due, under way or still to be told, by the time that really passes. */
const settle = Effect.fnUntraced(function* (kittiwake: Instance, { clock }: DemoClock) {
  const settled = orFail(() => isSettled(kittiwake, clock.currentTimeMillisUnsafe()))
  const ended = yield* Effect.timeoutOption(
    Effect.repeat(settled, { until: Boolean, schedule: Schedule.spaced(pollEvery) }),
    patience
  )
  if (Option.isNone(ended)) return yield* Effect.fail(new Error("What was begun does not end."))
})

/** Starts a demo, which ends with its scope: the servers close, and its directory goes. The monitors have had their first look. */
export const startDemo = Effect.fn("startDemo")(function* ({
  behind = Duration.zero,
  browser = { setting: Option.none(), hasSandbox: true, isGuarded: false },
  hasDashboard = true,
  isInMemory = false,
  monitors: names = usual,
  onLog = () => undefined,
  port = 0
}: DemoOptions = {}): Effect.fn.Return<Demo, Error, Scope.Scope> {
  const site = yield* serveSite
  const directory = isInMemory ? null : yield* throwAwayDirectory
  const clock = makeDemoClock(yield* Clock.Clock, behind)
  const apiKey = `sk_${randomBytes(20).toString("hex")}`
  const adminToken = randomBytes(24).toString("hex")
  const options = {
    ...(directory === null ? { memory: true as const } : { dataDirectory: directory }),
    dashboard: hasDashboard,
    // The only place that may be reached although it is of this machine.
    egressAllow: [new URL(site.url).host],
    ...(Option.isSome(browser.setting) ? { browser: browser.setting.value } : {}),
    ...{ browserHasSandbox: browser.hasSandbox, browserIsGuarded: browser.isGuarded },
    ...{ apiKey, adminToken, onLog }
  }
  const kittiwake = yield* Effect.acquireRelease(
    orFail(() => openInstance(options, { clock: clock.clock, browserDirectory: browser.directory ?? null })),
    (opened) => Effect.promise(() => opened.close())
  )
  const url = port === null ? addressInside : yield* listen(kittiwake.nodeHandler, port)
  const inboxUrl = `${url}/inbox/own`
  const wanted = wantedMonitors(site.url)
  const watch = async (name: DemoMonitorName): Promise<DemoMonitor> => {
    const {
      id,
      name: title,
      target,
      webhook
    } = await kittiwake.monitors.create({
      ...wanted[name],
      schedule: everySixHours,
      webhook: { url: inboxUrl, events: ["change.detected", "monitor.failing", "monitor.recovered"] }
    })
    return { name, id, title, url: target.url, secret: String(webhook?.secret) }
  }
  const monitors = yield* Effect.forEach(names, (name) => orFail(() => watch(name)))
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const settled = () => run(settle(kittiwake, clock))
  yield* settle(kittiwake, clock)
  return {
    ...{ url, apiKey, adminToken, directory, site, monitors, inboxUrl, kittiwake },
    now: () => clock.clock.currentTimeMillisUnsafe(),
    advance: (duration) => {
      clock.advance(duration)
      return settled()
    },
    catchUp: () => {
      clock.advance(clock.behind())
      return settled()
    },
    passLooks: async () => {
      const data = await watching(kittiwake)
      // Looks of several monitors are spread a little, so that they do not all come at once.
      const last = Math.max(...data.map(({ next_run_at }) => Date.parse(next_run_at ?? "")).filter(Number.isFinite))
      clock.advance(Duration.millis(Math.max(0, last - clock.clock.currentTimeMillisUnsafe()) + 1_000))
      await settled()
    },
    look: async (some = monitors) => {
      for (const { id } of some) await kittiwake.monitors.runNow(id)
      await settled()
    },
    watchByBrowser: async () => {
      const monitor = await watch("status")
      await settled()
      const [run] = (await kittiwake.monitors.runs({ monitor_id: monitor.id, limit: 1 })).data
      if (run?.status === "completed") return { monitor, lacking: null }
      await kittiwake.monitors.remove(monitor.id)
      return { monitor: null, lacking: run?.error?.message ?? "The browser does not answer." }
    }
  }
})
