/** Outcomes of runs as the writer's thread takes them. */

import { storedState } from "@kittiwake/core/internal/monitors/domain/storedState"
import type { Baseline } from "@kittiwake/core/monitors/domain/Baseline"
import type { RunOutcome } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { runUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { storableText } from "@kittiwake/storage/storable"
import { changeWrite } from "./changeRows.ts"
import { deliveryWrite } from "./deliveryRows.ts"
import { entryRow } from "./ledgerRows.ts"
import { millisOf, momentOf } from "./moments.ts"
import { monitorState } from "./monitorRows.ts"
import { runEnd } from "./runRows.ts"
import type { OutcomeRow, RecordRuns } from "./writes/recordRuns.ts"

const baselineRow = (baseline: Baseline) => {
  const { body, kind } = storedState(baseline)
  return { kind, text: storableText(body), capturedAt: millisOf(baseline.capturedAt) }
}

/** An outcome with the claim it was made under. */
export const outcomeRow = (outcome: RunOutcome): OutcomeRow => {
  const { baseline, cancels, change, claim, deliveries, entry, next, run, versions } = outcome
  return {
    monitorId: claim.stored.monitor.id,
    organizationId: claim.stored.monitor.organizationId,
    runId: claim.run.id,
    token: claim.token,
    revision: claim.stored.revision,
    next: monitorState(next),
    end: runEnd(run),
    baseline: baseline === null ? null : baselineRow(baseline),
    versions: versions.map(({ capturedAt, id, previousId }) => ({ id, previousId, capturedAt: millisOf(capturedAt) })),
    change: change === null ? null : changeWrite(change),
    entry: entry === null ? null : entryRow(entry),
    deliveries: deliveries.map(deliveryWrite),
    cancels
  }
}

/** Where the history of usage counts a run, whichever it is. */
export const runUsageRow: RecordRuns["usage"] = (({ keyId, path, statusCode }) => ({ keyId, path, statusCode }))(
  runUsage({ id: "", organizationId: OrganizationId.make("org"), creditsCharged: 0 }, momentOf(0))
)
