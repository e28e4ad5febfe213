/** Work that tests have charged. */
import { anyOrigin } from "@kittiwake/core/testing/builders"
import type { Paid } from "../src/credits/withCharge.ts"

/** A call of the organization. */
export const paidBy = (organizationId: Paid["organizationId"], id: string): Paid => ({
  organizationId,
  cause: { kind: "request", id },
  origin: anyOrigin
})
