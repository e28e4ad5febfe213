/** What every call that reads the web says about itself. */
import type { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { Deadline } from "./Deadline.ts"
import type { Freshness } from "./Freshness.ts"

export interface Call {
  readonly organizationId: OrganizationId
  /** Stands for the call in the ledger: it is charged once. */
  readonly requestId: string
  readonly deadline: Deadline
  readonly freshness: Freshness
  /** Whether anybody still waits for the answer. What nobody waits for is not charged. */
  readonly isWanted: () => boolean
}
