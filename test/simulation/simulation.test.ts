import "./leanHere.ts"

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../../scripts/run.ts"
import { patchedSource } from "../patching/SourcePatch.ts"
import { casesInTurn } from "../setup/turns.ts"
import { enclosed } from "./enclosed.ts"
import type { FaultKind } from "./Faults.ts"
import { noFaults } from "./Faults.ts"
import { wrappedBugs } from "./planted/bugs.ts"
import { patches } from "./planted/patches.ts"
import { quarter } from "./Scale.ts"
import { simulate } from "./simulate.ts"
import { addTold, nothingTold } from "./told.ts"
import { type LookKind, lookKinds, noLooks } from "./witness/LookWitness.ts"

/** Seeds of the short form, and as many more as it takes until everything was told; `npm run simulate` runs thousands. */
const leastSeeds = 50

/** Those that every run takes, which find each of the planted bugs; of the others a quarter. */
const everyRun = 25
const seeds = Array.from({ length: leastSeeds }, (_, index) => index + 1)
const seedsInTurn = [...seeds.slice(0, everyRun), ...casesInTurn(seeds.slice(everyRun), 4)]

/** Most seeds until everything was told, and a planted bug must have been found. */
const patience = 150

/** Most seeds of days that are asked for what minutes did not tell: an outage and its end seldom fall into those. */
const patienceOfDays = 6

/** Seeds whose history is told twice. */
const repeatedSeeds = 2

const results = new Map<number, ReturnType<typeof simulate>>()

const resultOf = (seed: number) => {
  const known = results.get(seed)
  if (known !== undefined) return known
  const result = simulate(seed)
  results.set(seed, result)
  return result
}

const days = new Map<number, ReturnType<typeof simulate>>()

/** Days of monitors of every kind. */
const daysOf = (seed: number) => {
  const known = days.get(seed)
  if (known !== undefined) return known
  const result = simulate(seed, null, quarter(12, 10))
  days.set(seed, result)
  return result
}

/** Whether a seed looks at files, at data and with profiles. */
const isMixed = (seed: number) => lookKinds.every((kind) => resultOf(seed).looks[kind] > 0)

const timeout = 240_000

const simulated = (...args: ReadonlyArray<string>) => run(process.execPath, ["test/simulation/main.ts", ...args])

describe("under faults of every kind", () => {
  it("no run, charge or delivery is lost or doubled, and every kind of fault fired", { timeout }, () => {
    const fired: { [K in FaultKind]: number } = { ...noFaults }
    const told = nothingTold()
    const looks: { [K in LookKind]: number } = { ...noLooks }
    let repeated = 0
    const isAllTold = () => Object.values(told).every((count) => count > 0)
    const look = (seed: number) => {
      const result = resultOf(seed)
      assert.deepStrictEqual(result.violations, [], `seed ${seed}: replay it with npm run simulate -- --seed ${seed}`)
      for (const kind of Object.keys(fired) as Array<FaultKind>) fired[kind] += result.fired[kind]
      addTold(told, result.told)
      for (const kind of lookKinds) looks[kind] += result.looks[kind]
      repeated += result.repeated
    }
    for (const seed of seedsInTurn) look(seed)
    for (let seed = 1; seed <= patienceOfDays && !isAllTold(); seed++) {
      const result = daysOf(seed)
      assert.deepStrictEqual(result.violations, [], `seed ${seed} of days`)
      addTold(told, result.told)
    }
    const isAllFired = () => Object.values(fired).every((count) => count > 0)
    for (let seed = leastSeeds + 1; seed <= patience && !(isAllTold() && isAllFired()); seed++) look(seed)
    // "None lost of no faults" would prove nothing.
    for (const [kind, count] of Object.entries(fired)) assert.isAbove(count, 0, `no fault of kind ${kind} fired`)
    for (const [kind, count] of Object.entries(told)) assert.isAbove(count, 0, `nothing of the kind ${kind} was told`)
    for (const [kind, count] of Object.entries(looks))
      assert.isAbove(count, 0, `no look of the kind ${kind} was completed`)
    assert.isAbove(repeated, 0, "no event arrived twice, so at-least-once was never put to the test")
  })

  it("and none in days of monitors of every kind", { timeout }, () => {
    const { runs, violations } = daysOf(1)
    assert.deepStrictEqual(violations, [])
    assert.isAbove(runs, 24)
  })

  it("the same seed has the same history, in another process too", { timeout }, async () => {
    const hasSpan = Effect.fn("simulated")(() => Effect.isSuccess(Effect.currentSpan))
    assert.isFalse(Effect.runSync(hasSpan()), "spans are steps as well, and `npm run simulate` makes none")
    const traces: Array<number> = []
    const mixed: Array<number> = []
    for (let seed = 1; seed <= patience && mixed.length < repeatedSeeds; seed++) if (isMixed(seed)) mixed.push(seed)
    assert.lengthOf(mixed, repeatedSeeds)
    for (const seed of mixed) {
      const first = resultOf(seed)
      assert.deepStrictEqual(simulate(seed), first)
      traces.push(first.trace)
    }
    assert.strictEqual(new Set(traces).size, traces.length)
    const { output } = await simulated("--seed", String(mixed[0]))
    assert.deepInclude(JSON.parse(output), { trace: traces[0], replaysAlike: true })
  })

  it("who asks the machine for what differs each time is told of", () => {
    const asked: Array<string> = []
    const { random } = Math
    const ask = () => [Math.random(), Date.now(), performance.now(), crypto.randomUUID(), process.hrtime.bigint()]
    enclosed(ask, (what) => asked.push(what))
    assert.throws(
      () =>
        enclosed(
          () => assert.fail("ended"),
          () => {}
        ),
      "ended"
    )
    ask()
    assert.deepStrictEqual(asked, ["random", "now", "now", "randomUUID", "bigint"])
    assert.strictEqual(Math.random, random)
  })
})

describe("a planted bug is found:", () => {
  it.each(wrappedBugs)("%s", { timeout }, (bug) => {
    const found = Array.from({ length: patience }, (_, index) => index + 1).find(
      (seed) => simulate(seed, bug).violations.length > 0
    )
    assert.isDefined(found, `not found in ${patience} seeds`)
  })

  // `npm run simulate -- --planted` looks for all of them.
  it("a mistake in a source file", { timeout }, async () => {
    const ended = await simulated("--planted", "--bug", "reads a run of any organization", "--seeds", String(patience))
    assert.strictEqual(ended.code, 0, ended.output)
    assert.include(ended.output, "1 of 1 planted bugs found")
  })

  it("and one that is not there is missed", { timeout }, async () => {
    const ended = await simulated("--planted", "--bug", "makes no difference", "--seeds", "3")
    assert.strictEqual(ended.code, 1, ended.output)
    assert.include(ended.output, "MISSED in 3 seeds: makes no difference")
  })

  it("all of those in source files still fit the sources", () => {
    for (const patch of Object.values(patches)) assert.isNotEmpty(patchedSource(patch))
  })
})
