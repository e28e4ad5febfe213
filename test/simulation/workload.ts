/** What callers do in a simulation, and what was promised to them. */

import type { Batches } from "@kittiwake/core/batches/Batches"
import type { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { Credits } from "@kittiwake/core/credits/Credits"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { Ids } from "@kittiwake/core/security/Ids"
import type { Usage } from "@kittiwake/core/usage/Usage"
import type { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Effect, Exit } from "effect"
import { Submitters } from "./batches/Submitters.ts"
import { scrape } from "./chargedCalls.ts"
import { Operator } from "./Operator.ts"
import { Owners, type Promised } from "./Owners.ts"
import { Readers } from "./Readers.ts"
import type { World } from "./World.ts"

/** What a process that serves callers offers them. */
export type Doors = Batches | Monitors | Webhooks | Credits | CreditLedger | Usage | Organizations | Ids | HttpFetcher

/** A request with an idempotency key, which any process may send again. */
interface Asked {
  readonly atMillis: number
  readonly ask: Effect.Effect<string, unknown, Doors>
  /** What it was answered; null while nobody knows whether it was done. */
  answer: string | null
}

/** How long answers are kept for their keys at least, less what clocks may be off (docs: 24 hours). */
const keptMillis = 23 * 3_600_000

export class Callers {
  private readonly asked: Array<Asked> = []
  private readonly keys = new Map<OrganizationId, number>()
  private readonly owners: Owners
  private readonly operator: Operator
  private readonly readers: Readers
  private readonly submitters: Submitters
  private readonly world: World

  constructor(world: World) {
    this.world = world
    this.owners = new Owners(world)
    this.operator = new Operator(world)
    this.readers = new Readers(world)
    this.submitters = new Submitters(world)
  }

  /** Organizations number their requests alike, so that a key says nothing without its organization. */
  private nextKey(organizationId: OrganizationId): IdempotencyKey {
    const number = (this.keys.get(organizationId) ?? 0) + 1
    this.keys.set(organizationId, number)
    return IdempotencyKey.make(`once-${number}`)
  }

  /** Sends a request with a key of its own, or without one. */
  private once(organizationId: OrganizationId, request: (key: IdempotencyKey | undefined) => Asked["ask"]) {
    if (this.world.universe.chance.happens(0.5)) return Effect.asVoid(request(undefined))
    const atMillis = this.world.universe.now
    const asked: Asked = { ask: request(this.nextKey(organizationId)), answer: null, atMillis }
    this.asked.push(asked)
    return this.ask(asked)
  }

  private ask(asked: Asked) {
    return Effect.map(asked.ask, (answer) => {
      if (asked.answer !== null && asked.answer !== answer) this.world.violated("one idempotency key has two answers")
      asked.answer = answer
    })
  }

  /** Sends one of the last requests again, while its key is kept. */
  private askAgain() {
    const { chance, now } = this.world.universe
    const recent = this.asked.slice(-10).filter(({ atMillis }) => now - atMillis < keptMillis)
    return recent.length === 0 ? Effect.void : this.ask(chance.pick(recent))
  }

  private retry() {
    return Effect.gen({ self: this }, function* () {
      const webhooks = yield* Webhooks
      const { chance } = this.world.universe
      const all = [...this.world.tables.deliveries.values()]
      if (all.length === 0) return
      // People ask for what does not arrive, and for what waits above all.
      const waiting = all.filter(({ delivery }) => delivery.status === "retrying")
      const failed = all.filter(({ delivery }) => delivery.status === "failed")
      const asked = [waiting, failed, all].find(({ length }) => length > 0) ?? all
      const { id, organizationId } = chance.pick(asked).delivery
      yield* webhooks.retry(organizationId, id, { force: chance.happens(0.5) })
    })
  }

  private runNow(monitorId: MonitorId, { organizationId }: Promised) {
    return this.once(organizationId, (key) =>
      Effect.flatMap(Monitors, (monitors) => monitors.runNow(organizationId, monitorId, key))
    )
  }

  private operation(): Effect.Effect<void, unknown, Doors> {
    const { chance } = this.world.universe
    if (this.asked.length > 0 && chance.happens(0.08)) return this.askAgain()
    if (chance.happens(0.08)) return Effect.asVoid(this.operator.operation)
    const organizationId = chance.pick(this.world.organizations)
    if (chance.happens(0.12)) return scrape(this.world, organizationId)
    const known = [...this.owners.promised].filter(([, { removed }]) => !removed)
    if (this.world.isOfBatches && chance.happens(0.6)) return Effect.asVoid(this.submitters.operation(organizationId))
    const { least, most } = this.world.monitors
    if (known.length < least || (known.length < most && chance.happens(0.15)))
      return this.once(organizationId, (key) => this.owners.create(organizationId, key))
    const [monitorId, promised] = chance.pick(known)
    switch (chance.integer(16)) {
      case 0:
        return this.owners.remove(monitorId, promised)
      case 1:
      case 2:
      case 3:
      case 4:
        return this.runNow(monitorId, promised)
      case 5:
      case 6:
        return Effect.flatMap(Monitors, (monitors) => monitors.rotateSecret(promised.organizationId, monitorId))
      case 7:
        return this.retry()
      case 8:
      case 9:
      case 10:
        return this.readers.read(promised.organizationId, monitorId)
      default:
        return this.owners.change(monitorId, promised)
    }
  }

  /** Does one thing after another until the world has healed. Whatever fails has promised nothing. */
  readonly program: Effect.Effect<void, never, Doors> = Effect.gen({ self: this }, function* () {
    const { scale, universe } = this.world
    while (universe.now < scale.healAtMillis) {
      const exit = yield* Effect.exit(Effect.suspend(() => this.operation()))
      if (Exit.isFailure(exit) && exit.cause.reasons.some((reason) => reason._tag === "Die")) {
        this.world.violated(`a caller met a defect: ${String(exit.cause)}`)
      }
      const isBusy = this.owners.promised.size < this.world.monitors.least
      yield* Effect.sleep(universe.chance.next() * (isBusy ? Math.min(30_000, scale.pauseMillis) : scale.pauseMillis))
    }
  })

  /** Reads at the end what is kept of batches. */
  readonly audit: Effect.Effect<void, unknown, Doors> = Effect.suspend(() => this.submitters.audit)

  /** What was acknowledged must still be so, and what was asked with one key must have been done once. */
  check(): void {
    const { monitors } = this.world.tables
    const keys = [...monitors.values()].flatMap(({ monitor }) => monitor.tags)
    if (new Set(keys).size < keys.length) this.world.violated("one idempotency key made two monitors")
    this.owners.check()
    this.operator.check()
    this.readers.check()
    this.submitters.check()
  }
}
