/** Owners of monitors: they create, change and remove them, and remember what they were told. */
import type { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { MonitorPatch, NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { Organization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { LastWord } from "./LastWord.ts"
import type { World } from "./World.ts"
import { addressOf, drawWatch, hostsOf, judged, schemas } from "./watches.ts"

/** What the owner of one monitor was told. */
export interface Promised {
  readonly organizationId: OrganizationId
  readonly name: LastWord<string>
  readonly address: LastWord<string | null>
  removed: boolean
  /** Whether a pause was acknowledged and nothing since can have ended it. */
  paused: boolean
  /** Changes under way that would end a pause, and those that ever began. */
  resuming: number
  resumes: number
}

/** Plans of retries, short enough for a simulated hour. */
const plans = [
  null,
  { delaysSeconds: [30] },
  { delaysSeconds: [30, 60, 60] },
  { delaysSeconds: [20, 30, 60, 60] }
] as const

/** What webhooks ask for. */
const wanted = [
  ["change.detected"],
  ["run.completed"],
  ["change.detected", "run.completed"],
  ["change.detected", "monitor.failing", "monitor.recovered"],
  ["change.detected", "run.completed", "monitor.failing", "monitor.recovered"]
] as const

export class Owners {
  readonly promised = new Map<MonitorId, Promised>()
  private names = 0
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** The organization as the door finds it with its key. */
  private organization(id: OrganizationId): Organization {
    const stored = this.world.tables.organizations.get(id)
    if (stored === undefined) throw new Error("an organization is gone")
    return stored.organization
  }

  private webhook() {
    const { chance } = this.world.universe
    return {
      url: `https://receiver.test/${this.world.nextId("hook")}`,
      events: chance.pick(wanted),
      retry: chance.pick(plans)
    }
  }

  create(organizationId: OrganizationId, key: IdempotencyKey | undefined) {
    const input: NewMonitor = {
      name: "0",
      tags: key === undefined ? [] : [`${organizationId} ${key}`],
      ...drawWatch(this.world, organizationId),
      schedule: this.schedule(),
      webhook: this.world.universe.chance.happens(0.85) ? this.webhook() : null
    }
    return Effect.gen({ self: this }, function* () {
      const monitors = yield* Monitors
      const keyed = key === undefined ? undefined : { key, body: {} }
      const { monitor } = yield* monitors.create(this.organization(organizationId), input, keyed)
      if (monitor.organizationId !== organizationId)
        this.world.violated("a request was answered with another's monitor")
      // A repeat promises nothing new of a monitor that may have been changed since.
      if (!this.promised.has(monitor.id)) {
        const address = new LastWord<string | null>(input.webhook?.url ?? null)
        const first = {
          organizationId,
          name: new LastWord("0"),
          address,
          removed: false,
          paused: false,
          resuming: 0,
          resumes: 0
        }
        this.promised.set(monitor.id, first)
      }
      return String(monitor.id)
    })
  }

  private schedule() {
    return this.world.scale.schedule(this.world.universe.chance)
  }

  /** Another address, another kind of target, another threshold, other data, or other lines that are never told. */
  private otherTarget({ changeDetection, organizationId, target }: Monitor): MonitorPatch {
    const { chance } = this.world.universe
    if (target.type === "page" && chance.happens(0.4))
      return { target: { ...target, pinnedLines: ["Visitors today: 1"] } }
    if (changeDetection.type === "semantic" && chance.happens(0.3)) return { changeDetection: judged(chance) }
    if (target.type === "extract" && chance.happens(0.4)) return { target: { ...target, schema: chance.pick(schemas) } }
    return chance.happens(0.3)
      ? drawWatch(this.world, organizationId)
      : { target: { ...target, url: addressOf(this.world, hostsOf(target)) } }
  }

  private patchOf(monitor: Monitor): MonitorPatch {
    const { chance } = this.world.universe
    const name = String(++this.names)
    switch (chance.integer(8)) {
      case 0:
        return { name, status: monitor.status === "paused" ? "active" : "paused" }
      case 1:
        return { name, status: "active" }
      case 2:
        return { name, ...this.otherTarget(monitor) }
      case 3:
        return { name, schedule: this.schedule() }
      case 4:
      case 5:
        return { name, webhook: this.webhook() }
      case 6:
        return { name, webhook: chance.happens(0.3) ? null : this.webhook() }
      default:
        return { name }
    }
  }

  change(monitorId: MonitorId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      const monitors = yield* Monitors
      const { monitor } = yield* monitors.get(promised.organizationId, monitorId)
      const patch = this.patchOf(monitor)
      const name = patch.name ?? ""
      const address = patch.webhook === undefined ? undefined : (patch.webhook?.url ?? null)
      promised.name.said(name)
      if (address !== undefined) promised.address.said(address)
      if (patch.status === "active") {
        promised.paused = false
        promised.resuming++
        promised.resumes++
      }
      const { resumes } = promised
      yield* monitors.update(this.organization(promised.organizationId), monitorId, patch)
      promised.name.heard(name)
      if (address !== undefined) promised.address.heard(address)
      if (patch.status === "active") promised.resuming--
      if (patch.status === "paused") promised.paused = promised.resuming === 0 && promised.resumes === resumes
    })
  }

  remove(monitorId: MonitorId, promised: Promised) {
    return Effect.gen({ self: this }, function* () {
      yield* (yield* Monitors).remove(promised.organizationId, monitorId)
      promised.removed = true
    })
  }

  /** What was acknowledged must still be so. */
  check(): void {
    const { monitors } = this.world.tables
    for (const [monitorId, { address, name, paused, removed }] of this.promised) {
      const monitor = monitors.get(monitorId)?.monitor
      if (removed && monitor !== undefined) this.world.violated("a removed monitor is there again")
      if (removed || monitor === undefined) continue
      if (!name.accepts(monitor.name)) this.world.violated("an acknowledged change is lost")
      if (!address.accepts(monitor.subscription?.url ?? null))
        this.world.violated("an acknowledged change of a webhook is lost")
      if (paused && monitor.status !== "paused") this.world.violated("a paused monitor goes on")
    }
  }
}
