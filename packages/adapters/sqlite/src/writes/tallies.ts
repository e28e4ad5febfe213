/**
 * Usage as it is counted: beside its rows as a tally first, and added to the sums of its hour and day later
 * (`foldTallies` in `usage.ts`), because six sums are much to write for one call.
 */
import type { Connection } from "../Connection.ts"
import type { EntryRow } from "./accounts.ts"

/** What counts together: one more row of `usage_tallies`. */
export interface TallyRow {
  readonly organizationId: string
  /** Start of the hour. */
  readonly hour: number
  readonly path: string
  readonly keyId: string
  readonly statusCode: number
  readonly creditsUsed: number
  readonly requestCount: number
}

/** A charge as a row of `usage_charges`. */
export interface ChargeRow extends Omit<TallyRow, "hour"> {
  readonly id: string
  readonly at: number
  readonly correctsRequestId: string | null
}

/** Where the history of usage counts a charge. */
export type ChargedUsage = Pick<ChargeRow, "path" | "keyId" | "statusCode">

/** The charge of an entry that was posted. */
export const chargeOf = ({ at, causeId, credits, organizationId }: EntryRow, usage: ChargedUsage): ChargeRow => ({
  ...usage,
  id: causeId,
  organizationId,
  at,
  creditsUsed: 0 - credits,
  requestCount: 0,
  correctsRequestId: null
})

const hourMillis = 3_600_000

/** Start of the hour that holds a moment. */
export const hourOf = (at: number): number => Math.floor(at / hourMillis) * hourMillis

type Sum = { -readonly [Column in keyof TallyRow]: TallyRow[Column] }

const insertTally = `
  insert into usage_tallies (organization_id, hour, path, key_id, status_code, credits_used, request_count)
  values (?, ?, ?, ?, ?, ?, ?) returning rowid as place`

// The place alone would do for a row that is still there. Another may have taken it since: then nothing is updated.
const growTally = `
  update usage_tallies set credits_used = credits_used + ?, request_count = request_count + ?
  where rowid = ? and organization_id = ? and hour = ? and path = ? and key_id = ? and status_code = ?`

/** Tallies whose places are remembered. */
const maxPlaces = 1_000

/**
 * Where the newest tallies of a connection stand, by what they sum up: charges come one by one, and a tally for each would
 * take as long to fold as to write. What is remembered may have been folded or undone; the row itself decides.
 */
const placesIn = new WeakMap<Connection, Map<string, number>>()

const placesOf = (db: Connection): Map<string, number> => {
  const known = placesIn.get(db) ?? new Map<string, number>()
  if (known.size >= maxPlaces) known.clear()
  placesIn.set(db, known)
  return known
}

/** Sums up what differs in nothing but its moment within an hour, so that it takes one tally. */
export class Tallies {
  readonly #sums = new Map<string, Sum>()

  /** Counts what was just written. */
  add(count: Omit<ChargeRow, "id" | "correctsRequestId">): void {
    const { creditsUsed, keyId, organizationId, path, requestCount, statusCode } = count
    const hour = hourOf(count.at)
    const key = `${organizationId}\n${hour}\n${keyId}\n${statusCode}\n${path}`
    const sum = this.#sums.get(key)
    if (sum === undefined) {
      this.#sums.set(key, { organizationId, hour, path, keyId, statusCode, creditsUsed, requestCount })
    } else {
      sum.creditsUsed += creditsUsed
      sum.requestCount += requestCount
    }
  }

  /** Writes the tallies and forgets them. */
  write(db: Connection): void {
    const places = placesOf(db)
    for (const [key, sum] of this.#sums) {
      const { creditsUsed, hour, keyId, organizationId, path, requestCount, statusCode } = sum
      const of = [organizationId, hour, path, keyId, statusCode] as const
      const place = places.get(key)
      if (place !== undefined && db.run(growTally, creditsUsed, requestCount, place, ...of) > 0) continue
      const made = db.get<{ readonly place: number }>(insertTally, ...of, creditsUsed, requestCount)
      places.set(key, made!.place)
    }
    this.#sums.clear()
  }
}

/** Writes a charge unless it is there; tells whether it did. What was written must be counted by the caller. */
export const insertCharge = (db: Connection, charge: ChargeRow): boolean =>
  db.run(
    `insert into usage_charges (organization_id, id, at, path, key_id, status_code, credits_used, request_count,
      corrects_request_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (organization_id, id) do nothing`,
    charge.organizationId,
    charge.id,
    charge.at,
    charge.path,
    charge.keyId,
    charge.statusCode,
    charge.creditsUsed,
    charge.requestCount,
    charge.correctsRequestId
  ) > 0

/** Writes the charges that are not there yet, and counts them. */
export const countCharges = (db: Connection, charges: Iterable<ChargeRow>): void => {
  const tallies = new Tallies()
  for (const charge of charges) if (insertCharge(db, charge)) tallies.add(charge)
  tallies.write(db)
}
