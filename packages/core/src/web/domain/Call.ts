/** What every call that reads the web says about itself. */
import type { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { Deadline } from "./Deadline.ts"
import type { Freshness } from "./Freshness.ts"

export interface Call {
  readonly organizationId: OrganizationId
  /** Stands for the call in the ledger: it is charged once. */
  readonly requestId: string
  /** Route of the operation, under which the history of usage counts what the call costs. */
  readonly route: string
  /** The key that called, or who else did. */
  readonly caller: string
  readonly deadline: Deadline
  readonly freshness: Freshness
  /** Whether anybody still waits for the answer. What nobody waits for is not charged. */
  readonly isWanted: () => boolean
}
