import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { BatchId } from "../../src/batches/domain/Batch.ts"
import { settlementOf } from "../../src/batches/domain/settle.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { batchOf } from "../../src/testing/builders.ts"

const intake = { reserved: 5, reservedIsCeiling: false, submitted: 5, duplicates: 0, invalid: 0 }

const batch = batchOf(OrganizationId.make("org_a"), BatchId.make("batch_a"), DateTime.makeUnsafe(0), { intake })

/** What comes back and what is charged when so many pages succeeded and so many were read from their picture. */
const settlement = (succeeded: number, recoveredPages: number, available: number) =>
  settlementOf(batch, { succeeded, failed: 5 - succeeded, recoveredPages, errors: [] }, available)

describe("the end of a batch", () => {
  it("gives back what did not succeed", () => {
    assert.deepStrictEqual(settlement(3, 0, 0), { refunded: 2, ocrCharged: 0 })
    assert.deepStrictEqual(settlement(0, 0, 9), { refunded: 5, ocrCharged: 0 })
  })

  it("charges pages read from their picture of what it gives back, where nothing else is left", () => {
    assert.deepStrictEqual(settlement(3, 2, 0), { refunded: 2, ocrCharged: 2 })
    assert.deepStrictEqual(settlement(3, 9, 0), { refunded: 2, ocrCharged: 2 })
  })

  it("charges the rest of what is available, and nothing beyond", () => {
    assert.deepStrictEqual(settlement(3, 9, 3), { refunded: 2, ocrCharged: 5 })
    assert.deepStrictEqual(settlement(5, 4, 100), { refunded: 0, ocrCharged: 4 })
    assert.deepStrictEqual(settlement(5, 4, -3), { refunded: 0, ocrCharged: 0 })
  })
})
