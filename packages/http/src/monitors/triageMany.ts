/** Triages changes as a body asks, which every door does alike. */
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import type { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { sweepOf, type TriageChangesBody } from "./input.ts"
import { triagedRecord } from "./TriageRecord.ts"

/** What became of the changes that are named, or that the filter shows. */
export const triageMany = (
  monitors: Monitors["Service"],
  organizationId: OrganizationId,
  { change_ids = [], filter, ...rest }: TriageChangesBody
) =>
  (filter === undefined
    ? monitors.triageNamed(
        organizationId,
        change_ids.map((id) => ChangeId.make(id)),
        rest.triage
      )
    : monitors.sweep(organizationId, sweepOf(rest, filter))
  ).pipe(Effect.map((swept) => triagedRecord(rest.triage, swept)))
