/** Triages changes as a body asks, which every door does alike. */
import type { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { type TriageChangesBody, triageOf } from "./input.ts"
import { triagedRecord } from "./TriageRecord.ts"

/** What became of the changes that are named, or that the filter shows. */
export const triageMany = Effect.fnUntraced(function* (
  monitors: Monitors["Service"],
  organizationId: OrganizationId,
  body: TriageChangesBody
) {
  const asked = yield* triageOf(body)
  const swept =
    "named" in asked
      ? yield* monitors.triageNamed(organizationId, asked.named, body.triage)
      : yield* monitors.sweep(organizationId, asked.sweep)
  return triagedRecord(body.triage, swept)
})
