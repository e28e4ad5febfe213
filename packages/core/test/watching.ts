/** How the tests of monitors and webhooks begin and look: one page, one monitor, one receiver. */
import { assert, it } from "@effect/vitest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import type { MonitorPatch } from "@kittiwake/core/monitors/domain/MonitorInput"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import type { PageScript } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { type WatchedPage, watched } from "@kittiwake/core/testing/WatchedPage"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { DateTime, Effect, type Layer } from "effect"

export const page = "https://shop.example/pricing"
export const receiver = "https://receiver.example/hook"

export type Installation = Layer.Success<ReturnType<typeof TestInstallation.layer>>

/** A test on an installation of its own. */
export const scenario = <A, E>(
  name: string,
  effect: Effect.Effect<A, E, Installation>,
  options: TestInstallationOptions = {}
) => it.effect(name, () => Effect.provide(effect, TestInstallation.layer(options)), 30_000)

/** What the watched page shows from now on. */
export const show = (script: PageScript) => ScriptedWeb.use((web) => web.page(page, script))

export const advance = (duration: Parameters<TestInstallation["Service"]["advance"]>[0]) =>
  TestInstallation.use((installation) => installation.advance(duration))

export const settle = TestInstallation.use((installation) => installation.settle)

export const newest = { limit: 100, cursor: undefined }

/** Creates a monitor of the page and lets its first run happen. */
export const watch = Effect.fnUntraced(function* (given: Partial<WatchedPage> = {}) {
  const { organization } = yield* TestInstallation
  const monitors = yield* Monitors
  const { monitor } = yield* monitors.create(organization, watched({ url: page, ...given }))
  if (monitor.subscription !== null) {
    const { url, secret } = monitor.subscription
    yield* Inbox.use((inbox) => inbox.trust(url, secret))
  }
  yield* settle
  return monitor.id
})

export const update = Effect.fnUntraced(function* (id: Monitor["id"], patch: MonitorPatch) {
  const { organization } = yield* TestInstallation
  const updated = yield* Monitors.use((monitors) => monitors.update(organization, id, patch))
  yield* settle
  return updated
})

export const remove = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  yield* Monitors.use((monitors) => monitors.remove(organization.id, id))
})

export const runNow = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  const runId = yield* Monitors.use((monitors) => monitors.runNow(organization.id, id))
  yield* settle
  return runId
})

export const stored = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  return yield* Monitors.use((monitors) => monitors.get(organization.id, id))
})

/** The monitor as it is now. */
export const monitorOf = (id: Monitor["id"]) => Effect.map(stored(id), ({ monitor }) => monitor)

/** What a monitor of a page watches. */
export const pageOf = (id: Monitor["id"]) =>
  Effect.map(monitorOf(id), ({ target }) => {
    assert(target.type === "page", "it watches a page")
    return target
  })

/** The text that the next look is compared with, or null. */
export const baselineOf = (id: Monitor["id"]) =>
  Effect.map(stored(id), ({ baseline }) => (baseline?.type === "page" ? baseline.text : null))

/** Runs of the monitor, oldest first, with their traces. */
export const runsOf = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  const monitors = yield* Monitors
  const { data } = yield* monitors.runs(organization.id, { monitorId: id }, newest)
  return yield* Effect.forEach(data.toReversed(), ({ run }) =>
    Effect.map(monitors.run(organization.id, id, run.id), (found) => found.run)
  )
})

/** The newest run of the monitor. */
export const lastRun = (id: Monitor["id"]) => Effect.map(runsOf(id), (runs) => runs.at(-1)!)

/** Changes of the monitor in full, oldest first. */
export const changesOf = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  const monitors = yield* Monitors
  const { data } = yield* monitors.changes(organization.id, {}, newest, { ofMonitor: id })
  return yield* Effect.forEach(data.toReversed(), (change) => monitors.change(organization.id, change.id))
})

/** Deliveries of the organization, oldest first. */
export const deliveries = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  const { data } = yield* Webhooks.use((webhooks) => webhooks.list(organization.id, { type: "monitor" }, newest))
  return data.toReversed()
})

/** Attempts of a delivery, oldest first. */
export const attemptsOf = Effect.fnUntraced(function* (id: Parameters<Webhooks["Service"]["get"]>[1]) {
  const { organization } = yield* TestInstallation
  const { data } = yield* Webhooks.use((webhooks) => webhooks.attempts(organization.id, id, newest))
  return data.toReversed()
})

export const iso = (at: DateTime.Utc | null) => (at === null ? null : DateTime.formatIso(at))

/** What the steps of a run did, in order, before anybody was told. */
export const traceOf = (run: Run) =>
  run.trace.filter(({ step }) => step !== "tell").map(({ step, outcome }) => `${step}: ${outcome}`)

/** What a run says of whom it told. */
export const toldBy = (run: Run) => run.trace.find(({ step }) => step === "tell")?.outcome

/** Asserts that a run ended like this. */
export const assertRun = (run: Run | undefined, expected: Partial<Run>) => {
  assert.isDefined(run)
  for (const key of Object.keys(expected) as Array<keyof Run>) assert.deepEqual(run![key], expected[key], key)
}
