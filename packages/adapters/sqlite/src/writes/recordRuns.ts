/**
 * Records how runs ended.
 *
 * **Invariants**
 *
 * - An outcome is written only while its claim's token, run and revision are the monitor's, and what it cancels waits for its
 *   first attempt.
 * - A charge is at most what the hold holds. A hold that is gone charges nothing, and the run then says so too.
 * - What is charged is counted in the history of usage, and in the sums of the monitor's day and month.
 * - Accounts and usage move once for all outcomes of an organization.
 *
 * **When one outcome cannot be written** because of what it holds, the outcomes are recorded one by one, so that one
 * cannot take the others down.
 */
import type { Connection } from "../Connection.ts"
import { type Failure, failureOf, isConstraint } from "../sqliteFailure.ts"
import { type AccountRow, changeAccount, type EntryRow, endHold, postEntry } from "./accounts.ts"
import { type ChangeWrite, changeWriteColumns } from "./changeColumns.ts"
import { assignmentsOf, marksOf, namesOf } from "./columns.ts"
import { type DeliveryWrite, deliveryEventColumns, deliveryStateColumns } from "./deliveryColumns.ts"
import {
  type MonitorRow,
  type MonitorState,
  monitorColumns,
  monitorStateColumns,
  monitorTables
} from "./monitorColumns.ts"
import { type RunEnd, runEndColumns } from "./runColumns.ts"
import { addSpend } from "./spend.ts"
import { type ChargedUsage, chargeOf, insertCharge, Tallies } from "./tallies.ts"
import { type KeptVersion, keepVersions } from "./versions.ts"

/** All that a finished run writes, with the claim it was made under. */
export interface OutcomeRow {
  readonly monitorId: string
  readonly organizationId: string
  readonly runId: string
  readonly token: number
  readonly revision: number
  readonly next: MonitorState
  readonly end: RunEnd
  readonly baseline: {
    readonly kind: string
    readonly text: string
    /** The name of the blob that has the text, where it is too large. */
    readonly blob: string | null
    readonly capturedAt: number
  } | null
  readonly versions: ReadonlyArray<KeptVersion>
  readonly change: ChangeWrite | null
  readonly entry: EntryRow | null
  readonly deliveries: ReadonlyArray<DeliveryWrite>
  /** Ids of deliveries that wait for their first attempt. */
  readonly cancels: ReadonlyArray<string>
}

/** What came of recording one outcome. */
export type RecordedRow =
  | { readonly _tag: "Recorded" }
  | { readonly _tag: "ClaimLost" }
  | { readonly _tag: "Outdated"; readonly stored: MonitorRow }
  | { readonly _tag: "Told" }
  /** It breaks a rule of the tables. */
  | { readonly _tag: "Refused"; readonly failure: Failure }

/** What is asked for. */
export interface RecordRuns {
  readonly outcomes: ReadonlyArray<OutcomeRow>
  /** Where the history of usage counts a run, whichever it is. */
  readonly usage: ChargedUsage
}

const moveOn = `update monitors set ${assignmentsOf(monitorStateColumns)}, revision = revision + 1, lease_until = null,
    running_run_id = null, running_due_at = null
  where id = ? and organization_id = ? and token = ? and running_run_id = ? and revision = ?`

const stored = `select ${monitorColumns} from ${monitorTables}
  where m.id = ? and m.organization_id = ? and m.token = ? and m.running_run_id = ?`

const endRun = `update runs set ${assignmentsOf(runEndColumns)}, credits_charged = ? where id = ?`

const completedAtPlace = runEndColumns.indexOf("completed_at") as 6

const insertChange = `insert into changes (${namesOf(changeWriteColumns)}) values (${marksOf(changeWriteColumns)})`

const deliveryColumns = [...deliveryEventColumns, ...deliveryStateColumns]

const insertDelivery = `insert into deliveries (${namesOf(deliveryColumns)}) values (${marksOf(deliveryColumns)})`

const isWaiting = `select 1 from deliveries where id = ? and organization_id = ? and status = 'pending' and attempts = 0`

const cancel = `update deliveries set status = 'cancelled', cancel_reason = 'change_undone', next_attempt_at = null,
    due_at = null
  where id = ?`

/** Records outcomes, whose accounts and usage move together at the end. */
class Recording {
  readonly #db: Connection
  readonly #usage: RecordRuns["usage"]
  readonly #tallies = new Tallies()
  readonly #moved = new Map<string, { -readonly [Column in keyof AccountRow]: number }>()

