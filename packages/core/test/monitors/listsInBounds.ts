/** Lists of large monitors, as the stores of ours read them: no more than a page has room for, which is no promise of the port. */
import { assert } from "@effect/vitest"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { pageBytes } from "@kittiwake/core/paging/domain/Page"
import { Effect } from "effect"
import { heldBytes } from "../../src/budget/domain/heldBytes.ts"
import { freshOrganization, readInParts } from "../../src/testing/arrangements.ts"
import { largeMonitors } from "../../src/testing/monitorListSuite.ts"

export const listsInBounds = Effect.gen(function* () {
  const monitors = yield* MonitorStore
  const { id } = yield* freshOrganization()
  const all = yield* largeMonitors(id)
  for (const filter of [{}, { tag: "large" }]) {
    const parts = yield* readInParts((slice) => monitors.list(id, filter, slice), 101)
    assert.strictEqual(
      parts.reduce((sum, { rows }) => sum + rows.length, 0),
      all.length
    )
    // Of the texts twenty would fit, of the lists two.
    for (const { rows } of parts) assert.isAtMost(heldBytes(rows.map(({ target }) => target)), 1.01 * pageBytes)
    assert.isAbove(parts.length, 2)
  }
})
