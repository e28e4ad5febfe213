/** What a demo shows, step by step: a site that flickers, then changes, and what an installation makes of it. */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { ChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { lineChange } from "@kittiwake/core/internal/monitors/domain/differingWords"
import type { RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import { Duration } from "effect"
import type { DemoPart, DemoReport, DiffLine, ShownChange, ShownEvent, ShownLooks } from "./DemoReport.ts"
import { changedState, firstState, quotes, type SiteState } from "./siteState.ts"
import type { Demo, DemoMonitor } from "./startDemo.ts"
import { sizeOf, stripLength, stripOf } from "./strip.ts"

type TracedRun = RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> }

const what: { readonly [N in DemoMonitor["name"]]: string } = {
  pricing: "every word of the page",
  blog: "pages that come, go and move",
  jobs: "data: title and location of each job",
  goal: "“when the price of Pro changes”",
  status: "what only a browser shows"
}

const newestRun = async ({ kittiwake }: Demo, { id }: DemoMonitor): Promise<TracedRun> => {
  const [run] = (await kittiwake.monitors.runs({ monitor_id: id, limit: 1 })).data
  return kittiwake.monitors.run(id, run!.id)
}

const outcomeOf = ({ trace }: TracedRun, step: string): string | undefined =>
  trace.findLast((one) => one.step === step)?.outcome

/** A line that went and one that came in its place, each with the words that differ. */
const pairOf = (before: string, after: string): ReadonlyArray<DiffLine> => {
  const { changes } = lineChange({ before, after, isCut: false, isEndCut: false })
  return [
    { sign: "-", text: before, marked: changes.map((change) => change.before).filter(Boolean) },
    { sign: "+", text: after, marked: changes.map((change) => change.after).filter(Boolean) }
  ]
}

const bare =
  (sign: DiffLine["sign"]) =>
  (text: string): DiffLine => ({ sign, text, marked: [] })

/** Lines that went and came: in pairs where as many did, so that each stands against its own. */
const linesBetween = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<DiffLine> =>
  before.length === after.length
    ? before.flatMap((line, index) => pairOf(line, after[index]!))
    : [...before.map(bare("-")), ...after.map(bare("+"))]

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url

/** What differs, in lines. */
export const diffLines = (change: ChangeRecord): ReadonlyArray<DiffLine> => {
  const { added_urls = [], diff, evidence = [], moved_urls = [], removed_urls = [] } = change
  if (diff !== undefined) {
    const lines = diff.split("\n")
    const that = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1))
    return linesBetween(that("-"), that("+"))
  }
  if (evidence.length > 0) {
    const texts = (side: "after" | "before") => evidence.flatMap((one) => one[side].split("\n").filter(Boolean))
    return linesBetween(texts("before"), texts("after"))
  }
  const moved = new Set(moved_urls.flatMap(({ from, to }) => [from, to]))
  const others = (urls: ReadonlyArray<string>) => urls.filter((url) => !moved.has(url)).map(pathOf)
  return [
    ...moved_urls.map(({ from, to }) => bare("↦")(`${pathOf(from)} → ${pathOf(to)}`)),
    ...others(removed_urls).map(bare("-")),
    ...others(added_urls).map(bare("+"))
  ]
}

/** Why a change was told: what the judge said, or else that all looks agree. */
const whyOf = (run: TracedRun): string => outcomeOf(run, "judge") ?? outcomeOf(run, "confirm") ?? "all looks agree"

const shownChange = async (demo: Demo, monitor: DemoMonitor): Promise<ShownChange | null> => {
  const run = await newestRun(demo, monitor)
  if (run.change_id === null) return null
  const change = await demo.kittiwake.monitors.change(run.change_id)
  return {
    ...{ monitor: monitor.title, id: change.id, title: change.title, summary: change.summary },
    ...{ lines: diffLines(change), importance: change.importance ?? null, confidence: change.confidence ?? null },
    why: whyOf(run)
  }
}

/** Checks an event as a receiver does that knows nothing of us: an HMAC over the moment and the body. */
export const checkEvent = (headers: Readonly<Record<string, string>>, body: string, secret: string): boolean => {
  const [, seconds, given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["x-service-signature"] ?? "") ?? []
  const expected = createHmac("sha256", secret).update(`${seconds}.${body}`).digest()
  return given !== "" && timingSafeEqual(Buffer.from(given, "hex"), expected)
}

const shownEvent = async ({ inboxUrl, kittiwake, monitors }: Demo, id: string): Promise<ShownEvent> => {
  const { body, event, headers, monitor_id, size, verdict } = await kittiwake.inbox.get(id)
  const secret = monitors.find((one) => one.id === monitor_id)?.secret ?? ""
  const { data } = await kittiwake.webhooks.list({ status: "delivered", limit: 100, monitor_id: String(monitor_id) })
  const attempt = data[0] === undefined ? null : (await kittiwake.webhooks.get(data[0].id)).last_attempt
  const checked = checkEvent(headers, body, secret)
  return {
    id,
    url: inboxUrl,
    http_status: attempt?.http_status ?? null,
    event,
    verdict,
    size,
    headers,
    body,
    secret,
    checked
  }
}

/** What arrived; the one of the monitor with a goal is shown, because it says most. */
const inboxPart = async (demo: Demo): Promise<DemoPart> => {
  const { data } = await demo.kittiwake.inbox.list({ limit: 100 })
  const goal = demo.monitors.find(({ name }) => name === "goal")
  const shown = data.find(({ monitor_id }) => monitor_id === goal?.id) ?? data[0]
  if (shown === undefined) throw new Error("Nothing arrived in the inbox.")
  const verified = data.filter(({ verdict }) => verdict === "verified").length
  return { part: "inbox", events: data.length, verified, event: await shownEvent(demo, shown.id) }
}

