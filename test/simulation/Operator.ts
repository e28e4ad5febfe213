/** Whoever runs the installation: changes plans, pauses billing, disables organizations and grants credits. */

import type { OrganizationPatch } from "@kittiwake/core/administration/domain/OrganizationPatch"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { DateTime, Effect } from "effect"
import { changeOrganization } from "../../packages/core/src/administration/changeOrganization.ts"
import type { World } from "./World.ts"

interface Grant {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly credits: number
  acknowledged: boolean
}

/** What may have become of an organization's months. */
interface Months {
  /** The most that any month was to have. */
  mostCredits: number
  /** Most months that can have begun. */
  begun: number
}

export class Operator {
  private readonly grants: Array<Grant> = []
  private readonly months = new Map<OrganizationId, Months>()
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  private monthsOf(organizationId: OrganizationId): Months {
    const known = this.months.get(organizationId)
    if (known !== undefined) return known
    const found = this.world.tables.organizations.get(organizationId)?.organization
    const made = { mostCredits: found?.overrides.monthlyCredits ?? 0, begun: this.world.scale.months }
    this.months.set(organizationId, made)
    return made
  }

  private patch(organizationId: OrganizationId, now: DateTime.Utc): OrganizationPatch {
    const { chance } = this.world.universe
    const months = this.monthsOf(organizationId)
    switch (chance.integer(5)) {
      case 0:
        return { billing: { paused: true, resumesAt: null } }
      case 1:
        months.begun++
        return { billing: { paused: true, resumesAt: DateTime.add(now, { minutes: 1 + chance.integer(5) }) } }
      case 2:
        months.begun++
        return { billing: { paused: false }, disabled: false }
      case 3:
        return { disabled: chance.happens(0.3) }
      default: {
        const credits = chance.pick(this.world.scale.plannedCredits)
        months.mostCredits = Math.max(months.mostCredits, credits)
        return { plan: chance.pick(["free", "scale"]), overrides: { monthlyCredits: credits } }
      }
    }
  }

  private grant(organizationId: OrganizationId) {
    const { chance } = this.world.universe
    const isNew = this.grants.length === 0 || chance.happens(0.7)
    const grant = isNew
      ? { organizationId, id: this.world.nextId("grant"), credits: 1 + chance.integer(50), acknowledged: false }
      : chance.pick(this.grants)
    if (isNew) this.grants.push(grant)
    return Effect.gen(function* () {
      yield* (yield* Credits).move(grant.organizationId, {
        kind: "grant",
        id: grant.id,
        credits: grant.credits,
        reason: null
      })
      grant.acknowledged = true
    })
  }

  /** One thing that an operator does. */
  readonly operation: Effect.Effect<unknown, unknown, Credits | Organizations> = Effect.suspend(
    (): Effect.Effect<unknown, unknown, Credits | Organizations> => {
      const { chance } = this.world.universe
      const organizationId = chance.pick(this.world.organizations)
      if (chance.happens(0.4)) return this.grant(organizationId)
      return Effect.flatMap(DateTime.now, (now) => changeOrganization(organizationId, this.patch(organizationId, now)))
    }
  )

  private checkMonths(organizationId: OrganizationId): void {
    const { tables, violated } = this.world
    const { begun, mostCredits } = this.monthsOf(organizationId)
    const refilled = new Map<string, number>()
    for (const { cause, credits } of tables.ledgers.get(organizationId)?.entries ?? []) {
      if (cause.kind !== "refill") continue
      const start = cause.id.split("/")[0] ?? ""
      refilled.set(start, (refilled.get(start) ?? 0) + credits)
    }
    const say = (what: string) => violated.call(this.world, what)
    if (refilled.size > begun) say("more months were given than have begun")
    for (const credits of refilled.values()) if (credits > mostCredits) say("a month was given more than any plan has")
  }

  /** Every credit that came was given by a month or a grant, and every grant that was acknowledged came. */
  check(): void {
    const { tables } = this.world
    for (const organizationId of this.world.organizations) {
      this.checkMonths(organizationId)
      const entries = tables.ledgers.get(organizationId)?.entries ?? []
      for (const { cause, credits } of entries) {
        const isWork = cause.kind === "run" || cause.kind === "request" || cause.kind === "batch"
        // What a batch gave back is compared with its end when it ends.
        if (cause.kind === "refund" && this.world.batches.known.get(cause.id)?.ended != null) continue
        const granted = this.grants.some(
          (grant) => grant.organizationId === organizationId && grant.id === cause.id && grant.credits === credits
        )
        if (!isWork && cause.kind !== "refill" && cause.kind !== "expiry" && !(cause.kind === "grant" && granted))
          this.world.violated(`a ${cause.kind} of ${credits} credits that nobody asked for`)
        if (isWork && credits > 0) this.world.violated("work gave credits")
      }
      for (const grant of this.grants) {
        const came = entries.filter(({ cause }) => cause.kind === "grant" && cause.id === grant.id).length
        if (grant.organizationId === organizationId && grant.acknowledged && came !== 1)
          this.world.violated("an acknowledged grant never came")
      }
    }
  }
}
