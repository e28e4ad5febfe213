/**
 * One seed: a world with three organizations, two workers and two processes that serve callers; faults until it heals, then rest.
 *
 * Safety is checked after every commit, and what must have come true is checked at the end.
 */

import { checkCalls } from "./chargedCalls.ts"
import { enclosed } from "./enclosed.ts"
import type { FaultKind } from "./Faults.ts"
import { checkEnd } from "./invariants.ts"
import { founded } from "./organizations.ts"
import type { PlantedBug } from "./planted/bugs.ts"
import { startCaller, startWorker } from "./processes.ts"
import { minutes, type Scale } from "./Scale.ts"
import { type Told, toldIn } from "./told.ts"
import { epochMillis } from "./Universe.ts"
import { World } from "./World.ts"
import type { Looks } from "./witness/LookWitness.ts"
import { Callers } from "./workload.ts"

export interface Simulated {
  readonly seed: number
  readonly violations: ReadonlyArray<string>
  /** Equal for equal histories. */
  readonly trace: number
  readonly steps: number
  readonly commits: number
  readonly fired: { readonly [K in FaultKind]: number }
  readonly runs: number
  readonly changes: number
  readonly deliveries: number
  readonly calls: number
  readonly batches: number
  /** Pages of batches that were recorded. */
  readonly pages: number
  /** What was told, by its kind. */
  readonly told: Told
  readonly looks: Looks
  /** Events that arrived more than once, as at least once allows. */
  readonly repeated: number
}

/** When the blobs of a world are lost at the latest, and how long it is looked at: batches wait half an hour before they fail. */
const lossBeginsBy = 4 * 60_000
const afterLossMillis = 60 * 60_000

/** So long before the end blobs are there again, and then all is read that is kept. */
const foundMillis = 45_000
const auditMillis = 30_000

const loseBlobs = (world: World, millis: number): void => {
  world.fired.blobOutage++
  world.blobsAwayUntil = Math.max(world.blobsAwayUntil, world.universe.now + millis)
}

const scheduleWeather = (world: World): void => {
  const { universe, rates } = world
  const { healAtMillis } = world.scale
  for (let count = 0; count < rates.outages; count++) {
    universe.after(universe.chance.next() * healAtMillis * 0.8, () => {
      world.storeAway = true
      world.fired.outage++
      universe.after(1_000 + universe.chance.next() * 90_000, () => {
        world.storeAway = false
      })
    })
  }
  for (let count = 0; count < rates.deaf; count++) {
    universe.after(universe.chance.next() * healAtMillis * 0.8, () => {
      world.receiversAway = true
      world.fired.deaf++
      universe.after(universe.chance.next() * healAtMillis * 0.15, () => {
        world.receiversAway = false
      })
    })
  }
  for (let count = 0; count < rates.blobOutages; count++) {
    universe.after(universe.chance.next() * healAtMillis * 0.8, () =>
      loseBlobs(world, 1_000 + universe.chance.next() * 90_000)
    )
  }
  if (world.losesBlobs) {
    universe.after(universe.chance.next() * lossBeginsBy, () =>
      loseBlobs(world, afterLossMillis - foundMillis - universe.now)
    )
  }
  if (rates.skew) {
    for (let count = 0; count < 4; count++) {
      universe.after(universe.chance.next() * healAtMillis, () => {
        universe.chance.pick([...world.incarnations.values()]).skewMillis += Math.floor(
          (universe.chance.next() - 0.5) * 600_000
        )
        world.fired.skew++
      })
    }
  }
  universe.after(healAtMillis, () => {
    world.healed = true
    world.storeAway = false
    world.receiversAway = false
    for (const incarnation of world.incarnations.values()) incarnation.skewMillis = 0
  })
}

/** Lives one world from its beginning to its end. */
const live = (world: World, scale: Scale): void => {
  founded(world)
  const callers = new Callers(world)
  startWorker(world, "worker 1")
  startWorker(world, "worker 2")
  startCaller(world, "caller 1", callers.program)
  startCaller(world, "caller 2", callers.program)
  scheduleWeather(world)
  const endAtMillis = Math.max(scale.endAtMillis, world.losesBlobs ? afterLossMillis : 0)
  world.universe.after(endAtMillis - auditMillis, () => startCaller(world, "auditor", callers.audit))
  world.universe.run(endAtMillis)
  checkEnd(world, epochMillis + world.universe.now)
  checkCalls(world)
  callers.check()
}

/** Runs one seed to its end; the same seed gives the same answer. */
export const simulate = (seed: number, bug: PlantedBug | null = null, scale: Scale = minutes): Simulated => {
  const world = new World(seed, bug, scale)
  enclosed(
    () => live(world, scale),
    (what) => world.violated(`a process asked for ${what}, which no seed decides`)
  )
  return {
    seed,
    violations: world.violations,
    trace: world.universe.trace >>> 0,
    steps: world.universe.steps,
    commits: world.commits,
    fired: world.fired,
    runs: world.tables.runs.size,
    changes: world.tables.changes.size,
    deliveries: world.tables.deliveries.size,
    calls: world.calls.size,
    batches: world.batches.known.size,
    pages: [...world.batches.known.values()].reduce((sum, { pages }) => sum + pages.size, 0),
    told: toldIn(world.tables),
    looks: world.looks.looks,
    repeated: [...world.arrivals.values()].filter(({ count }) => count > 1).length
  }
}
