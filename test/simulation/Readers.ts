/** Callers who read what became of their monitors, and compare it later with what came. */
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Effect } from "effect"
import type { World } from "./World.ts"

const finalRun = new Set(["completed", "failed", "skipped"])

const summary = ({ changeDetected, changeId, creditsCharged, status }: Run) =>
  JSON.stringify([status, creditsCharged, changeDetected, changeId])

export class Readers {
  /** What was told of runs that had ended. */
  private readonly runs = new Map<string, string>()
  /** Events that were told of, by their ids. */
  private readonly events = new Set<string>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  private note(run: Run): void {
    if (!finalRun.has(run.status)) return
    const told = this.runs.get(run.id)
    if (told !== undefined && told !== summary(run)) this.world.violated("a run that had ended was told in two ways")
    this.runs.set(run.id, summary(run))
  }

  /** Reads the newest runs of a monitor with their deliveries, one run and its change, and the attempts of an event. */
  read(organizationId: OrganizationId, monitorId: MonitorId) {
    return Effect.gen({ self: this }, function* () {
      const monitors = yield* Monitors
      const { data } = yield* monitors.runs(organizationId, { monitorId }, { limit: 5, cursor: undefined })
      for (const { deliveries, run } of data) {
        this.note(run)
        for (const { eventId } of deliveries) this.events.add(eventId)
      }
      const [newest] = data
      if (newest === undefined) return
      const { run } = yield* monitors.run(organizationId, monitorId, newest.run.id)
      this.note(run)
      if (run.changeId !== null) yield* monitors.change(organizationId, run.changeId)
      const [delivery] = newest.deliveries
      if (delivery === undefined) return
      const page = { limit: 10, cursor: undefined }
      const attempts = yield* (yield* Webhooks).attempts(organizationId, delivery.id, page)
      if (attempts.data.length < Math.min(10, delivery.attempts))
        this.world.violated("attempts that were made are not told")
    })
  }

  /** What was told is still so, and every event that was told of has come, or is known not to have been taken. */
  check(): void {
    for (const [runId, told] of this.runs) {
      const run = [...this.world.tables.runs.values()].find(({ id }) => id === runId)
      if (run === undefined || summary(run) !== told) this.world.violated("a run is not what a caller was told")
    }
    const stored = new Set([...this.world.tables.deliveries.values()].map(({ delivery }) => delivery.eventId))
    for (const eventId of this.events)
      if (!stored.has(eventId)) this.world.violated("an event that was told of is lost")
  }
}
