/** Every read that may take long, by its name: the port's and the method's. They run in a thread of their own. */
import type { Connection } from "./Connection.ts"
import { batchReads } from "./reads/batches.ts"
import { blobRowReads } from "./reads/blobRows.ts"
import { bodyReads } from "./reads/bodies.ts"
import { brandReads } from "./reads/brands.ts"
import { creditReads } from "./reads/credits.ts"
import { monitoringReads } from "./reads/monitoring.ts"
import { newsReads } from "./reads/news.ts"
import { pageIndexReads } from "./reads/pageIndex.ts"
import { usageReads } from "./reads/usage.ts"
import { versionReads } from "./reads/versions.ts"

export const reads = {
  ...batchReads,
  ...blobRowReads,
  ...bodyReads,
  ...brandReads,
  ...creditReads,
  ...monitoringReads,
  ...newsReads,
  ...pageIndexReads,
  ...usageReads,
  ...versionReads,

  /** What `pragma quick_check` finds wrong with the file; empty when nothing is. */
  "Sqlite.check": (db: Connection, _: null): ReadonlyArray<string> =>
    db
      .all<{ readonly quick_check: string }>("pragma quick_check(20)")
      .map((row) => row.quick_check)
      .filter((line) => line !== "ok")
}

export type Reads = typeof reads
