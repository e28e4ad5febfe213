/** Lists of large monitors, as the stores of ours read them: no more than a page has room for, which is no promise of the port. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { pageBytes } from "../paging/domain/Page.ts"
import { freshOrganization, readInParts } from "./arrangements.ts"
import { largeMonitors } from "./monitorListSuite.ts"

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
