/** What callers do in a simulation, and what was promised to them. */
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { MonitorPatch, NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { newOrganization, type Organization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Context, DateTime, Effect, Exit } from "effect"
import { epochMillis } from "./Universe.ts"
import { healAtMillis, type World } from "./World.ts"

/** What the owner of one monitor was told. */
interface Promised {
  /** The highest name that was acknowledged, as a number. */
  name: number
  removed: boolean
  /** Whether a pause was acknowledged and nothing since can have ended it. */
  paused: boolean
  /** Changes under way that would end a pause. */
  resuming: number
}

/** Credits of the first organization: enough for most seeds, too few for some. */
const credits = (world: World) => world.universe.chance.pick([1_000, 1_000, 40])

/** Creates the organization whose monitors the callers make. */
export const founded = (world: World): Organization => {
  const organization: Organization = {
    ...newOrganization({
      id: OrganizationId.make(world.nextId("org")),
      name: "simulated",
      plan: "scale",
      createdAt: DateTime.makeUnsafe(epochMillis)
    }),
    overrides: { monthlyCredits: credits(world) }
  }
  const key = {
    id: world.nextId("key"),
    organizationId: organization.id,
    name: "first",
    digest: "0",
    last4: "0000",
    scopes: null,
    createdAt: organization.createdAt,
    revokedAt: null
  }
  const store = Context.get(world.stores, OrganizationStore)
  Effect.runSync(
    store.createFirst({
      organization,
      key: key as Parameters<typeof store.createFirst>[0]["key"]
    })
  )
  return organization
}

/** A request with an idempotency key, which any process may send again. */
interface Asked {
  readonly ask: Effect.Effect<string, unknown, Monitors>
  /** What it was answered; null while nobody knows whether it was done. */
  answer: string | null
}

export class Callers {
  readonly promised = new Map<MonitorId, Promised>()
  private readonly asked: Array<Asked> = []
  private names = 0
  private readonly world: World
  private readonly organization: Organization

  constructor(world: World, organization: Organization) {
    this.world = world
    this.organization = organization
  }

  /** Sends a request with a key of its own, or without one. */
  private once(request: (key: IdempotencyKey | undefined) => Asked["ask"]): Effect.Effect<void, unknown, Monitors> {
    if (this.world.universe.chance.happens(0.5)) return Effect.asVoid(request(undefined))
    const asked: Asked = { ask: request(IdempotencyKey.make(this.world.nextId("once"))), answer: null }
    this.asked.push(asked)
    return this.ask(asked)
  }

  private ask(asked: Asked) {
    return Effect.map(asked.ask, (answer) => {
      if (asked.answer !== null && asked.answer !== answer) this.world.violated("one idempotency key has two answers")
      asked.answer = answer
    })
  }

  private create() {
    return this.once((key) => this.createWith(key))
  }

  private createWith(key: IdempotencyKey | undefined) {
    const { world } = this
    const { chance } = world.universe
    return Effect.gen({ self: this }, function* () {
      const monitors = yield* Monitors
      const input: NewMonitor = {
        name: "0",
        tags: key === undefined ? [] : [key],
        target: {
          type: "page",
          url: `https://site.test/${world.nextId("page")}`,
          instructions: null,
          normalizeWhitespace: true,
          includeSelectors: [],
          excludeSelectors: [],
          actions: []
        },
        schedule: { type: "interval", frequency: 10 + chance.integer(10), unit: "minutes" },
        webhook: chance.happens(0.8)
          ? {
              url: "https://receiver.test/",
              events: chance.pick([
                ["change.detected"],
                ["run.completed"],
                ["change.detected", "run.completed"]
              ] as const),
              retry: chance.happens(0.8) ? { delaysSeconds: [30, 60, 120, 300] } : null
            }
          : null
      }
      const keyed = key === undefined ? undefined : { key, body: {} }
      const { monitor } = yield* monitors.create(this.organization, input, keyed)
      // A repeat promises nothing new of a monitor that may have been changed since.
      if (!this.promised.has(monitor.id)) {
        this.promised.set(monitor.id, { name: 0, removed: false, paused: false, resuming: 0 })
      }
      return String(monitor.id)
    })
  }

  private patchOf(monitor: Monitor): MonitorPatch {
    const { chance } = this.world.universe
    const name = String(++this.names)
    switch (chance.integer(6)) {
      case 0:
        return { name, status: monitor.status === "paused" ? "active" : "paused" }
      case 1:
        return { name, status: "active" }
      case 2:
        return { name, target: { ...monitor.target, url: `https://site.test/${this.world.nextId("page")}` } }
      case 3:
        return { name, schedule: { type: "interval", frequency: 10 + chance.integer(10), unit: "minutes" } }
      default:
        return { name }
    }
  }

  private change(monitorId: MonitorId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      const monitors = yield* Monitors
      const { monitor } = yield* monitors.get(this.organization.id, monitorId)
      const patch = this.patchOf(monitor)
      if (patch.status === "active") {
        promised.paused = false
        promised.resuming++
      }
      yield* monitors.update(this.organization, monitorId, patch)
      if (patch.status === "active") promised.resuming--
      if (patch.status === "paused") promised.paused = promised.resuming === 0
      promised.name = Math.max(promised.name, Number(patch.name))
    })
  }

  private remove(monitorId: MonitorId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      yield* (yield* Monitors).remove(this.organization.id, monitorId)
      promised.removed = true
    })
  }

  private retry() {
    return Effect.gen({ self: this }, function* () {
      const webhooks = yield* Webhooks
      const [first] = [...this.world.tables.deliveries.keys()].slice(this.world.universe.chance.integer(5))
      if (first === undefined) return
      yield* webhooks.retry(this.organization.id, first, { force: this.world.universe.chance.happens(0.5) })
    })
  }

  private operation(): Effect.Effect<void, unknown, Monitors | Webhooks> {
    const { chance } = this.world.universe
    if (this.asked.length > 0 && chance.happens(0.1)) return this.ask(chance.pick(this.asked.slice(-10)))
    const known = [...this.promised].filter(([, { removed }]) => !removed)
    if (known.length < 4 || (known.length < 10 && chance.happens(0.1))) return this.create()
    const [monitorId, promised] = chance.pick(known)
    switch (chance.integer(12)) {
      case 0:
        return this.remove(monitorId, promised)
      case 1:
      case 2:
        return this.once((key) =>
          Effect.flatMap(Monitors, (monitors) => monitors.runNow(this.organization.id, monitorId, key))
        )
      case 3:
        return Effect.flatMap(Monitors, (monitors) => monitors.rotateSecret(this.organization.id, monitorId))
      case 4:
        return this.retry()
      default:
        return this.change(monitorId, promised)
    }
  }

  /** Does one thing after another until the world has healed. Whatever fails has promised nothing. */
  readonly program: Effect.Effect<void, never, Monitors | Webhooks> = Effect.gen({ self: this }, function* () {
    const { universe } = this.world
    while (universe.now < healAtMillis) {
      const exit = yield* Effect.exit(Effect.suspend(() => this.operation()))
      if (Exit.isFailure(exit) && exit.cause.reasons.some((reason) => reason._tag === "Die")) {
        this.world.violated(`a caller met a defect: ${String(exit.cause)}`)
      }
      yield* Effect.sleep(universe.chance.next() * 60_000)
    }
  })

  /** What was acknowledged must still be so, and what was asked with one key must have been done once. */
  check(): void {
    const keys = [...this.world.tables.monitors.values()].flatMap(({ monitor }) => monitor.tags)
    if (new Set(keys).size < keys.length) this.world.violated("one idempotency key made two monitors")
    for (const [monitorId, { name, paused, removed }] of this.promised) {
      const row = this.world.tables.monitors.get(monitorId)
      if (removed && row !== undefined) this.world.violated("a removed monitor is there again")
      if (removed) continue
      if (row !== undefined && Number(row.monitor.name) < name) this.world.violated("an acknowledged change is lost")
      if (paused && row !== undefined && row.monitor.status !== "paused")
        this.world.violated("a paused monitor goes on")
    }
  }
}
