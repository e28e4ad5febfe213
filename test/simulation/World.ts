/** Everything outside the processes of a simulation: the database, the sites, the receivers, and what goes wrong. */

import * as Memory from "@kittiwake/core/memory/Memory"
import type { Stores } from "@kittiwake/core/Stores"
import { Clock, Context, Effect, type Exit, Layer } from "effect"
import { Database, type Tables } from "../../packages/core/src/memory/Database.ts"
import { drawFaults, type FaultKind, type FaultRates, noFaults } from "./Faults.ts"
import { checkCommit } from "./invariants.ts"
import { Leases } from "./Leases.ts"
import type { PlantedBug } from "./plantedBugs.ts"
import type { Arrival } from "./Receiver.ts"
import { type Incarnation, Universe } from "./Universe.ts"

/** How a page of the simulated site behaves. */
export interface PageScript {
  /** Moments at which its price changes, in milliseconds since the beginning. */
  readonly changesAt: ReadonlyArray<number>
  readonly flickers: boolean
}

/** When faults stop, and when everything must have come to rest. */
export const healAtMillis = 30 * 60_000
export const endAtMillis = 55 * 60_000

export class World {
  readonly universe: Universe
  readonly rates: FaultRates
  readonly bug: PlantedBug | null
  readonly leaseMillis = 60_000
  readonly fired: { [K in FaultKind]: number } = { ...noFaults }
  readonly arrivals = new Map<string, Arrival>()
  readonly violations: Array<string> = []
  readonly pages = new Map<string, PageScript>()
  readonly incarnations: Array<Incarnation> = []
  readonly tables: Tables
  /** The stores themselves, without the network in front of them. */
  readonly stores: Context.Context<Stores | Database>
  storeAway = false
  healed = false
  commits = 0
  /** Holds that the sweeper gave back; their runs are not charged. */
  holdsExpired = 0
  private ids = 0
  private readonly databaseClock: Clock.Clock
  private readonly leases: Leases

  constructor(seed: number, bug: PlantedBug | null) {
    this.universe = new Universe(seed)
    this.rates = drawFaults(this.universe.chance)
    this.bug = bug
    this.stores = Effect.runSync(Effect.scoped(Layer.build(Memory.layerStores)))
    this.tables = Context.get(this.stores, Database)
    this.leases = new Leases(this.leaseMillis, (what) => this.violated(what))
    this.databaseClock = this.universe.clock({ name: "database", alive: true, skewMillis: 0 })
  }

  /** An id that is new in this world. */
  nextId(prefix: string): string {
    this.ids++
    return `${prefix}_${this.ids.toString(16).padStart(32, "0")}`
  }

  violated(what: string): void {
    if (this.violations.length < 10 && !this.violations.includes(what)) this.violations.push(what)
  }

  /** Whether a fault happens now; none does once the world has healed. */
  strikes(kind: FaultKind, rate: number): boolean {
    if (this.healed || rate === 0 || !this.universe.chance.happens(rate)) return false
    this.fired[kind]++
    return true
  }

  /** Does a store's method whole at this instant, by the database's clock, and checks what must always hold. */
  commit<A, E, R>(
    caller: Incarnation,
    operation: string,
    args: ReadonlyArray<unknown>,
    method: Effect.Effect<A, E, R>
  ): Exit.Exit<A, E> {
    const clock =
      this.bug === "judges leases by the process's own clock" ? this.universe.clock(caller) : this.databaseClock
    const exit = Effect.runSyncExit(Effect.provideService(method as Effect.Effect<A, E>, Clock.Clock, clock))
    this.commits++
    this.leases.observe(operation, args, exit, this.universe.now)
    if (operation === "CreditLedger.expire" && exit._tag === "Success") this.holdsExpired += Number(exit.value)
    if (exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die")) {
      this.violated(`${operation} died: ${String(exit.cause)}`)
    }
    checkCommit(this)
    return exit
  }

  /** Ends a process between two instructions. */
  kill(incarnation: Incarnation): void {
    incarnation.alive = false
  }

  pageOf(url: string): PageScript {
    const found = this.pages.get(url)
    if (found !== undefined) return found
    const { chance } = this.universe
    const made: PageScript = {
      changesAt: Array.from({ length: chance.integer(4) }, () => chance.next() * healAtMillis),
      flickers: chance.happens(0.4)
    }
    this.pages.set(url, made)
    return made
  }
}
