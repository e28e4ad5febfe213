/** The tables, and how a database comes to have them. */
import type { Connection } from "./Connection.ts"
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

/**
 * Every migration by number and name: the same as on Postgres, so that an export of one fits the other. One that was
 * released is never changed: its successor mends it.
 */
const migrations: Readonly<Record<string, { readonly statements: string }>> = {
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

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The names of all migrations, oldest first. */
export const migrationNames: ReadonlyArray<string> = Object.keys(migrations)

/** The number of the newest migration. */
export const latestMigration = Math.max(...Object.keys(migrations).map(numberOf))

/** The file was written by a newer version. */
export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase"
}

/** The number of the newest migration that the database has; 0 for an empty one. */
export const migrationOf = (db: Connection): number => {
  const table = db.get("select 1 from sqlite_schema where name = 'migrations'")
  if (table === undefined) return 0
  return db.get<{ readonly newest: number | null }>("select max(migration_id) as newest from migrations")?.newest ?? 0
}

/** The file holds something else, or nothing where something must be. */
export class ForeignDatabase extends Error {
  override readonly name = "ForeignDatabase"
}

/** Nothing may be made in a file that somebody else filled, nor where an installation was and its tables are gone. */
const checkEmpty = (db: Connection, isFilled: boolean): void => {
  if (isFilled) throw new ForeignDatabase("its tables are gone, perhaps with its log (kittiwake.db-wal)")
  const other = db.get<{ readonly name: string }>("select name from sqlite_schema limit 1")
  if (other !== undefined) throw new ForeignDatabase(`it is another program's: it holds ${other.name}`)
}

/**
 * Brings the database up to date, all of it or nothing; tells which migrations ran, by number and name. `isFilled` says that
 * an installation has used the file before, `until` that it goes no further than a migration.
 */
export const migrate = (db: Connection, isFilled = false, until = latestMigration): ReadonlyArray<string> => {
  const known = migrationOf(db)
  if (known === 0) checkEmpty(db, isFilled)
  if (known > latestMigration) {
    throw new NewerDatabase(
      `the database has the tables of a newer version (${known}, not ${latestMigration}): start that version again`
    )
  }
  const missing = Object.entries(migrations).filter(([name]) => numberOf(name) > known && numberOf(name) <= until)
  if (missing.length === 0) return []
  return db.atomically(() => {
    if (known === 0) {
      db.exec(`
        create table migrations (
          migration_id integer primary key,
          name text not null,
          created_at integer not null default (unixepoch('subsec') * 1000)
        ) strict`)
    }
    for (const [name, { statements }] of missing) {
      db.exec(statements)
      db.run("insert into migrations (migration_id, name) values (?, ?)", numberOf(name), name.slice(5))
    }
    return missing.map(([name]) => name)
  })
}
