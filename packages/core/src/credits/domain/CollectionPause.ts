/** Whether work that costs credits may begin. */
import type { DateTime } from "effect"
import type { Organization } from "../../organizations/domain/Organization.ts"
import { billingState } from "./BillingState.ts"

/** No work that costs credits begins before this moment; null when somebody must end the pause. */
export interface CollectionPause {
  readonly resumesAt: DateTime.Utc | null
}

/**
 * The pause of an organization at a moment, or null. Collection rests while billing is paused, and while the organization
 * is disabled.
 */
export const collectionPause = (
  organization: Pick<Organization, "billing" | "disabled">,
  at: DateTime.Utc
): CollectionPause | null => {
  if (organization.disabled) return { resumesAt: null }
  const state = billingState(organization, at)
  return state._tag === "Paused" ? { resumesAt: state.resumesAt } : null
}
