/** Mistakes in the stores. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, type Mutant, postgres, sqlite, storage, worker } from "./Mutant.ts"

const memoryStores: ReadonlyArray<Mutant> = [
  core(
    "memory: attempts are shown to any organization",
    "src/memory/DeliveryStore.ts",
    "rowFor(tables, organizationId, deliveryId)?.attempts ?? []",
    "tables.deliveries.get(deliveryId)?.attempts ?? []",
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "memory: a run is shown to any organization",
    "src/memory/RunStore.ts",
    "return run?.organizationId === organizationId ? Option.some(run) : Option.none()",
    "return run !== undefined && organizationId !== null ? Option.some(run) : Option.none()",
    "test/memory/RunStore.test.ts"
  ),
  core(
    "memory: an outcome of an older revision is recorded",
    "src/memory/RunStore.ts",
    "if (row.revision !== claim.stored.revision) {",
    "if (row.revision < claim.stored.revision) {",
    "test/memory/RunStore.test.ts"
  ),
  core(
    "memory: an attempt ends under any token",
    "src/memory/attemptDelivery.ts",
    "return row?.inFlight === true && row.token === token ? row : undefined",
    "return row?.inFlight === true && row.token >= token ? row : undefined",
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "memory: a hold is settled for another organization",
    "src/memory/CreditLedger.ts",
    "if (hold === undefined || hold.organizationId !== entry.organizationId) {",
    "if (hold === undefined) {",
    "test/memory/CreditLedger.test.ts"
  ),
  core(
    "memory: a pause skips a queued baseline run",
    "src/memory/MonitorStore.ts",
    'if (update.skipQueued !== null && queued?.runType !== "baseline") {',
    "if (update.skipQueued !== null && queued !== null) {",
    "test/memory/MonitorStore.test.ts"
  ),
  core(
    "memory: a call that is written again is counted again",
    "src/memory/UsageStore.ts",
    "if (row.logs.has(log.requestId)) return\n",
    "\n",
    "test/memory/UsageStore.test.ts"
  ),
  core(
    "memory: an idempotency key never ends",
    "src/memory/keptAnswers.ts",
    "return found === undefined || hasExpired(found, atMillis) ? undefined : found",
    "return found === undefined || atMillis < 0 ? undefined : found",
    "test/memory/IdempotencyStore.test.ts"
  )
]

const dataDirectories: ReadonlyArray<Mutant> = [
  sqlite(
    "data directory: whose it is is not told",
    "src/dataDirectory.ts",
    "owner !== null && owner !== self",
    "owner === self",
    "test/dataDirectory.test.ts"
  ),
  sqlite(
    "data directory: a mark that cannot be read is none",
    "src/dataDirectory.ts",
    `if (codeOf(error) === "ENOENT") return null
      throw error`,
    "return null",
    "test/dataDirectory.test.ts"
  ),
  sqlite(
    "data directory: what stands in the place of a log is opened",
    "src/claimDatabase.ts",
    "for (const path of filesOf(directory)) await checkRegular(path)",
    "await checkRegular(database)",
    "test/dataDirectory.test.ts"
  ),
  sqlite(
    "data directory: a lock is kept that nobody holds",
    "src/dataDirectory.ts",
    `      } catch (error) {
        lock.close()
        throw error`,
    `      } catch (error) {
        throw error`,
    "test/dataDirectory.test.ts"
  ),
  storage(
    "data directory: a device is a file",
    "src/regularFile.ts",
    "found.isFile()) return",
    "!found.isDirectory()) return",
    "test/regularFile.test.ts"
  ),
  storage(
    "data directory: a file of any size is read",
    "src/regularFile.ts",
    "if (size > maxBytes)",
    "if (size > Infinity)",
    "test/regularFile.test.ts"
  )
]

const sqliteStores: ReadonlyArray<Mutant> = [
  sqlite(
    "SQLite: calls behind those that waited for whoever holds the file wait again",
    "src/groupCommit.ts",
    "return failed(waiting, failure)",
    "return failed(attempted(), failure)",
    "test/groupCommit.test.ts"
  ),
  sqlite(
    "SQLite: each call waits as long as the first for whoever holds the file",
    "src/groupCommit.ts",
    "beImpatient(true)",
    "beImpatient(false)",
    "test/groupCommit.test.ts"
  ),
  sqlite(
    "SQLite: who waits for its file is never told that it takes no writes",
    "src/writeRefusal.ts",
    "writtenMillis() >= askedMillis ? null : slow",
    "null",
    "test/writeRefusal.test.ts"
  ),
  sqlite(
    "SQLite: everybody who asks whether it takes writes tries it",
    "src/writeRefusal.ts",
    "if (underWay !== null) return Effect.succeed(underWay)",
    "",
    "test/writeRefusal.test.ts"
  ),
  sqlite(
    "sqlite: fewer credits are held before what is due was brought",
    "src/CreditLedger.ts",
    "{ ...wanted, atLeast: hold.credits }",
    "{ ...wanted, atLeast }",
    "test/BillingLedger.test.ts"
  ),
  sqlite(
    "sqlite: a budget that does not reach for all buys nothing",
    "src/writes/supply.ts",
    "if (credits <= 0 || available + credits < atLeast) return nothing",
    "if (credits < missing || available + credits < atLeast) return nothing",
    "test/BillingLedger.test.ts",
    "test/supplyRows.test.ts"
  ),
  sqlite(
    "SQLite: only what is due first says when to look",
    "src/untilDue.ts",
    "if (least <= 0 || dueAt - now >= least) break",
    "if (least <= 0 || dueAt - now >= -Infinity) break",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "SQLite: what was attempted is cancelled as if nobody was told",
    "src/writes/recordRuns.ts",
    " and status = 'pending' and attempts = 0`",
    "`",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: what was charged in a day is summed in the day of its month",
    "src/writes/spend.ts",
    "startOfDay(at), startOfMonth(at)",
    "startOfMonth(at), startOfMonth(at)",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: attempts are shown to any organization",
    "src/DeliveryStore.ts",
    "where delivery_id = ? and organization_id = ? and attempt < ?",
    "where delivery_id = ? and organization_id >= substr(?, 1, 0) and attempt < ?",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: an attempt ends under any token",
    "src/writes/recordAttempts.ts",
    "where id = ? and organization_id = ? and token = ? and lease_until is not null and status <> 'cancelled'",
    "where id = ? and organization_id = ? and token >= ? and lease_until is not null and status <> 'cancelled'",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: an outcome of an older revision is recorded",
    "src/writes/recordRuns.ts",
    "where id = ? and organization_id = ? and token = ? and running_run_id = ? and revision = ?`",
    "where id = ? and organization_id = ? and token = ? and running_run_id = ? and revision >= ?`",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: credits are held while collection is paused",
    "src/writes/credits.ts",
    'if (pause !== null) return { _tag: "Paused", pause }',
    'if (pause === undefined) return { _tag: "Paused", pause }',
    "test/CreditLedger.test.ts"
  ),
  sqlite(
    "sqlite: held credits are spent",
    "src/writes/credits.ts",
    "if (balance - held + entry.credits < 0)",
    "if (balance + entry.credits < 0)",
    "test/CreditLedger.test.ts"
  )
]

const postgresStores: ReadonlyArray<Mutant> = [
  postgres(
    "Postgres: one account that is held stops the claims of all",
    "src/claimRuns.ts",
    'passesOver ? "skip locked" : ""',
    'passesOver ? "" : ""',
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: who is passed over fills the claim",
    "src/claimRuns.ts",
    "passedOver: rows[0]?.passedOver ?? []",
    "passedOver: []",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: what one organization holds up is written by nobody",
    "src/lockPatience.ts",
    "Effect.catchIf(writeSome(tried, wait), isHeldUp, () => writeEach(tried))",
    "Effect.catchIf(writeSome(tried, wait), isHeldUp, () => Effect.void)",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: who is known to be held up is written with others",
    "src/lockPatience.ts",
    "items.filter((item) => !known.has(ownerOf(item)))",
    "items.filter((item) => !resting.has(ownerOf(item)))",
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: each of many that are held is waited for as long as all together",
    "src/lockPatience.ts",
    "writeSome(own, briefly)",
    "writeSome(own, patience)",
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: many that are held are tried without end",
    "src/lockPatience.ts",
    "if ((yield* passedMillis) >= untilMillis) return",
    "",
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: of very many that are held none is known for long",
    "src/lockPatience.ts",
    "if (before === undefined && known.size >= remembered.most) return",
    "if (known.size >= remembered.most) return",
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: who is held up always is tried as often as who was once",
    "src/lockPatience.ts",
    "before.spanMillis * 2",
    "before.spanMillis",
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: the ends of many batches that are held stop those of others",
    "src/BatchWorkStore.ts",
    "${waitsShortly(sql, briefly)}",
    "${waitsShortly(sql)}",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: a clock that is set says for how long somebody is taken for held",
    "src/lockPatience.ts",
    'import { passedMillis } from "@kittiwake/core/internal/passedMillis"',
    'import { Clock } from "effect"; const passedMillis = Clock.currentTimeMillis',
    "test/lockPatience.test.ts"
  ),
  postgres(
    "Postgres: a batch whose row was held never began",
    "src/recordItems.ts",
    "if (begunAt !== null) yield* beginLate(sql, batchId, begunAt)",
    "",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: a batch whose row was held began when more of it was claimed",
    "src/claimItems.ts",
    "lateBegins.of(id) ?? options.now",
    "options.now",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: a filter that meets nothing reads a whole table",
    "src/looks.ts",
    "sql`ctid = any (array(select place from stretch))`",
    "sql`${place} >= (coalesce((select at from ended), '-infinity'), coalesce((select id from ended), ''))`",
    "test/listPlan.test.ts"
  ),
  postgres(
    "Postgres: a pooler of transactions is told timeouts",
    "src/connectionConfig.ts",
    "isLent ? {} : timeoutsOf(options)",
    "timeoutsOf(options)",
    "test/connectionConfig.test.ts"
  ),
  postgres(
    "Postgres: statements are prepared on connections that are lent",
    "src/connectionConfig.ts",
    "options.prepare ?? !isLent",
    "options.prepare ?? true",
    "test/connectionConfig.test.ts"
  ),
  postgres(
    "Postgres: a process that stands still keeps what it has locked",
    "src/connectionConfig.ts",
    "Duration.min(standsStill, statementTimeoutOf(options))",
    "statementTimeoutOf(options)",
    "test/connectionConfig.test.ts"
  ),
  postgres(
    "Postgres: one batch that is held stops the pages of all",
    "src/claimItems.ts",
    "and status = 'queued' order by id for update skip locked",
    "and status = 'queued' order by id for update",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: one account that is held stops the ends of all batches",
    "src/BatchWorkStore.ts",
    "isHeldUp,\n        () => Effect.as(heldUp.note(organizationId), false)",
    "() => false,\n        () => Effect.as(heldUp.note(organizationId), false)",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: a subscription is moved by all that it ever sent",
    "src/subscriptionRows.ts",
    "where subscription_id = ${id} and due_at is not null and host",
    "where subscription_id || '' = ${id} and due_at is not null and host",
    "test/subscriptionPlan.test.ts"
  ),
  postgres(
    "Postgres: one monitor that is held stops the leases of all",
    "src/RunStore.ts",
    "order by m.id for update of m skip locked",
    "order by m.id for update of m",
    "test/heldUp.test.ts"
  ),
  postgres(
    "Postgres: fewer credits are held before what is due was brought",
    "src/CreditLedger.ts",
    "const held = yield* tryHold(wanted, at)",
    "const held = yield* tryHold({ ...wanted, credits: Math.min(wanted.credits, atLeast) }, at)",
    "test/BillingLedger.test.ts"
  ),
  postgres(
    "Postgres: failures before a success of the same write count on",
    "src/recordAttempts.ts",
    "case when h.healed then 0 else",
    "case when false then 0 else",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "Postgres: the oldest failure of a write is told",
    "src/recordAttempts.ts",
    "array_agg(failure order by n desc)",
    "array_agg(failure order by n)",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "Postgres: an answer that replaces another is refused",
    "src/keptAnswers.ts",
    " or ${replaces}::boolean",
    " or (${replaces}::boolean and false)",
    "test/IdempotencyStore.test.ts"
  ),
  postgres(
    "Postgres: what was attempted is cancelled as if nobody was told",
    "src/recordRuns.ts",
    "where d.status = 'pending' and d.attempts = 0",
    "where d.attempts >= 0",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: what runs were charged is summed by day alone",
    "src/recordRuns.ts",
    "(values ('day'), ('month')) g (grain)",
    "(values ('day')) g (grain)",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: the sums of what runs were charged keep the newest charge alone",
    "src/recordRuns.ts",
    "set credits = s.credits + excluded.credits",
    "set credits = excluded.credits",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: attempts are shown to any organization",
    "src/DeliveryStore.ts",
    "where delivery_id = ${deliveryId} and organization_id = ${organizationId}",
    "where delivery_id = ${deliveryId}",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: a webhook may go while its delivery is made to wait again",
    "src/requeueDelivery.ts",
    "where id = ${row.subscriptionId} for key share`",
    "where id = ${row.subscriptionId}`",
    "test/requeueDelivery.test.ts"
  ),
  postgres(
    "postgres: time in which nobody could hear counts",
    "src/heardWithin.ts",
    "> late) yield* listened(again)",
    "> late) yield* Effect.void",
    "test/PgClient.test.ts"
  ),
  postgres(
    "postgres: a broken connection is used again",
    "src/PgClient.ts",
    'if (isEnd || failure.reason._tag === "ConnectionError") lease.isBroken = true',
    "if (isEnd && lease.isBroken) lease.isBroken = true",
    "test/PgClient.test.ts"
  ),
  postgres(
    "postgres: an outcome of an older revision is recorded",
    "src/recordRuns.ts",
    "m.revision = x.revision as current",
    "true as current",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: an outcome is recorded under any token",
    "src/recordRuns.ts",
    "and m.token = x.token and m.running_run_id",
    "and m.token >= x.token and m.running_run_id",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: held credits are spent",
    "src/accountRows.ts",
    "and a.balance - a.held + ${entry.credits} >= 0",
    "and a.balance + ${entry.credits} >= 0",
    "test/CreditLedger.test.ts"
  ),
  postgres(
    "postgres: what breaks for one reader ends the reading",
    "src/readTogether.ts",
    "yield* Effect.exit(Effect.map(exit, (valueOf) => valueOf(key)))",
    'exit._tag === "Failure" ? exit : Effect.succeed(exit.value(key))',
    "test/readTogether.test.ts"
  )
]

const claims: ReadonlyArray<Mutant> = [
  core(
    "memory: a renewed lease lasts no longer",
    "src/memory/attemptDelivery.ts",
    "row.leaseEndMillis = untilMillis\n",
    "row.leaseEndMillis = Math.min(row.leaseEndMillis, untilMillis)\n",
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "memory: a lease that a clock which was ahead gave is believed",
    "src/leaseHorizon.ts",
    "untilMillis > clockMillis && untilMillis <= clockMillis + leaseHorizon(leaseMillis)",
    "untilMillis > clockMillis",
    "test/memory/RunStore.test.ts"
  ),
  core(
    "plans: what a clock that was ahead planned stays",
    "src/monitors/domain/planAnew.ts",
    "if (DateTime.isLessThanOrEqualTo(nextRunAt, farthest)) return null",
    "if (DateTime.isGreaterThan(nextRunAt, farthest)) return null",
    "test/memory/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: a slot that a clock which was ahead ran is not run when it comes",
    "src/writes/runs.ts",
    "slot_at >= ? and status <> 'running'",
    "slot_at > ? + 1e12 and status <> 'running'",
    "test/RunStore.test.ts"
  ),
  core(
    "plans: what waits for the next day of its grant is planned anew",
    "src/monitors/domain/planAnew.ts",
    "plan.isOfDay ?",
    "plan.isOfDay && false ?",
    "test/monitors/planAnew.test.ts"
  ),
  core(
    "plans: an ordinary correction of the clock plans anew",
    "src/monitors/domain/planAnew.ts",
    "const after = DateTime.add(now, { milliseconds: ordinaryStepMillis })",
    "const after = DateTime.add(now, { milliseconds: 0 * ordinaryStepMillis })",
    "test/memory/RunStore.test.ts"
  ),
  core(
    "plans: the first thousand alone are planned anew",
    "src/monitors/planMonitorsAnew.ts",
    "some.length < atOnce) return count",
    "some.length <= atOnce) return count",
    "test/monitors/planMonitorsAnew.test.ts"
  ),
  core(
    "memory: planning anew frees the slot of a run that is under way",
    "src/memory/RunStore.ts",
    " && slot !== row.runningSlot?.epochMilliseconds",
    "",
    "test/memory/RunStore.test.ts"
  ),
  core(
    "memory: planning anew outdates nobody",
    "src/memory/RunStore.ts",
    "nextRunAt: plan.nextRunAt }\n            row.revision += 1",
    "nextRunAt: plan.nextRunAt }",
    "test/memory/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: planning anew frees the slot of a run that is under way",
    "src/writes/runs.ts",
    "slot_at >= ? and status <> 'running'",
    "slot_at >= ?",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: planning anew frees slots that came",
    "src/RunStore.ts",
    "freeFrom: millisOf(freeFrom)",
    "freeFrom: 0 * millisOf(freeFrom)",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: planning anew frees the slot of a run that is under way",
    "src/plannedRuns.ts",
    " and r.status <> 'running'",
    "",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: planning anew frees slots that came",
    "src/plannedRuns.ts",
    "and r.slot_at >= ${freeFrom}::timestamptz",
    "and r.slot_at >= ${freeFrom}::timestamptz - interval '1 year'",
    "test/RunStore.test.ts"
  ),
  core(
    "memory: a delivery that was asked for by hand stays put off",
    "src/memory/DeliveryStore.ts",
    "!inFlight &&",
    'delivery.trigger !== "manual" && !inFlight &&',
    "test/memory/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: a delivery that was asked for by hand stays put off",
    "src/writes/deliveries.ts",
    "where due_at is not null and (due_at, id) > (?, ?) order",
    "where due_at is not null and (due_at, id) > (?, ?) and trigger <> 'manual' order",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: a delivery that was asked for by hand stays put off",
    "src/DeliveryStore.ts",
    "where d.due_at > ${after}::timestamptz + ${delay} order",
    "where d.due_at > ${after}::timestamptz + ${delay} and d.trigger <> 'manual' order",
    "test/DeliveryStore.test.ts"
  ),
  core(
    "deliveries: what was attempted ahead is sent before its delay is over",
    "src/webhooks/domain/Delivery.ts",
    'trigger === "automatic" ? (delaysSeconds[automaticFailures - 1] ?? 0) : 0',
    'trigger === "automatic" ? 0 * automaticFailures * delaysSeconds.length : 0',
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "deliveries: an attempt by hand ends the plan",
    "src/webhooks/domain/Delivery.ts",
    "delivery.deliveredAt === null ? delivery.delaysSeconds",
    'delivery.deliveredAt === null && delivery.trigger !== "manual" ? delivery.delaysSeconds',
    "test/webhooks/Delivery.test.ts"
  ),
  core(
    "deliveries: an attempt by hand takes a place in the plan",
    "src/webhooks/domain/Delivery.ts",
    'delivery.trigger === "manual" ? delivery.automaticFailures : ',
    "",
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "deliveries: what arrived once is tried by plan when it is sent again",
    "src/webhooks/domain/Delivery.ts",
    "delivery.deliveredAt === null ? delivery.delaysSeconds[automaticFailures - 1] : undefined",
    "delivery.delaysSeconds[automaticFailures - 1]",
    "test/webhooks/retrying.test.ts"
  ),
  sqlite(
    "sqlite: what was attempted ahead is sent before its delay is over",
    "src/writes/deliveries.ts",
    "const dueAt = now + delayMillis",
    "const dueAt = now + 0 * delayMillis",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: what was attempted ahead is sent before its delay is over",
    "src/DeliveryStore.ts",
    "next_attempt_at = case when d.lease_until is null then ${now}::timestamptz + ${delay} end",
    "next_attempt_at = case when d.lease_until is null then ${now}::timestamptz end",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: what is planned by its own delay is recalled",
    "src/writes/deliveries.ts",
    "dueAt > after + delayMillis)",
    "dueAt > after + 0 * delayMillis)",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: what is planned by its own delay is recalled",
    "src/DeliveryStore.ts",
    "where d.due_at > ${after}::timestamptz + ${delay} order",
    "where d.due_at > ${after}::timestamptz order",
    "test/DeliveryStore.test.ts"
  ),
  core(
    "deliveries: an ordinary correction of the clock recalls",
    "src/webhooks/recallDeliveries.ts",
    "milliseconds: ordinaryStepMillis",
    "milliseconds: 0 * ordinaryStepMillis",
    "test/memory/DeliveryStore.test.ts"
  ),
  core(
    "memory: a page that a clock which was ahead kept is found",
    "src/memory/PageCache.ts",
    "> now.epochMilliseconds + differMillis",
    "> now.epochMilliseconds + 1e12 * differMillis",
    "test/memory/PageCache.test.ts"
  ),
  sqlite(
    "sqlite: a page that a clock which was ahead kept is found",
    "src/PageCache.ts",
    "millisOf(now) + differMillis",
    "millisOf(now) + 1e9 * differMillis",
    "test/PageCache.test.ts"
  ),
  sqlite(
    "sqlite: a page that a clock which was ahead kept is never replaced",
    "src/writes/bodies.ts",
    " && before.captured_at <= until) return true",
    ") return true",
    "test/PageCache.test.ts"
  ),
  postgres(
    "postgres: a page that a clock which was ahead kept is never replaced",
    "src/putPages.ts",
    "or p.captured_at > ${until}::timestamptz",
    "or p.captured_at > ${until}::timestamptz + interval '9 years'",
    "test/PageCache.test.ts"
  ),
  core(
    "memory: a small step of the clock ends leases",
    "src/leaseHorizon.ts",
    "untilMillis <= clockMillis + leaseHorizon(leaseMillis)",
    "untilMillis <= clockMillis + 120_000",
    "test/memory/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: a lease that a clock which was ahead gave is believed",
    "src/writes/leaseBounds.ts",
    "clockMillis + leaseHorizon(leaseMillis)",
    "clockMillis + 1e6 * leaseHorizon(leaseMillis)",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: a lease that a clock which was ahead gave is believed",
    "src/leaseEnds.ts",
    "${leaseHorizon(Duration.toMillis(lease))}::float8 * interval '1 millisecond'",
    "${leaseHorizon(Duration.toMillis(lease))}::float8 * interval '1 day'",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "sqlite: a lease is renewed under any token",
    "src/writes/deliveries.ts",
    '"update deliveries set lease_until = ? where id = ? and token = ? and lease_until is not null"',
    '"update deliveries set lease_until = ? where id = ? and token >= ? and lease_until is not null"',
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: a lease is renewed under any token",
    "src/DeliveryStore.ts",
    "join deliveries d on d.id = x.id and d.token = x.token and d.lease_until is not null",
    "join deliveries d on d.id = x.id and d.token >= x.token and d.lease_until is not null",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "postgres: a renewed lease lasts no longer",
    "src/DeliveryStore.ts",
    "+ ${Duration.toMillis(lease)}::float8",
    "+ ${Duration.toMillis(lease) / 1e6}::float8",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "sqlite: every claim looks at the head of the line alone",
    "src/writes/dueInShares.ts",
    "const behind = from === undefined ? []",
    "const behind = from === undefined || limit > 0 ? []",
    "test/shares.test.ts",
    "test/manyRows.test.ts"
  ),
  postgres(
    "postgres: a host has no share",
    "src/inShares.ts",
    "nth_of_host <= room_of_host or",
    "nth_of_host <= 1000 or",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: an organization has no share",
    "src/inShares.ts",
    "where nth_of_organization <= room_of_organization",
    "where nth_of_organization <= 1000",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: who is longest due goes first, however much it has under way",
    "src/inShares.ts",
    "order by turn, due_at, id`",
    "order by due_at, id`",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: a host that others fill has no place for who holds nothing there",
    "src/inShares.ts",
    "where nth_of_host <= room_of_host or (is_new and nth_of_lane = 1)",
    "where nth_of_host <= room_of_host",
    "test/RunStore.test.ts"
  ),
  postgres(
    "postgres: a claim in shares ends after one statement",
    "src/claimInShares.ts",
    "if (!isAnyoneFull(left)) break",
    "break",
    "test/RunStore.test.ts",
    "test/DeliveryStore.test.ts",
    "test/claims.test.ts"
  ),
  sqlite(
    "lines on SQLite: a claim goes on in the next minute",
    "src/writes/dueInShares.ts",
    "const [oldest, newest] = [minuteOf(from.dueAt),",
    "const [oldest, newest] = [minuteOf(from.dueAt) + 1,",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "lines on SQLite: a claim ends before the minute at hand",
    "src/writes/dueInShares.ts",
    "lines.walk(newest + 1, oldest,",
    "lines.walk(newest, oldest,",
    "test/DeliveryStore.test.ts"
  ),
  sqlite(
    "lines on SQLite: what nobody receives takes a place",
    "src/writes/dueInShares.ts",
    'table === "deliveries" ? hasReceiver : ""',
    'table !== "deliveries" ? hasReceiver : ""',
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "lines on Postgres: a claim looks at the head of the line alone",
    "src/dueRows.ts",
    "p.oldest + w.minutes * interval '1 minute'",
    "p.oldest + w.minutes * interval '0 minutes'",
    "test/DeliveryStore.test.ts"
  ),
  postgres(
    "lines on Postgres: what nobody receives takes a place",
    "src/dueRows.ts",
    'rows.table === "deliveries" ? hasReceiver : ""',
    '""',
    "test/DeliveryStore.test.ts"
  )
]

const ahead: ReadonlyArray<Mutant> = [
  core(
    "clock: the index of memory keeps what was read ahead",
    "src/memory/PageIndex.ts",
    "readAt.epochMilliseconds > at.epochMilliseconds && readAt.epochMilliseconds <= now.epochMilliseconds + differMillis",
    "readAt.epochMilliseconds > at.epochMilliseconds && now !== at",
    "test/memory/PageIndex.test.ts"
  ),
  sqlite(
    "clock: SQLite puts no page where one was read ahead",
    "src/writes/pageIndex.ts",
    "if (known.readAt > readAt && known.readAt <= until) return null",
    "if (known.readAt > readAt && until > 0) return null",
    "test/PageIndex.test.ts"
  ),
  sqlite(
    "clock: SQLite forgets no page that was read ahead",
    "src/writes/pageIndex.ts",
    "(p.read_at <= ? or p.read_at > ?)",
    "(p.read_at <= ? or p.read_at < 0 * ?)",
    "test/PageIndex.test.ts"
  ),
  postgres(
    "clock: Postgres puts no page where one was read ahead",
    "src/pageIndexRows.ts",
    "before.readAt > entry.readAt && before.readAt <= until",
    "before.readAt > entry.readAt && until > 0",
    "test/PageIndex.test.ts"
  ),
  postgres(
    "clock: Postgres forgets no page that was read ahead",
    "src/pageIndexRows.ts",
    "(p.read_at <= x.gone_at or p.read_at > ${until})",
    "(p.read_at <= x.gone_at or p.read_at < 0 * ${until}::bigint)",
    "test/PageIndex.test.ts"
  ),
  storage(
    "clock: of two readings put at once the one that was read ahead stays",
    "src/indexedPages.ts",
    "known.readAt > until || ",
    "",
    "packages/adapters/sqlite/test/PageIndex.test.ts"
  ),
  core(
    "clock: memory keeps sessions that were given out ahead",
    "src/memory/SessionStore.ts",
    "datedAnew(session, now)",
    "datedAnew(session, session.createdAt)",
    "test/memory/SessionStore.test.ts"
  ),
  core(
    "clock: a session that was used ahead lasts beyond its week",
    "src/sessions/domain/Session.ts",
    "expiresAt: endOf(createdAt, now) }",
    "expiresAt: endOf(now, now) }",
    "test/memory/SessionStore.test.ts"
  ),
  sqlite(
    "clock: SQLite keeps sessions that were given out ahead",
    "src/writes/sessions.ts",
    "from dashboard_sessions where expires_at > ?4 limit ?5",
    "from dashboard_sessions where expires_at > 2 * ?4 limit ?5",
    "test/SessionStore.test.ts"
  ),
  sqlite(
    "clock: SQLite keeps links that were given out ahead",
    "src/writes/sessions.ts",
    "from dashboard_links where expires_at > ? limit ?",
    "from dashboard_links where expires_at > 2 * ? limit ?",
    "test/SessionStore.test.ts"
  ),
  postgres(
    "clock: Postgres dates sessions anew where the clock was put back a little",
    "src/SessionStore.ts",
    "latestOf(now, idle)",
    "DateTime.addDuration(now, idle)",
    "test/SessionStore.test.ts"
  ),
  postgres(
    "clock: Postgres keeps links that were given out ahead",
    "src/SessionStore.ts",
    "latestOf(now, link)",
    "latestOf(now, longest)",
    "test/SessionStore.test.ts"
  ),
  core(
    "clock: memory keeps grants that were used ahead",
    "src/memory/GrantStore.ts",
    "grantDatedAnew(grant, now)",
    "grantDatedAnew(grant, grant.endsAt)",
    "test/memory/GrantStore.test.ts"
  ),
  sqlite(
    "clock: SQLite dates every token anew as one that refreshes",
    "src/writes/grants.ts",
    "when 'access' then ? else",
    "when 'access' then max(?, ?3) else",
    "test/GrantStore.test.ts"
  ),
  sqlite(
    "clock: SQLite keeps grants that were used ahead",
    "src/writes/grants.ts",
    "coalesce(revoked_at, ends_at)) > ?3",
    "coalesce(revoked_at, ends_at)) > 2 * ?3",
    "test/GrantStore.test.ts"
  ),
  postgres(
    "clock: Postgres keeps grants that were used ahead",
    "src/GrantStore.ts",
    "where least(ends_at, revoked_at) > ${latest}",
    "where ends_at < revoked_at and least(ends_at, revoked_at) > ${latest}",
    "test/GrantStore.test.ts"
  ),
  postgres(
    "clock: Postgres keeps tokens that were given out ahead",
    "src/GrantStore.ts",
    "where spent_at is null and expires_at > ${latest}",
    "where spent_at is not null and expires_at > ${latest}",
    "test/GrantStore.test.ts"
  ),
  core(
    "clock: an access token that was given out ahead lasts longer",
    "src/grants/domain/Grant.ts",
    'kind !== "refresh" && expiresAt',
    'kind === "code" && expiresAt',
    "test/grants/Grants.test.ts"
  ),
  core(
    "clock: a code that was given out ahead lasts longer",
    "src/grants/redeemToken.ts",
    "isTokenOver(token, now) || ",
    "",
    "test/grants/Grants.test.ts"
  ),
  core(
    "clock: a client whose token was given out ahead must ask for access again",
    "src/grants/domain/Grant.ts",
    '(kind !== "refresh" && expiresAt',
    "(expiresAt",
    "test/grants/Grants.test.ts"
  ),
  core(
    "clock: a link that was given out ahead lasts longer",
    "src/security/signedLinks.ts",
    "end > now && end <= latestEnd(now, Duration.toMillis(lifetime))",
    "end > now",
    "test/security/signedLinks.test.ts"
  ),
  core(
    "clock: what was told ahead of a page passes over what is read of it",
    "src/search/indexReadings.ts",
    "remembered > nowMillis + differMillis",
    "remembered > nowMillis * 2",
    "test/search/indexing.test.ts"
  )
]

const bounded: ReadonlyArray<Mutant> = [
  sqlite(
    "grants: SQLite counts those that were ended",
    "src/writes/grants.ts",
    "where organization_id = ? and revoked_at is null and ends_at > ?",
    "where organization_id = ? and ends_at > ?",
    "test/GrantStore.test.ts"
  ),
  postgres(
    "grants: Postgres counts those who sign at once twice over",
    "src/GrantStore.ts",
    "grants of ${grant.organizationId}",
    "grants of ${grant.id}",
    "test/GrantStore.test.ts"
  ),
  sqlite(
    "profiles: SQLite lets who had a profile undo that it was renewed",
    "src/writes/profiles.ts",
    "set token = token + 1, lease_until = null, sealed_session = ?",
    "set sealed_session = ?",
    "test/ProfileStore.test.ts"
  ),
  core(
    "profiles: memory keeps a renewed profile lent to who had it",
    "src/memory/ProfileStore.ts",
    "row.token += 1\n          row.leaseEndMillis = null\n          row.sealedSession = sealedSession",
    "row.token += 1\n          row.sealedSession = sealedSession",
    "test/memory/ProfileStore.test.ts"
  ),
  core(
    "profiles: a login that has ended is told as a page behind a wall",
    "src/monitors/ofLogin.ts",
    "error.wall === null ||",
    "error.wall !== null ||",
    "test/monitors/seeing.test.ts"
  ),
  sqlite(
    "receivers: SQLite tells of one that refused once",
    "src/BacklogStore.ts",
    "attempts >= ${troublingAttempts}",
    "attempts >= 1",
    "test/BacklogStore.test.ts"
  ),
  postgres(
    "receivers: Postgres tells of events that are still to be sent for the first time",
    "src/BacklogStore.ts",
    "status = 'retrying' and attempts >=",
    "attempts >=",
    "test/BacklogStore.test.ts"
  ),
  core(
    "receivers: memory tells the newest of the events that wait",
    "src/memory/BacklogStore.ts",
    "reduce(DateTime.min)",
    "reduce(DateTime.max)",
    "test/memory/BacklogStore.test.ts"
  ),
  postgres(
    "tables: an older version goes on where a newer one has brought them further",
    "src/migrate.ts",
    "if (known <= latestMigration) return Effect.succeed(known)",
    "if (known >= 0) return Effect.succeed(known)",
    "test/migrate.test.ts"
  ),
  core(
    "blobs: what is damaged is to be asked for again",
    "src/blobs/BlobStore.ts",
    "{ isLost: true } : {})",
    "{} : {})",
    "test/blobs/blobsAway.test.ts"
  ),
  core(
    "periods ahead: an account stays there when the clock is right",
    "src/credits/domain/Supply.ts",
    'return goesBack && known > at.epochMilliseconds ? "ahead" : "beyond"',
    'return goesBack && known < at.epochMilliseconds ? "ahead" : "beyond"',
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "periods ahead: what was given there is given once more",
    "src/credits/domain/Supply.ts",
    "refilled: Math.max(past.refilled, account.refilled)",
    "refilled: past.refilled",
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "periods ahead: what was bought there leaves the budget whole",
    "src/credits/domain/Supply.ts",
    "toppedUp: past.toppedUp + account.toppedUp",
    "toppedUp: past.toppedUp",
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "periods ahead: one that was begun is refilled when it comes",
    "src/credits/domain/Supply.ts",
    "return past.isBegun ? raise",
    "return past.used < 0 ? raise",
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "periods ahead: the month that a clock refilled is promised",
    "src/credits/creditUsage.ts",
    "refilledTo = next",
    "refilledTo = at",
    "test/credits/usage.test.ts"
  ),
  sqlite(
    "SQLite: what a period cost is not counted where it goes on",
    "src/writes/supply.ts",
    "select ifnull(-sum(credits), 0) as used",
    "select 0 as used",
    "test/BillingLedger.test.ts"
  ),
  postgres(
    "Postgres: a period that was begun is begun again",
    "src/supply.ts",
    "entered === null ? noPast : yield* pastIn",
    "entered !== null ? noPast : yield* pastIn",
    "test/BillingLedger.test.ts"
  ),
  worker(
    "periods ahead: nobody leaves them",
    "src/clockKeeper.ts",
    "const accounts = yield* leavePeriodsAhead",
    "const accounts = 0",
    "test/clockKeeper.test.ts"
  )
]

export const mutantsOfStores = [
  ...bounded,
  ...ahead,
  ...memoryStores,
  ...dataDirectories,
  ...sqliteStores,
  ...postgresStores,
  ...claims
]
