/**
 * Shows the demo beside a server, to its operator: the installation of `kittiwake demo`, in the process, for as long as somebody looks
 * at it.
 *
 * **Details**
 *
 * - It has a storage of its own, in memory, and its own keys: nothing is written anywhere, so that nothing is left even when the process is killed.
 * - The only address of this machine that its monitors may reach is that of its own site. The server's own rules stay as they are.
 * - Where the server has a browser, one more is started for the page that only a browser shows; it ends some minutes after that page was looked at.
 * - Its clock begins a week ago and is put forward as its story is told, so that at the end it is the time that it is.
 * - There is one at most. It ends when it is removed, with the server, or when nobody asked it anything for an hour.
 */
import { Demonstration } from "@kittiwake/http/demonstration/Demonstration"
import { type DemonstrationRecord, noDemonstration } from "@kittiwake/http/internal/demonstration/records"
import { Cause, Clock, DateTime, Duration, Effect, Fiber, Layer, Schedule } from "effect"
import type { BrowserChoice } from "../adapters.ts"
import type { DemoPart, ShownChange } from "./DemoReport.ts"
import type { Demo } from "./startDemo.ts"

/** For how long it stays when nobody asks it anything. */
const staysFor = Duration.hours(1)

/** Longest that its story may take, on a machine that is busy; it takes some 20 s. */
const storyTakesAtMost = Duration.minutes(5)

/** How often it is looked whether anybody does. */
const looksEvery = Duration.minutes(1)

/** A demonstration that was begun. */
interface Shown {
  readonly startedAt: number
  usedAt: number
  state: Exclude<DemonstrationRecord["state"], "none">
  problem: string | null
  demo: Demo | null
  readonly parts: Array<DemoPart>
}

const moment = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

type ToldOf = Pick<DemonstrationRecord, "browser" | "changes" | "days" | "events" | "quiet">

const changeOf = ({ id, importance, title }: ShownChange) => ({ id, title, importance })

const browserOf = ({ change, lacking, monitor }: Extract<DemoPart, { part: "browser" }>): ToldOf["browser"] => ({
  monitor: monitor === null ? null : { id: monitor.id, name: monitor.title, url: monitor.url },
  change: change === null ? null : changeOf(change),
  lacking
})

/** What happened so far, as it is told over HTTP. */
const told = (parts: ReadonlyArray<DemoPart>): ToldOf => {
  const last = parts.findLast((one) => one.part === "later")
  const inbox = parts.find((one) => one.part === "inbox")
  const browser = parts.find((one) => one.part === "browser")
  return {
    quiet: parts.flatMap((one) =>
      one.part === "quiet" ? one.looks.map(({ monitor_id, run_id, why }) => ({ monitor_id, run_id, why })) : []
    ),
    changes: parts.flatMap((one) => (one.part === "changes" ? one.changes.map(changeOf) : [])),
    browser: browser === undefined ? null : browserOf(browser),
    events: inbox === undefined ? null : { arrived: inbox.events, verified: inbox.verified, id: inbox.event.id },
    days: last === undefined ? 0 : last.after === "a day" ? 1 : 7
  }
}

const record = ({ demo, parts, problem, startedAt, state, usedAt }: Shown): DemonstrationRecord => ({
  state,
  started_at: moment(startedAt),
  ends_at: moment(usedAt + Duration.toMillis(staysFor)),
  problem,
  monitors: (demo?.monitors ?? []).map(({ id, title, url }) => ({ id, name: title, url })),
  ...told(parts)
})

const failure = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

/** What is shown, and how its story is told. */
export interface Told {
  readonly startDemo: typeof import("./startDemo.ts").startDemo
  readonly tellStory: typeof import("./story.ts").tellStory
  readonly storyTakes: Duration.Duration
}

const loadTold = async (): Promise<Told> => {
  const [{ startDemo }, { storyTakes, tellStory }] = await Promise.all([import("./startDemo.ts"), import("./story.ts")])
  return { startDemo, tellStory, storyTakes }
}

