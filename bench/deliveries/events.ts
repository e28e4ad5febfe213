/** What is sent, and where to. */

import { eventBody } from "../../packages/core/src/monitors/domain/MonitorEvent.ts"
import { changeOf, epoch, monitorOf, organizationOf, queuedRunOf } from "../../packages/core/src/testing/builders.ts"

/** Receivers, each at an address of its own: the product sends up to 32 events at once to one host. */
export const receivers = 8

/** Attempts under way at once: the product's default. */
export const inFlight = 400

/** The address of a receiver. */
export const receiverUrl = (port: number, index: number): string =>
  `http://127.0.0.${(index % receivers) + 1}:${port}/hooks`

const monitor = monitorOf(organizationOf().id, epoch)
const run = queuedRunOf(monitor, epoch, {
  status: "completed",
  startedAt: epoch,
  completedAt: epoch,
  changeDetected: true
})
const change = changeOf(run, epoch, {
  diff: Array.from(
    { length: 12 },
    (_, line) => `-Plan ${line} costs €${line * 10}\n+Plan ${line} costs €${line * 12}`
  ).join("\n")
})

/** The body of an event about a change of a dozen lines. */
export const body = (eventId: string): string =>
  eventBody({
    event: "change.detected",
    eventId,
    createdAt: epoch,
    run,
    change,
    outage: null,
    takesBack: null,
    monitor
  })
