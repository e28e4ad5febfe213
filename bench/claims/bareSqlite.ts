/**
 * The yardstick on SQLite: `node:sqlite` in one thread, synced at every commit, writing the rows that the product writes for a
 * run that found nothing new and for a delivery that arrived, into the product's own tables, and nothing else: no checks
 * but the fencing token, no domain, no thread to cross to.
 */
import { join } from "node:path"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import type { Connection } from "../../packages/adapters/sqlite/src/Connection.ts"
import { migrate } from "../../packages/adapters/sqlite/src/migrate.ts"
import { openWriter } from "../../packages/adapters/sqlite/src/openConnection.ts"
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import type { ClaimRound } from "./round.ts"

const dayMillis = 86_400_000
const organization = `org_${"0".repeat(32)}`
const trace = JSON.stringify(
  ["fetch", "read", "decide"].map((step) => ({
    step,
    startedAt: new Date(0).toISOString(),
    durationMs: 4,
    outcome: "status 200"
  }))
)
const baseline = JSON.stringify({
  fingerprint: "f".repeat(64),
  capturedAt: new Date(0).toISOString(),
  etag: null,
  lastModified: null
})
const attempt = JSON.stringify({
  attempt: 1,
  trigger: "automatic",
  url: "https://example.com/hook",
  startedAt: new Date(0).toISOString(),
  completedAt: new Date(0).toISOString(),
  httpStatus: 200,
  error: null
})

let db: Connection
let now = Date.now()
let made = 0

const idOf = (prefix: string) => `${prefix}_${(++made).toString(16).padStart(32, "0")}`

const statements = (connection: Connection) => {
  const prepare = (text: string): StatementSync => connection.database.prepare(text)
  return {
    due: prepare(`select * from monitors where due_at <= ? and (lease_until is null or lease_until <= ?)
      order by due_at, id limit ?`),
    lease: prepare(
      "update monitors set token = token + 1, lease_until = ?, running_run_id = ?, running_due_at = due_at where id = ?"
    ),
    run: prepare(`insert into runs (id, organization_id, monitor_id, status, run_type, trigger, target_type,
      change_detection_type, target_version, queued_at, started_at, change_detected, baseline_created, credits_charged, trace,
      slot_at) values (?, ?, ?, 'running', 'scheduled', 'schedule', 'page', 'exact', 1, ?, ?, 0, 0, 0, '[]', ?)`),
    hold: prepare("insert into holds values (?, ?, 'run', ?, 1, ?)"),
    held: prepare("update accounts set held = held + ? where organization_id = ?"),
    monitor:
      prepare(`update monitors set status = 'active', baseline = ?, anchor_at = ?, next_run_at = ?, last_run_at = ?,
      last_change_at = null, last_error = null, failures_in_a_row = 0, skips_in_a_row = 0, updated_at = ?,
      revision = revision + 1, lease_until = null, running_run_id = null, running_due_at = null
      where id = ? and token = ?`),
    ended: prepare(
      `update runs set status = 'completed', completed_at = ?, credits_charged = 1, trace = ? where id = ?`
    ),
    freed: prepare("delete from holds where id = ?"),
    entry: prepare("insert into ledger_entries values (?, ?, 'run', ?, -1, ?, null)"),
    charge: prepare("insert into usage_charges values (?, ?, ?, '/monitors/run', 'system', 200, 1, 0, null)"),
    paid: prepare("update accounts set held = held - ?, balance = balance - ? where organization_id = ?"),
    spend: prepare(`insert into run_spend values (?1, 'day', ?2, ?4, 1, 1, ?5), (?1, 'month', ?3, ?4, 1, 1, ?5)
      on conflict (organization_id, grain, start, monitor_id) do update set credits = credits + 1, runs = runs + 1,
        last_run_at = excluded.last_run_at`),
    tally: prepare("insert into usage_tallies values (?, ?, '/monitors/run', 'system', 200, ?, 0)"),

    dueDeliveries:
      prepare(`select d.*, s.url as to_url, s.secret from deliveries d join subscriptions s on s.id = d.subscription_id
      where d.due_at <= ? and (d.lease_until is null or d.lease_until <= ?) order by d.due_at, d.id limit ?`),
    begin:
      prepare(`update deliveries set status = 'delivering', url = ?, next_attempt_at = null, attempts = attempts + 1,
      last_attempt = ?, token = token + 1, lease_until = ? where id = ?`),
    delivered: prepare(`update deliveries set status = 'delivered', delivered_at = ?, last_attempt = ?, due_at = null,
      lease_until = null where id = ? and token = ?`),
    attempt: prepare("insert into delivery_attempts values (?, 1, ?, ?)")
  }
}

let s: ReturnType<typeof statements>

type Row = Readonly<Record<string, SQLInputValue>>

const together = <A>(work: () => A): A => {
  db.exec("begin immediate")
  const result = work()
  db.exec("commit")
  return result
}

