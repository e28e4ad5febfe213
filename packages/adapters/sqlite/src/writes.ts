/** Every method that writes, by its name: the port's and the method's. They run in the thread that owns the writing connection. */
import type { Connection } from "./Connection.ts"
import { batchWrites } from "./writes/batches.ts"
import { batchWorkWrites } from "./writes/batchWork.ts"
import { blobRowWrites } from "./writes/blobRows.ts"
import { bodyWrites } from "./writes/bodies.ts"
import { brandListWrites } from "./writes/brandLists.ts"
import { brandRefreshWrites } from "./writes/brandRefreshes.ts"
import { brandWrites } from "./writes/brands.ts"
import { changeWrites } from "./writes/changes.ts"
import { creditWrites } from "./writes/credits.ts"
import { deliveryWrites } from "./writes/deliveries.ts"
import { feedbackWrites } from "./writes/feedback.ts"
import { frontierWrites } from "./writes/frontiers.ts"
import { grantWrites } from "./writes/grants.ts"
import { idempotencyWrites } from "./writes/idempotency.ts"
import { inboxWrites } from "./writes/inboxes.ts"
import { instanceSecretWrites } from "./writes/instanceSecrets.ts"
import { monitorWrites } from "./writes/monitors.ts"
import { newsWrites } from "./writes/news.ts"
import { newsSourceWrites } from "./writes/newsSources.ts"
import { organizationWrites } from "./writes/organizations.ts"
import { pageIndexWrites } from "./writes/pageIndex.ts"
import { peopleWrites } from "./writes/people.ts"
import { profileWrites } from "./writes/profiles.ts"
import { runWrites } from "./writes/runs.ts"
import { sealedWrites } from "./writes/sealed.ts"
import { sessionWrites } from "./writes/sessions.ts"
import { usageWrites } from "./writes/usage.ts"
import { versionWrites } from "./writes/versions.ts"
import { viewWrites } from "./writes/views.ts"

export const writes = {
  ...batchWrites,
  ...batchWorkWrites,
  ...blobRowWrites,
  ...bodyWrites,
  ...brandListWrites,
  ...brandRefreshWrites,
  ...brandWrites,
  ...changeWrites,
  ...creditWrites,
  ...deliveryWrites,
  ...feedbackWrites,
  ...frontierWrites,
  ...grantWrites,
  ...idempotencyWrites,
  ...inboxWrites,
  ...instanceSecretWrites,
  ...monitorWrites,
  ...newsSourceWrites,
  ...newsWrites,
  ...organizationWrites,
  ...pageIndexWrites,
  ...peopleWrites,
  ...profileWrites,
  ...runWrites,
  ...sealedWrites,
  ...sessionWrites,
  ...usageWrites,
  ...versionWrites,
  ...viewWrites,

  /** Takes the place of whoever writes, and writes nothing. */
  "Sqlite.tryToWrite": (_db: Connection, _: null): null => null,

  "Sqlite.optimize": (db: Connection, _: null): null => {
    db.exec("pragma optimize")
    return null
  }
}

export type Writes = typeof writes