/** Starts it and tells its story. What it needs is loaded now: no server is slower to start for it. */
const shownIn = Effect.fnUntraced(function* (shown: Shown, browser: BrowserChoice, load: () => Promise<Told>) {
  const { startDemo, storyTakes, tellStory } = yield* Effect.promise(load)
  const demo = yield* startDemo({
    port: null,
    isInMemory: true,
    behind: storyTakes,
    hasDashboard: false,
    browser
  })
  shown.demo = demo
  shown.state = "showing"
  yield* Effect.tryPromise({
    try: async () => {
      await tellStory(demo, (part) => void shown.parts.push(part))
      await demo.catchUp()
    },
    catch: failure
  })
  shown.state = "shown"
})

/** Puts the demonstration's own credential in the place of the operator's, who was let in. */
const asked =
  (shown: Shown, { adminToken, apiKey, kittiwake }: Demo, now: () => number) =>
  (request: Request): Promise<Response> => {
    shown.usedAt = now()
    const isOperators = new URL(request.url).pathname.startsWith("/admin/")
    request.headers.set("authorization", `Bearer ${isOperators ? adminToken : apiKey}`)
    return kittiwake.handler(request)
  }

/** What shows the demonstration that `load` gives, by the browser that the server is told of; it ends with the scope of whoever serves it. */
export const layerOf = (browser: BrowserChoice, load: () => Promise<Told>) =>
  Layer.effect(
    Demonstration,
    Effect.gen(function* () {
      const serving = yield* Effect.scope
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      let current: Shown | null = null
      let running: Fiber.Fiber<void> | null = null

      const standing = Effect.sync(() => (current === null ? noDemonstration : record(current)))

      const untilUnused = (shown: Shown) =>
        Effect.repeat(
          Effect.sync(() => now() - shown.usedAt >= Duration.toMillis(staysFor)),
          { until: Boolean, schedule: Schedule.spaced(looksEvery) }
        )

      const failed = (shown: Shown, cause: Cause.Cause<unknown>) =>
        Effect.logWarning("demonstration failed", cause).pipe(
          Effect.andThen(
            Effect.sync(() => {
              shown.state = "failed"
              shown.problem = failure(Cause.squash(cause)).message
              shown.demo = null
            })
          )
        )

      const toldInTime = (shown: Shown) =>
        Effect.timeoutOrElse(shownIn(shown, browser, load), {
          duration: storyTakesAtMost,
          orElse: () => Effect.fail(new Error(`Its story took more than ${Duration.format(storyTakesAtMost)}.`))
        })

      /** All of a demonstration: it is gone when this ends, however it does. */
      const whole = (shown: Shown) =>
        Effect.scoped(Effect.andThen(toldInTime(shown), untilUnused(shown))).pipe(
          Effect.matchCauseEffect({
            onSuccess: () =>
              Effect.sync(() => {
                if (current === shown) current = null
              }),
            onFailure: (cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : failed(shown, cause))
          })
        )

      const begin = Effect.suspend(() => {
        if (current !== null && current.state !== "failed") return standing
        const shown: Shown = {
          ...{ startedAt: now(), usedAt: now(), state: "preparing", problem: null, demo: null, parts: [] }
        }
        current = shown
        return whole(shown).pipe(
          Effect.forkIn(serving),
          Effect.tap((fiber) =>
            Effect.sync(() => {
              running = fiber
            })
          ),
          Effect.andThen(standing)
        )
      }).pipe(Effect.uninterruptible)

      const remove = Effect.suspend(() => {
        const gone = running
        current = null
        running = null
        return gone === null ? Effect.void : Fiber.interrupt(gone)
      }).pipe(Effect.andThen(standing))

      return {
        standing,
        begin,
        remove,
        answer: () => (current?.demo == null ? null : asked(current, current.demo, now))
      }
    })
  )

/** What shows the demo, by the browser that the server is told of. */
export const layer = (browser: BrowserChoice) => layerOf(browser, loadTold)