  constructor(db: Connection, usage: RecordRuns["usage"]) {
    this.#db = db
    this.#usage = usage
  }

  /** Ends the hold of a run with its charge; tells what was charged. */
  #charge({ entry, organizationId, runId }: OutcomeRow): number {
    const held = endHold(this.#db, runId, organizationId)
    if (held === null) return 0
    const moved = this.#moved.get(organizationId) ?? { balance: 0, held: 0 }
    this.#moved.set(organizationId, moved)
    moved.held -= held
    if (entry === null) return 0
    const credits = Math.min(-entry.credits, held)
    const posted = { ...entry, credits: -credits }
    if (!postEntry(this.#db, posted)) return 0
    moved.balance -= credits
    if (credits !== 0) this.#count(posted)
    return credits
  }

  #count(posted: EntryRow): void {
    const charge = chargeOf(posted, this.#usage)
    if (insertCharge(this.#db, charge)) this.#tallies.add(charge)
  }

  record(outcome: OutcomeRow): RecordedRow {
    const db = this.#db
    const { cancels, monitorId, organizationId, revision, runId, token } = outcome
    const isUntold = cancels.every((id) => db.get(isWaiting, id, organizationId) !== undefined)
    const moved = isUntold ? db.run(moveOn, ...outcome.next, monitorId, organizationId, token, runId, revision) : 0
    if (moved === 0) {
      const current = db.get<MonitorRow>(stored, monitorId, organizationId, token, runId)
      if (current === undefined) return { _tag: "ClaimLost" }
      return isUntold || current.revision !== revision ? { _tag: "Outdated", stored: current } : { _tag: "Told" }
    }
    const credits = this.#charge(outcome)
    db.run(endRun, ...outcome.end, credits, runId)
    const completedAt = outcome.end[completedAtPlace]
    if (credits > 0 && completedAt !== null) addSpend(db, { organizationId, monitorId, credits, at: completedAt })
    // Apart from the rest, so that the index on slots is written for skipped runs alone.
    if (outcome.end[0] === "skipped") db.run("update runs set slot_at = null where id = ?", runId)
    if (outcome.baseline !== null) {
      db.run(
        `insert into baselines (monitor_id, organization_id, kind, text, blob, captured_at) values (?, ?, ?, ?, ?, ?)
        on conflict (monitor_id) do update set kind = excluded.kind, text = excluded.text, blob = excluded.blob,
          captured_at = excluded.captured_at`,
        monitorId,
        organizationId,
        outcome.baseline.kind,
        outcome.baseline.text,
        outcome.baseline.blob,
        outcome.baseline.capturedAt
      )
    }
    keepVersions(db, monitorId, outcome.versions)
    if (outcome.change !== null) db.run(insertChange, ...outcome.change)
    for (const delivery of outcome.deliveries) db.run(insertDelivery, ...delivery)
    for (const id of cancels) db.run(cancel, id)
    return { _tag: "Recorded" }
  }

  settle(): void {
    for (const [organizationId, moved] of this.#moved) changeAccount(this.#db, organizationId, moved)
    this.#tallies.write(this.#db)
  }
}

const recordTogether = (db: Connection, { outcomes, usage }: RecordRuns): ReadonlyArray<RecordedRow> => {
  const recording = new Recording(db, usage)
  const recorded = outcomes.map((outcome) => recording.record(outcome))
  recording.settle()
  return recorded
}

const recordAlone = (db: Connection, outcome: OutcomeRow, usage: RecordRuns["usage"]): ReadonlyArray<RecordedRow> => {
  try {
    return db.atomically(() => recordTogether(db, { outcomes: [outcome], usage }))
  } catch (error) {
    if (!isConstraint(error)) throw error
    return [{ _tag: "Refused", failure: failureOf(error) }]
  }
}

/** Writes the outcomes whose claims hold, each with all that belongs to it. */
export const recordRuns = (db: Connection, { outcomes, usage }: RecordRuns): ReadonlyArray<RecordedRow> => {
  try {
    return db.atomically(() => recordTogether(db, { outcomes, usage }))
  } catch (error) {
    if (!isConstraint(error)) throw error
    return outcomes.flatMap((outcome) => recordAlone(db, outcome, usage))
  }
}
