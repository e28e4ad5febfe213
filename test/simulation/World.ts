/** Everything outside the processes of a simulation: the database, the sites, the receivers, and what goes wrong. */

import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import * as Memory from "@kittiwake/core/memory/Memory"
import type { Recorded, RunClaim, RunOutcome } from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Stores } from "@kittiwake/core/Stores"
import { Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { segmentBlob } from "../../packages/core/src/batches/domain/segmentBlob.ts"
import { Database, type Tables } from "../../packages/core/src/memory/Database.ts"
import { BatchWitness } from "./batches/BatchWitness.ts"
import type { Called } from "./chargedCalls.ts"
import { drawFaults, type FaultKind, type FaultRates, noFaults } from "./Faults.ts"
import { checkCommit } from "./invariants.ts"
import { Leases } from "./Leases.ts"
import { Profiles } from "./Profiles.ts"
import type { PlantedBug } from "./planted/bugs.ts"
import type { Arrival } from "./Receiver.ts"
import { minutes, type Scale } from "./Scale.ts"
import { checkTenants } from "./tenants.ts"
import { epochMillis, type Incarnation, newIncarnation, Universe } from "./Universe.ts"
import { Witness } from "./Witness.ts"
import { Servings } from "./web/Servings.ts"
import { Sites } from "./web/Sites.ts"
import { LookWitness, type Misclick } from "./witness/LookWitness.ts"
import { OutageWitness } from "./witness/OutageWitness.ts"

/** One call of a store: what it is called, with what, and how to call it so. */
export interface StoreCall {
  readonly operation: string
  readonly args: ReadonlyArray<unknown>
  readonly make: (args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

/** By how much the clock of a process is off at most. */
const mostSkewMillis = 25 * 60_000

/** Does whole what a store is asked for, by this clock. */
const runAt = (clock: Clock.Clock) => Effect.runSyncExitWith(Context.make(Clock.Clock, clock))

export class World {
  readonly universe: Universe
  readonly scale: Scale
  readonly rates: FaultRates
  readonly bug: PlantedBug | null
  readonly leaseMillis = 60_000
  readonly fired: { [K in FaultKind]: number } = { ...noFaults }
  readonly arrivals = new Map<string, Arrival>()
  readonly violations: Array<string> = []
  readonly sites: Sites
  readonly servings = new Servings()
  readonly profiles = new Profiles()
  readonly misclicks = new Map<string, Misclick>()
  /** The newest life of each process. */
  readonly incarnations = new Map<string, Incarnation>()
  readonly organizations: Array<OrganizationId> = []
  /** Calls that were made, by their request ids. */
  readonly calls = new Map<string, Called>()
  readonly tables: Tables
  /** The stores themselves, without the network in front of them. */
  readonly stores: Context.Context<Stores | Database>
  readonly witness: Witness
  readonly looks: LookWitness
  readonly batches: BatchWitness
  /** What all processes put their blobs into. */
  readonly blobs: BlobStore["Service"]
  /** Whether its callers submit batches too; they have fewer monitors then. */
  readonly isOfBatches: boolean
  readonly monitors: Scale["monitors"]
  /** Whether its blobs are away for so long that batches do not come on. */
  readonly losesBlobs: boolean
  /** Bytes of a piece of results from which on it is a blob: all of them, or, with so few records, none. */
  readonly largeSegmentBytes: number
  blobsAwayUntil = 0
  storeAway = false
  receiversAway = false
  healed = false
  commits = 0
  private ids = 0
  private readonly runInDatabase: ReturnType<typeof runAt>
  private readonly leases: Leases

  constructor(seed: number, bug: PlantedBug | null, scale: Scale = minutes) {
    this.scale = scale
    this.universe = new Universe(seed)
    this.sites = new Sites(this.universe.chance, scale)
    this.rates = drawFaults(this.universe.chance, scale.calmer)
    this.bug = bug
    this.isOfBatches = this.universe.chance.happens(scale.ofBatches)
    this.largeSegmentBytes = seed % 2 === 0 ? 0 : 1_000_000
    this.losesBlobs = this.isOfBatches && this.rates.blobsLost
    this.monitors = this.isOfBatches ? scale.monitorsBesideBatches : scale.monitors
    this.stores = Effect.runSync(Effect.scoped(Layer.build(Memory.layerStores)))
    this.tables = Context.get(this.stores, Database)
    const violated = (what: string) => this.violated(what)
    this.blobs = Context.get(Effect.runSync(Effect.scoped(Layer.build(MemoryBlobs.layer))), BlobStore)
    this.batches = new BatchWitness(this.tables, {
      nowMillis: () => Math.floor(epochMillis + this.universe.now),
      leaseMillis: this.leaseMillis,
      skewMillis: this.rates.skew ? mostSkewMillis : 0,
      hasBlob: (organizationId, batchId, segmentId) =>
        Option.isSome(Effect.runSync(this.blobs.head(segmentBlob(organizationId, batchId, segmentId)))),
      violated
    })
    this.leases = new Leases(this.leaseMillis, violated)
    const outages = new OutageWitness()
    this.witness = new Witness(this.tables, outages, {
      nowMillis: () => Math.floor(epochMillis + this.universe.now),
      violated
    })
    this.looks = new LookWitness(this.tables, {
      servings: this.servings,
      misclicks: this.misclicks,
      profileEnds: this.profiles.ends,
      nowMillis: () => this.universe.now,
      failuresOf: (monitorId) => outages.failuresOf(monitorId),
      violated
    })
    this.runInDatabase = runAt(this.universe.clock(newIncarnation("database")))
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

  private ask(caller: Incarnation, { args, make }: StoreCall): Exit.Exit<unknown, unknown> {
    const run =
      this.bug === "judges leases by the process's own clock" ? runAt(this.universe.clock(caller)) : this.runInDatabase
    return run(make(args))
  }

  /**
   * Does a store's method whole at this instant, by the database's clock, and checks what must always hold. Where nobody hears
   * the answer any more, a refusal that is a defect is nobody's.
   */
  commit(caller: Incarnation, call: StoreCall, isHeard = true): Exit.Exit<unknown, unknown> {
    const { args, operation } = call
    const looked =
      operation === "RunStore.record" ? this.looks.recording(args[0] as ReadonlyArray<RunOutcome>) : undefined
    const seen = this.witness.before(operation, args)
    const ofBatches = this.batches.before(operation, args)
    const exit = this.ask(caller, call)
    this.commits++
    this.leases.observe(operation, args, exit, this.universe.now)
    if (exit._tag === "Success") {
      seen?.(exit.value)
      ofBatches?.(exit.value)
      looked?.(exit.value as ReadonlyArray<Recorded>)
      if (operation === "RunStore.claimDue") this.looks.claimed(exit.value as ReadonlyArray<RunClaim>, caller)
      checkTenants(this, call, exit.value, (strangers) => this.ask(caller, strangers))
    } else if (isHeard && exit.cause.reasons.some((reason) => reason._tag === "Die")) {
      this.violated(`${operation} died: ${String(exit.cause)}`)
    }
    checkCommit(this)
    return exit
  }

  /** Does what the store of blobs is asked for, by its own clock. */
  commitBlob(call: StoreCall): Exit.Exit<unknown, unknown> {
    const exit = this.runInDatabase(call.make(call.args))
    if (Exit.isFailure(exit) && exit.cause.reasons.some((reason) => reason._tag === "Die"))
      this.violated(`${call.operation} died: ${String(exit.cause)}`)
    return exit
  }

  /** Whether the store of blobs is away now. */
  get blobsAway(): boolean {
    return this.universe.now < this.blobsAwayUntil
  }

  /** Ends a process between two instructions. */
  kill(incarnation: Incarnation): void {
    incarnation.alive = false
  }
}
