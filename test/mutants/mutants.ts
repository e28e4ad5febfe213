/** Mistakes that no release may have: in stores, egress, the browser pool, limits and the worker. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { type Mutant, mutantsOf } from "./Mutant.ts"

const core = mutantsOf("packages/core")
const postgres = mutantsOf("packages/adapters/postgres")
const sqlite = mutantsOf("packages/adapters/sqlite")
const fetch = mutantsOf("packages/adapters/fetch")
const browser = mutantsOf("packages/adapters/playwright")
const worker = mutantsOf("packages/worker")

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

const sqliteStores: ReadonlyArray<Mutant> = [
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
    "src/CreditLedger.ts",
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

const egress: ReadonlyArray<Mutant> = [
  fetch(
    "egress: the address of the socket is not judged",
    "src/Egress.ts",
    'if (!isAllowedAddress(socket.remoteAddress ?? "", target, policy)) {',
    "if (socket.remoteAddress === undefined) {",
    "test/Egress.test.ts"
  ),
  fetch(
    "egress: one allowed address lets a name through",
    "src/Egress.ts",
    "return allowed.length === addresses.length || isLoopbackName(target.host) ? allowed : []",
    "return allowed.length > 0 || isLoopbackName(target.host) ? allowed : []",
    "test/Egress.test.ts"
  ),
  core(
    "egress: a range lets credentials of a cloud out",
    "src/web/domain/EgressPolicy.ts",
    "if (isMetadata(address)) return ranges.some(isSingle)",
    "if (isMetadata(address)) return ranges.length > 0",
    "test/web/EgressPolicy.test.ts"
  ),
  core(
    "egress: addresses of this machine are reached",
    "src/web/domain/EgressPolicy.ts",
    "return isPublic(address) && !policy.own.some((range) => contains(range, address))",
    "return isPublic(address)",
    "test/web/EgressPolicy.test.ts"
  ),
  core(
    "egress: ports of databases are reached",
    "src/web/domain/Egress.ts",
    "(port >= 1024 && !refusedPorts.has(port))",
    "port >= 1024",
    "test/web/Egress.test.ts"
  ),
  core(
    "egress: private names are looked up",
    "src/web/domain/EgressPolicy.ts",
    '!host.includes(".") || privateSuffixes.some((suffix) => endsIn(host, suffix))',
    '!host.includes(".")',
    "test/web/EgressPolicy.test.ts",
    "packages/core/test/web/Egress.test.ts"
  )
]

const browserPool: ReadonlyArray<Mutant> = [
  browser(
    "pool: a dead browser is used again",
    "src/BrowserPool.ts",
    "(one.running === null || one.running.browser.isConnected())",
    "(one.running === null || one.users >= 0)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "pool: an idle browser is never ended",
    "src/BrowserPool.ts",
    "if (one === null || one.users > 0 || now - one.lastUsedMillis < Duration.toMillis(limits.maxIdle)) return",
    "if (one === null || one.users > 0 || now >= one.lastUsedMillis) return",
    "test/BrowserPool.test.ts"
  )
]

const limits: ReadonlyArray<Mutant> = [
  core(
    "limits: a window takes one call too many",
    "src/memory/LimitStore.ts",
    "const admitted = before + weight <= limit\n",
    "const admitted = before + weight <= limit + 1\n",
    "test/memory/LimitStore.test.ts"
  ),
  core(
    "limits: a slot is kept when its call ends",
    "src/limits/Limits.ts",
    "({ admitted }) => (admitted ? store.leave(subject, token) : Effect.void)",
    "() => Effect.void",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: windows begin with the first call",
    "src/limits/domain/Window.ts",
    "Math.floor(atMillis / windowMillis) * windowMillis",
    "Math.floor(atMillis)",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: keys of an organization share nothing",
    "src/limits/domain/Window.ts",
    'countedFor === "organization" ? organization.id :',
    "countedFor === null ? organization.id :",
    "test/limits/Limits.test.ts"
  )
]

const loops: ReadonlyArray<Mutant> = [
  worker(
    "worker: a loop claims all there is room for",
    "src/workLoop.ts",
    "inSteps(Math.min(options.maxClaim, free))",
    "inSteps(Math.max(options.maxClaim, free))",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: a claim that fails ends the loop",
    "src/workLoop.ts",
    'Effect.logError(`${options.loop}: claim failed`, cause).pipe(Effect.as("done" as const))',
    "Effect.failCause(cause)",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: what has begun is not waited for",
    "src/workLoop.ts",
    "Effect.andThen(FiberSet.awaitEmpty(inFlight)),",
    "Effect.andThen(Effect.void),",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: a sweep ends after one write",
    "src/sweeper.ts",
    "if ((yield* some) < limit) return",
    "if ((yield* some) <= limit) return",
    "test/Worker.test.ts"
  ),
  worker(
    "worker: pruning ends after one write",
    "src/pruner.ts",
    "while: (removed) => removed === limit",
    "while: (removed) => removed > limit",
    "test/Worker.test.ts"
  )
]

export const mutants: ReadonlyArray<Mutant> = [
  ...memoryStores,
  ...sqliteStores,
  ...postgresStores,
  ...egress,
  ...browserPool,
  ...limits,
  ...loops
]

/** One that no test can notice, to show that the command says so. */
export const harmless: Mutant = core(
  "none: changes what nobody can see",
  "src/limits/domain/Window.ts",
  "Math.min(60, Math.max(1,",
  "Math.min(60, Math.max(1, 1,",
  "test/limits/Limits.test.ts"
)
