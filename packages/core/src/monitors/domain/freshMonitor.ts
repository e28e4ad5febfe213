/** A monitor as it begins. */
import type { DateTime } from "effect"
import type { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { Subscription } from "../../webhooks/domain/Subscription.ts"
import { defaultChangeDetection } from "./defaultChangeDetection.ts"
import type { MadeBy, Monitor, MonitorId } from "./Monitor.ts"
import type { NewMonitor } from "./MonitorInput.ts"
import { anchorFor, defaultSchedule, nextSlot } from "./Schedule.ts"

/** What is watched, when, and how it is compared. */
export type WatchPlan = Pick<Monitor, "target" | "changeDetection" | "schedule">

/** What its owner asks for, with the defaults of what nobody said. */
export const planOf = ({ changeDetection, schedule = defaultSchedule, target }: NewMonitor): WatchPlan => ({
  target,
  changeDetection: changeDetection ?? defaultChangeDetection(target),
  schedule
})

/** A monitor that nobody looked through yet, of a plan that can work. */
export const freshMonitor = (
  { name, tags = [] }: NewMonitor,
  plan: WatchPlan,
  owner: { readonly id: MonitorId; readonly organizationId: OrganizationId },
  {
    at,
    madeBy = null,
    subscription
  }: { readonly at: DateTime.Utc; readonly subscription: Subscription | null; readonly madeBy?: MadeBy | null }
): Monitor => {
  const { id } = owner
  const anchorAt = anchorFor(plan.schedule, id, at)
  return {
    ...owner,
    name,
    ...plan,
    tags,
    subscription,
    status: "active",
    baseline: null,
    targetVersion: 1,
    anchorAt,
    nextRunAt: nextSlot(plan.schedule, { id, anchor: anchorAt, after: at }),
    lastRunAt: null,
    lastChangeAt: null,
    lastError: null,
    failuresInARow: 0,
    skipsInARow: 0,
    createdAt: at,
    updatedAt: at,
    ...(madeBy === null ? {} : { madeBy })
  }
}
