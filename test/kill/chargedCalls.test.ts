/** What the books say after a process dies with calls on its hands that cost credits: charged, and not logged yet. */
import { assert, describe, it } from "@effect/vitest"
import type { TestOptions } from "vitest"
import type { OpenStorage } from "../endToEnd/storages.ts"
import type { Beat, Trap } from "./Beat.ts"
import { checkUsage } from "./checks.ts"
import type { Ended } from "./child.ts"
import { callCount } from "./makeCalls.ts"
import type { Report } from "./Report.ts"
import { openScene, reported } from "./scene.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

/** Before any charge, after the first, in the midst of them, after the last, and around the log. */
const traps: ReadonlyArray<Trap> = [
  { beat: "call.settling", nth: 1 },
  { beat: "call.settled", nth: 1 },
  { beat: "call.settled", nth: 3 },
  { beat: "call.settled", nth: callCount },
  { beat: "call.logging", nth: 1 },
  { beat: "call.logged", nth: 1 }
]

/** The routes of the calls that passed a beat in any of the processes, by their request ids. */
const passedIn = (processes: ReadonlyArray<Ended>, beat: Beat): ReadonlyMap<string, string> =>
  new Map(
    processes.flatMap(({ passed }) =>
      passed.flatMap((line) => {
        const [route = "", requestId = ""] = line.subject.split(" ")
        return line.beat === beat ? [[requestId, route] as const] : []
      })
    )
  )

/** Credits by route, as the ledger has them of calls whose routes the journals know. */
const chargedByRoute = ({ entries }: Report, routes: ReadonlyMap<string, string>): Readonly<Record<string, number>> => {
  const charged: Record<string, number> = {}
  for (const { cause, credits } of entries) {
    if (cause.kind !== "request") continue
    const route = routes.get(cause.id) ?? "a call that nobody made"
    charged[route] = (charged[route] ?? 0) - credits
  }
  return charged
}

const checkBooks = (killed: ReadonlyArray<Ended>, last: Ended, report: Report): void => {
  const all = [...killed, last]
  checkUsage(report)
  const used = report.usage.map(({ creditsUsed, value }) => [value, creditsUsed])
  const charged = chargedByRoute(report, passedIn(all, "call.settling"))
  assert.deepStrictEqual(Object.fromEntries(used), charged, "the history of every route is what it was charged")
  assert.lengthOf(used, callCount, "every operation was charged")
  const causes = new Set(report.entries.map(({ cause }) => cause.id))
  for (const id of passedIn(all, "call.settled").keys()) assert.isTrue(causes.has(id), "a charge was lost")
  for (const id of passedIn(killed, "call.logged").keys())
    assert.include(report.loggedIds, id, "a logged call was lost")
  const unlogged = [...passedIn(killed, "call.settled").keys()].filter((id) => !report.loggedIds.includes(id))
  // The one that had just been charged at each of three deaths, and one that was about to be logged.
  assert.isAtLeast(unlogged.length, 4, "the deaths came too late to keep calls out of the log")
}

const callTest = (name: string, open: OpenStorage, options: TestOptions) =>
  it.concurrent(`a kill at any beat between charge and log, with ${name}: the history of usage has every credit`, {
    timeout: 240_000,
    ...options
  }, async () => {
    await using scene = await openScene(open)
    const killed: Array<Ended> = []
    for (const trap of traps) {
      const ended = await scene.start({ part: "calls", sweeps: true, trap }).ended
      assert.strictEqual(ended.signal, "SIGKILL", `it never came to ${trap.beat}: ${ended.stderr}`)
      if (ended.sweep !== null) checkUsage(ended.sweep.found)
      killed.push(ended)
    }
    const { last, report } = await reported(scene.start({ part: "calls", sweeps: true }))
    checkBooks(killed, last, report)
  })

const storages = await storagesInTurn("chargedCalls")

describe("calls whose process dies", () => {
  for (const { name, open, options } of storages) callTest(name, open, options)
})