const claimRuns = (limit: number) =>
  together(() => {
    const due = s.due.all(now, now, limit) as ReadonlyArray<Row>
    const claims = due.map((monitor) => {
      const run = idOf("run")
      s.lease.run(now + 60_000, run, monitor.id!)
      s.run.run(run, organization, monitor.id!, now, now, monitor.next_run_at!)
      s.hold.run(run, organization, run, now + 900_000)
      return { id: monitor.id!, token: Number(monitor.token) + 1, run }
    })
    if (claims.length > 0) s.held.run(claims.length, organization)
    return claims
  })

const startOfMonth = (at: number): number => new Date(at).setUTCDate(1) - (at % dayMillis)

const recordRuns = (claims: ReturnType<typeof claimRuns>) =>
  together(() => {
    const [day, month] = [now - (now % dayMillis), startOfMonth(now)]
    for (const { id, run, token } of claims) {
      if (s.monitor.run(baseline, now, now + dayMillis, now, now, id, token).changes !== 1)
        throw new Error("fenced off")
      s.ended.run(now, trace, run)
      s.freed.run(run)
      s.entry.run(idOf("ent"), organization, run, now)
      s.charge.run(organization, run, now)
      s.spend.run(organization, day, month, id, now)
    }
    s.paid.run(claims.length, claims.length, organization)
    s.tally.run(organization, now - (now % 3_600_000), claims.length)
  })

const claimDeliveries = (limit: number) =>
  together(() => {
    const due = s.dueDeliveries.all(now, now, limit) as ReadonlyArray<Row>
    return due.map((delivery) => {
      s.begin.run(delivery.to_url!, attempt, now + 60_000, delivery.id!)
      return { id: delivery.id!, token: Number(delivery.token) + 1 }
    })
  })

const recordDeliveries = (claims: ReturnType<typeof claimDeliveries>) =>
  together(() => {
    for (const { id, token } of claims) {
      if (s.delivered.run(now, attempt, id, token).changes !== 1) throw new Error("fenced off")
      s.attempt.run(id, organization, attempt)
    }
  })

const putMonitors = (count: number) =>
  together(() => {
    const insert =
      db.database.prepare(`insert into monitors (id, organization_id, name, target, target_type, change_detection,
      change_detection_type, schedule, tags, status, baseline, target_version, anchor_at, next_run_at, failures_in_a_row,
      skips_in_a_row, created_at, updated_at, name_words, url_words, instructions_words, tags_words, run_price)
      values (?, ?, 'Monitor', '{"type":"page","url":"https://example.com/","instructions":null,"include":[],"exclude":[]}', 'page',
      '{"type":"exact"}', 'exact', '{"type":"interval","frequency":1,"unit":"days"}', '[]', 'active', ?, 1, ?, ?, 0, 0, ?, ?,
      ' monitor ', ' example com ', '  ', '  ', 1)`)
    const subscribe = db.database.prepare(
      `insert into subscriptions values (?, ?, 'https://example.com/hook', '["change.detected"]', null, 'whsec_x', null)`
    )
    for (let n = 0; n < count; n++) {
      const id = idOf("mon")
      insert.run(id, organization, baseline, now, now, now, now)
      subscribe.run(id, organization)
    }
  })

const body = JSON.stringify({ type: "change.detected", data: { text: "x".repeat(300) } })

const putDeliveries = (count: number) =>
  together(() => {
    const insert =
      db.database.prepare(`insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, run_id,
      event, event_id, body, url, delays_seconds, status, created_at, next_attempt_at, trigger, attempts, automatic_failures,
      due_at) values (?, ?, ?, 'monitor', ?, ?, 'change.detected', ?, ?, 'https://example.com/hook', '[60,300]', 'pending', ?, ?,
      'automatic', 0, 0, ?)`)
    const monitors = db.database.prepare("select id from monitors limit 100").all() as ReadonlyArray<Row>
    for (let n = 0; n < count; n++) {
      const monitor = monitors[n % monitors.length]!.id!
      insert.run(idOf("del"), organization, monitor, monitor, idOf("run"), idOf("evt"), body, now, now, now)
    }
  })

const drain = <Claim>(batch: number, claim: (limit: number) => Array<Claim>, record: (claims: Array<Claim>) => void) =>
  timed(async () => {
    let done = 0
    for (;;) {
      const claims = claim(batch)
      if (claims.length === 0) return done
      record(claims)
      done += claims.length
    }
  })

answerCalls(
  {
    open: (monitors: number) => {
      db = openWriter({ file: join(process.env.BENCH_STORAGE ?? "", "bare.db"), synchronous: "full" })
      // The product chooses its moments; left to itself, SQLite copies the log every thousand pages.
      db.exec("pragma wal_autocheckpoint = 1000")
      migrate(db)
      s = statements(db)
      db.run("insert into accounts (organization_id, balance, held) values (?, 1000000000, 0)", organization)
      putMonitors(monitors)
    },

    runs: async ({ batch }: ClaimRound) => {
      const measured = await drain(batch, claimRuns, recordRuns)
      now += dayMillis
      return measured
    },

    deliveries: ({ batch, count }: ClaimRound) => {
      putDeliveries(count)
      return drain(batch, claimDeliveries, recordDeliveries)
    }
  },
  async () => db.close()
)
