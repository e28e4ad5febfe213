/** The tables, and how a database comes to have them. */
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Layer } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { longTransaction } from "./longTransaction.ts"
import * as organizations from "./migrations/0001_organizations.ts"
import * as credits from "./migrations/0002_credits.ts"
import * as monitors from "./migrations/0003_monitors.ts"
import * as webhooks from "./migrations/0004_webhooks.ts"
import * as usage from "./migrations/0005_usage.ts"
import * as billing from "./migrations/0006_billing.ts"
import * as idempotency from "./migrations/0007_idempotency.ts"
import * as web from "./migrations/0008_web.ts"
import * as usageTallies from "./migrations/0009_usage_tallies.ts"
import * as runsHot from "./migrations/0010_runs_hot.ts"
import * as usageCharged from "./migrations/0011_usage_charged.ts"
import * as waitingLines from "./migrations/0012_waiting_lines.ts"
import * as lists from "./migrations/0013_lists.ts"
import * as runSpend from "./migrations/0014_run_spend.ts"
import * as targets from "./migrations/0015_targets.ts"
import * as versions from "./migrations/0016_versions.ts"
import * as cancelReason from "./migrations/0017_cancel_reason.ts"
import * as batches from "./migrations/0018_batches.ts"
import * as largeBodies from "./migrations/0019_large_bodies.ts"
import * as lastingOfBatches from "./migrations/0020_lasting_of_batches.ts"
import * as segmentBlocks from "./migrations/0021_segment_blocks.ts"
import * as pictures from "./migrations/0022_pictures.ts"
import * as largeBaselines from "./migrations/0023_large_baselines.ts"
import * as finalIdentities from "./migrations/0024_final_identities.ts"
import * as resultFiles from "./migrations/0025_result_files.ts"
import * as lostPages from "./migrations/0026_lost_pages.ts"
import * as batchResults from "./migrations/0027_batch_results.ts"
import * as brands from "./migrations/0028_brands.ts"
import * as batchSums from "./migrations/0029_batch_sums.ts"
import * as brandProfiles from "./migrations/0030_brand_profiles.ts"
import * as smallSegments from "./migrations/0031_small_segments.ts"
import * as brandImports from "./migrations/0032_brand_imports.ts"
import * as brandRefreshes from "./migrations/0033_brand_refreshes.ts"
import * as pageIndex from "./migrations/0034_page_index.ts"
import * as news from "./migrations/0035_news.ts"
import * as newsSources from "./migrations/0036_news_sources.ts"
import * as people from "./migrations/0037_people.ts"
import * as grants from "./migrations/0039_grants.ts"
import * as sessions from "./migrations/0040_sessions.ts"
import * as triage from "./migrations/0041_triage.ts"
import * as feedback from "./migrations/0042_feedback.ts"
import * as narrowMentions from "./migrations/0043_narrow_mentions.ts"
import * as hostPauses from "./migrations/0044_host_pauses.ts"
import * as inboxes from "./migrations/0045_inboxes.ts"
import * as resultCodes from "./migrations/0046_result_codes.ts"
import * as madeBy from "./migrations/0047_made_by.ts"
import * as standing from "./migrations/0048_standing.ts"
import * as views from "./migrations/0049_views.ts"
import * as sharedChanges from "./migrations/0050_shared_changes.ts"
import * as ofDashboard from "./migrations/0051_of_dashboard.ts"
import * as openGrants from "./migrations/0052_open_grants.ts"
import * as newsHolders from "./migrations/0053_news_holders.ts"
import * as lostRuns from "./migrations/0054_lost_runs.ts"
import * as openBatches from "./migrations/0055_open_batches.ts"
import * as waitingOfSubscriptions from "./migrations/0056_waiting_of_subscriptions.ts"
import { orUnavailable } from "./storeFailure.ts"

/** Every migration by number and name. One that was released is never changed: its successor mends it. */
const migrations = {
  "0001_organizations": organizations,
  "0002_credits": credits,
  "0003_monitors": monitors,
  "0004_webhooks": webhooks,
  "0005_usage": usage,
  "0006_billing": billing,
  "0007_idempotency": idempotency,
  "0008_web": web,
  "0009_usage_tallies": usageTallies,
  "0010_runs_hot": runsHot,
  "0011_usage_charged": usageCharged,
  "0012_waiting_lines": waitingLines,
  "0013_lists": lists,
  "0014_run_spend": runSpend,
  "0015_targets": targets,
  "0016_versions": versions,
  "0017_cancel_reason": cancelReason,
  "0018_batches": batches,
  "0019_large_bodies": largeBodies,
  "0020_lasting_of_batches": lastingOfBatches,
  "0021_segment_blocks": segmentBlocks,
  "0022_pictures": pictures,
  "0023_large_baselines": largeBaselines,
  "0024_final_identities": finalIdentities,
  "0025_result_files": resultFiles,
  "0026_lost_pages": lostPages,
  "0027_batch_results": batchResults,
  "0028_brands": brands,
  "0029_batch_sums": batchSums,
  "0030_brand_profiles": brandProfiles,
  "0031_small_segments": smallSegments,
  "0032_brand_imports": brandImports,
  "0033_brand_refreshes": brandRefreshes,
  "0034_page_index": pageIndex,
  "0035_news": news,
  "0036_news_sources": newsSources,
  "0037_people": people,
  "0039_grants": grants,
  "0040_sessions": sessions,
  "0041_triage": triage,
  "0042_feedback": feedback,
  "0043_narrow_mentions": narrowMentions,
  "0044_host_pauses": hostPauses,
  "0045_inboxes": inboxes,
  "0046_result_codes": resultCodes,
  "0047_made_by": madeBy,
  "0048_standing": standing,
  "0049_views": views,
  "0050_shared_changes": sharedChanges,
  "0051_of_dashboard": ofDashboard,
  "0052_open_grants": openGrants,
  "0053_news_holders": newsHolders,
  "0054_lost_runs": lostRuns,
  "0055_open_batches": openBatches,
  "0056_waiting_of_subscriptions": waitingOfSubscriptions
}