const shownLooks = async ({ kittiwake }: Demo, { id, title }: DemoMonitor): Promise<ShownLooks> => {
  const { data: runs } = await kittiwake.monitors.runs({ monitor_id: id, limit: 100 })
  const found = runs.slice(0, stripLength).flatMap(({ change_id }) => (change_id === null ? [] : [change_id]))
  const sizes = new Map<string, number>()
  for (const changeId of found) sizes.set(changeId, sizeOf(await kittiwake.monitors.change(changeId)))
  return {
    monitor: title,
    strip: stripOf(runs, sizes),
    looks: runs.filter(({ status }) => status === "completed" || status === "failed").length,
    changes: runs.filter(({ change_id }) => change_id !== null).length,
    failures: runs.filter(({ status }) => status === "failed").length
  }
}

const later = async (demo: Demo, after: "a day" | "a week"): Promise<DemoPart> => {
  const monitors: Array<ShownLooks> = []
  for (const monitor of demo.monitors) monitors.push(await shownLooks(demo, monitor))
  return { part: "later", after, monitors }
}

/** Looks of a day, which come every six hours. */
const looksOfDay = 4

/** By how much the clock of a demo is put forward while its story is told, at most. */
export const storyTakes = Duration.sum(Duration.days(7), Duration.hours(5))

/** What the site becomes in the week, by the look before which it does. */
const week: Readonly<Record<number, (state: SiteState) => SiteState>> = {
  3: (state) => ({ ...state, jobs: [...state.jobs, { title: "Boat skipper", place: "Runde" }] }),
  9: (state) => ({ ...state, isDown: true }),
  11: (state) => ({ ...state, isDown: false }),
  15: (state) => ({ ...state, price: 22 }),
  19: (state) => ({
    ...state,
    posts: [
      ...state.posts,
      {
        path: "/blog/spring-count",
        title: "The spring count",
        text: "Counters are wanted for the last week of May: two people a ledge, four hours a day, and a boat that waits."
      }
    ]
  }),
  23: (state) => ({ ...state, flickers: true }),
  24: (state) => ({ ...state, flickers: false })
}

const passDays = async (demo: Demo, looks: number, changes: typeof week = {}): Promise<void> => {
  for (let look = 0; look < looks; look++) {
    const change = changes[look]
    if (change !== undefined) demo.site.become(change(demo.site.state()))
    await demo.passLooks()
  }
}

/** The page that only a browser shows: one monitor more, where there is a browser. */
const browserPart = async (demo: Demo): Promise<DemoPart> => {
  const { lacking, monitor } = await demo.watchByBrowser()
  if (monitor === null) return { part: "browser", monitor, change: null, lacking }
  demo.site.become({ ...demo.site.state(), status: "Maps are slow since nine." })
  await demo.look([monitor])
  const change = await shownChange(demo, monitor)
  // Drawing a page takes far longer than reading one: the looks of a week would.
  await demo.kittiwake.monitors.update(monitor.id, { status: "paused" })
  const { id, title, url } = monitor
  return {
    ...{ part: "browser", monitor: { id, title, url }, change },
    lacking: change === null ? ((await newestRun(demo, monitor)).error?.message ?? "Nothing differed.") : null
  }
}

/** Which quote stands in what the page is compared with. */
const quoteKept = async ({ kittiwake, monitors }: Demo): Promise<number> => {
  const pricing = monitors.find(({ name }) => name === "pricing")
  const kept = pricing === undefined ? "" : JSON.stringify((await kittiwake.monitors.get(pricing.id)).baseline)
  return Math.max(
    0,
    quotes.findIndex(([said]) => kept.includes(said))
  )
}

/** Shows everything, and tells of each part as soon as it is there. */
export const tellStory = async (demo: Demo, tell: (part: DemoPart) => void): Promise<DemoReport> => {
  const report: Array<DemoPart> = []
  const show = (part: DemoPart) => {
    report.push(part)
    tell(part)
  }
  const monitors = demo.monitors.map(({ name, title, url }) => ({ title, url, what: what[name] }))
  show({ part: "start", url: demo.url, site: demo.site.url, monitors })

  demo.site.become({ ...firstState, flickers: true })
  await demo.look()
  const quiet = []
  for (const monitor of demo.monitors) {
    const run = await newestRun(demo, monitor)
    const why = outcomeOf(run, "confirm")
    if (why !== undefined) quiet.push({ monitor: monitor.title, monitor_id: monitor.id, run_id: run.id, why })
  }
  show({ part: "quiet", looks: quiet })

  demo.site.become(changedState)
  await demo.look()
  const changes = []
  for (const monitor of demo.monitors) {
    const change = await shownChange(demo, monitor)
    if (change !== null) changes.push(change)
  }
  show({ part: "changes", changes })
  show(await browserPart(demo))
  show(await inboxPart(demo))

  // Looks at what flickers take seconds of ours: from now on it does once, and else shows what it showed when it changed.
  demo.site.become({ ...demo.site.state(), flickers: false, quote: await quoteKept(demo) })
  await passDays(demo, looksOfDay)
  show(await later(demo, "a day"))
  await passDays(demo, 6 * looksOfDay, week)
  show(await later(demo, "a week"))
  return report
}
