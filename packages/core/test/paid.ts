/** Work that tests have charged. */

import type { Paid } from "../src/credits/withCharge.ts"
import { anyOrigin } from "../src/testing/builders.ts"

/** A call of the organization. */
export const paidBy = (organizationId: Paid["organizationId"], id: string): Paid => ({
  organizationId,
  cause: { kind: "request", id },
  origin: anyOrigin
})
