/** Outcomes of runs as the writer's thread takes them. */

import type { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { storedState } from "@kittiwake/core/internal/monitors/domain/storedState"
import type { Baseline } from "@kittiwake/core/monitors/domain/Baseline"
import type { RunOutcome } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { runUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { storeState } from "@kittiwake/storage/largeStates"
import { storableText } from "@kittiwake/storage/storable"
import { Effect } from "effect"
import { changeWrite } from "./changeRows.ts"
import { deliveryWrite } from "./deliveryRows.ts"
import { entryRow } from "./ledgerRows.ts"
import { millisOf, momentOf } from "./moments.ts"
import { monitorState } from "./monitorRows.ts"
import { runEnd } from "./runRows.ts"
import type { OutcomeRow, RecordRuns } from "./writes/recordRuns.ts"

type Large = BlobStore["Service"] | null

const baselineRow = Effect.fnUntraced(function* (large: Large, organizationId: OrganizationId, baseline: Baseline) {
  const { body, kind } = storedState(baseline)
  const { blob, text } = yield* storeState(large, organizationId, storableText(body))
  return { kind, text, blob, capturedAt: millisOf(baseline.capturedAt) }
})

/** An outcome with the claim it was made under; a baseline that is too large for a row has gone where such go. */
export const outcomeRow = Effect.fnUntraced(function* (large: Large, outcome: RunOutcome) {
  const { baseline, cancels, change, claim, deliveries, entry, next, run, versions } = outcome
  return {
    monitorId: claim.stored.monitor.id,
    organizationId: claim.stored.monitor.organizationId,
    runId: claim.run.id,
    token: claim.token,
    revision: claim.stored.revision,
    next: monitorState(next),
    end: runEnd(run),
    baseline: baseline === null ? null : yield* baselineRow(large, claim.stored.monitor.organizationId, baseline),
    versions: versions.map(({ capturedAt, id, previousId }) => ({ id, previousId, capturedAt: millisOf(capturedAt) })),
    change: change === null ? null : changeWrite(change),
    entry: entry === null ? null : entryRow(entry),
    deliveries: deliveries.map(deliveryWrite),
    cancels
  } satisfies OutcomeRow as OutcomeRow
})

/** Where the history of usage counts a run, whichever it is. */
export const runUsageRow: RecordRuns["usage"] = (({ keyId, path, statusCode }) => ({ keyId, path, statusCode }))(
  runUsage({ id: "", organizationId: OrganizationId.make("org"), creditsCharged: 0 }, momentOf(0))
)
