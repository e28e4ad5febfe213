/** All loops of a worker. */
import { Layer } from "effect"
import * as Batcher from "./batcher.ts"
import * as ClockKeeper from "./clockKeeper.ts"
import * as Deliverer from "./deliverer.ts"
import * as Gatherer from "./gatherer.ts"
import * as Pruner from "./pruner.ts"
import * as Refresher from "./refresher.ts"
import * as Scheduler from "./scheduler.ts"
import * as Sweeper from "./sweeper.ts"
import type { Upkeep } from "./upkeepLoop.ts"
import type { LoopOptions } from "./workLoop.ts"

export type { LoopOptions } from "./workLoop.ts"

export interface WorkerOptions {
  readonly scheduler?: Partial<LoopOptions>
  readonly batcher?: Partial<LoopOptions>
  readonly deliverer?: Partial<LoopOptions>
  readonly sweeper?: Partial<Sweeper.SweeperOptions>
  readonly pruner?: Partial<Pruner.PrunerOptions>
  readonly refresher?: Partial<Upkeep>
  readonly gatherer?: Partial<Upkeep>
  readonly clockKeeper?: Partial<ClockKeeper.ClockKeeperOptions>
}

/** Runs until its scope closes; safe beside any number of others on one database. */
export const layer = (options: WorkerOptions = {}) =>
  Layer.mergeAll(
    Scheduler.layer(options.scheduler),
    Batcher.layer(options.batcher),
    Deliverer.layer(options.deliverer),
    Sweeper.layer(options.sweeper),
    Pruner.layer(options.pruner),
    Refresher.layer(options.refresher),
    Gatherer.layer(options.gatherer),
    ClockKeeper.layer(options.clockKeeper)
  )