const table = "migrations"

/** Carries out the statements of a migration. In one block, because one message to the server takes one statement. */
export const runStatements = ({ statements }: { readonly statements: string }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql.unsafe(`do $block$ begin execute $statements$${statements}$statements$; end $block$`).unprepared
  )

/** The lock of a database that whoever migrates or fills it holds until that has ended, and the number of nothing else. */
const lock = 75193620

const waits = Effect.logWarning(
  "Another process brings the tables of this database up to date, or imports into it: waiting until it is done."
)

/** Waits for those who hold the lock alone, and says so. Others may pass at once, unless this one holds it alone too. */
const passLock = Effect.fnUntraced(function* (isAlone: boolean) {
  const sql = yield* SqlClient.SqlClient
  const shared = sql.literal(isAlone ? "" : "_shared")
  const [row] = yield* sql<{ readonly isHeld: boolean }>`select pg_try_advisory_xact_lock${shared}(${lock}) as "isHeld"`
  if (row?.isHeld === true) return
  yield* waits
  yield* sql`select pg_advisory_xact_lock${shared}(${lock})`
  // A name that was looked up before is looked up anew only when a table has been opened: it has the tables by now.
  yield* sql`select from pg_class limit 0`
})

/** Until the transaction ends nobody else migrates the database, fills it, or begins to work on it. @internal */
export const holdAlone = passLock(true)

const runMigrations = Migrator.make({})({
  table,
  loader: Migrator.fromRecord(
    Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, runStatements(one)]))
  )
})

/** The names of all migrations, oldest first. */
export const migrationNames: ReadonlyArray<string> = Object.keys(migrations)

/** The names of all tables that migrations make; of some no version has any left. @internal */
export const madeTables: ReadonlyArray<string> = [
  ...new Set(
    Object.values(migrations).flatMap(({ statements }) =>
      [...statements.matchAll(/\bcreate (?:unlogged )?table (\w+)/g)].map(([, name]) => name!)
    )
  )
]

/** The number of the newest migration. */
export const latestMigration = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The number of the newest migration that the database has; 0 for an empty one. @internal */
export const migrationOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ present: boolean }>`select to_regclass(${table}) is not null as present`
  if (row?.present !== true) return 0
  const [found] = yield* sql<{ id: number | null }>`select max(migration_id) as id from ${sql(table)}`
  return found?.id ?? 0
}).pipe(orUnavailable("migrationOf"))

/** Whether the database has every migration that this version needs. */
export const migrated = Effect.map(migrationOf, (known) => known >= latestMigration)

/** The database has tables that this version does not know. */
class NewerDatabase extends Error {
  override readonly name = "NewerDatabase"
}

const knownMigration = Effect.flatMap(migrationOf, (known) => {
  if (known <= latestMigration) return Effect.succeed(known)
  const what = `it has the tables of a newer version (${known}, not ${latestMigration}): start that version again`
  return Effect.fail(new StoreUnavailable({ operation: "migrate", cause: new NewerDatabase(what) }))
})

/**
 * Brings the database up to date and tells which migrations ran, by number and name. Fails where a newer version has brought it further.
 *
 * **Details**
 *
 * All that are missing run in one transaction under a lock: of any number of processes that start at once one migrates,
 * and the others wait and find nothing to do. Where none is missing nothing is waited for but who fills the database: no dump, which
 * reads for long what a migration would lock.
 */
export const migrate = Effect.gen(function* () {
  const isUpToDate = (yield* knownMigration) === latestMigration
  yield* passLock(!isUpToDate)
  if (isUpToDate) return []
  yield* knownMigration
  return yield* runMigrations
}).pipe(
  longTransaction(),
  Effect.catchTag("MigrationError", (error) =>
    SqlError.isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
  ),
  orUnavailable("migrate")
)

/** Brings the database up to date when it is built. */
export const migrateLayer = Layer.effectDiscard(migrate)
