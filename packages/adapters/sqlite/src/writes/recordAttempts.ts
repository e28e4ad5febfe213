/**
 * Records how attempts ended.
 *
 * **Invariants**
 *
 * - An end is written while the claim's token is the delivery's and its attempt is in flight.
 * - A delivery that was cancelled meanwhile keeps its attempt and stays cancelled.
 * - What the attempts mean for a subscription is counted in the order given: an acknowledged one ends the failures.
 */
import type { Connection } from "../Connection.ts"
import { insertAttempt } from "./claimDeliveries.ts"
import { assignmentsOf } from "./columns.ts"
import { type DeliveryState, deliveryStateColumns } from "./deliveryColumns.ts"

/** An attempt's end with the claim it was made under. */
export interface EndedAttempt {
  readonly id: string
  readonly organizationId: string
  readonly token: number
  /** Its number. */
  readonly attempts: number
  readonly sentTo: string
  readonly next: DeliveryState
  readonly ended: string
  /** What is wrong with the destination, without the count of failures; null when it acknowledged. */
  readonly failure: string | null
}

interface Health {
  readonly url: string
  failures: number
  last: string | null
  isChanged: boolean
}

const write = `update deliveries set ${assignmentsOf(deliveryStateColumns)}, lease_until = null
  where id = ? and organization_id = ? and token = ? and lease_until is not null and status <> 'cancelled'
  returning subscription_id as subscriptionId`

const keep = `update deliveries set last_attempt = ?, lease_until = null
  where id = ? and organization_id = ? and token = ? and lease_until is not null and status = 'cancelled'
  returning subscription_id as subscriptionId`

/** The subscription of the delivery whose attempt ended; undefined when the claim was lost. */
const endAttempt = (db: Connection, end: EndedAttempt): string | undefined => {
  const { ended, id, next, organizationId, token } = end
  const row =
    db.get<{ readonly subscriptionId: string }>(write, ...next, id, organizationId, token) ??
    db.get<{ readonly subscriptionId: string }>(keep, ended, id, organizationId, token)
  return row?.subscriptionId
}

const failuresOf = (failure: string): number =>
  (JSON.parse(failure) as { readonly consecutiveFailures: number }).consecutiveFailures

/** How subscriptions stand after what was sent to them. */
class Healths {
  readonly #db: Connection
  readonly #known = new Map<string, Health | null>()

  constructor(db: Connection) {
    this.#db = db
  }

  #of(subscriptionId: string): Health | null {
    const known = this.#known.get(subscriptionId)
    if (known !== undefined) return known
    const row = this.#db.get<{ readonly url: string; readonly failure: string | null }>(
      "select url, failure from subscriptions where id = ?",
      subscriptionId
    )
    const failures = row === undefined || row.failure === null ? 0 : failuresOf(row.failure)
    const health = row === undefined ? null : { url: row.url, failures, last: row.failure, isChanged: false }
    this.#known.set(subscriptionId, health)
    return health
  }

  note(subscriptionId: string, { failure, sentTo }: EndedAttempt): void {
    const health = this.#of(subscriptionId)
    // What an address did that is no longer the webhook's says nothing of the one that is.
    if (health === null || health.url !== sentTo) return
    if (failure === null && health.last === null) return
    health.isChanged = true
    health.last = failure
    health.failures = failure === null ? 0 : health.failures + 1
  }

  write(): void {
    for (const [subscriptionId, health] of this.#known) {
      if (health === null || !health.isChanged) continue
      const { failures, last } = health
      const failure = last === null ? null : JSON.stringify({ ...JSON.parse(last), consecutiveFailures: failures })
      this.#db.run("update subscriptions set failure = ? where id = ?", failure, subscriptionId)
    }
  }
}

/** Writes the ends whose claims hold; tells for each whether it did. */
export const recordAttempts = (db: Connection, ends: ReadonlyArray<EndedAttempt>): ReadonlyArray<boolean> => {
  const healths = new Healths(db)
  const recorded = ends.map((end) => {
    const subscriptionId = endAttempt(db, end)
    if (subscriptionId === undefined) return false
    insertAttempt(db, end, end.ended)
    healths.note(subscriptionId, end)
    return true
  })
  healths.write()
  return recorded
}
