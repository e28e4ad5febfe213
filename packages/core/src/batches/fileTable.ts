/** The files of a batch: put together once from the pieces of its results, and kept with it. */
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { BatchStore } from "./BatchStore.ts"
import type { BatchId } from "./domain/Batch.ts"
import { FileTable } from "./domain/ResultFile.ts"

/** Pieces read at once: some milliseconds. */
const stepSize = 1_000

/** The files of what was recorded so far. A batch of a hundred thousand pages has thousands of pieces. */
export const readFileTable = Effect.fnUntraced(function* (organizationId: OrganizationId, batchId: BatchId) {
  const store = yield* BatchStore
  const table = new FileTable()
  let after: string | null = null
  for (;;) {
    const options: Parameters<typeof store.segments>[2] = { after, until: null, limit: stepSize }
    const step: Effect.Success<ReturnType<typeof store.segments>> = yield* store.segments(
      organizationId,
      batchId,
      options
    )
    for (const segment of step) table.add(segment)
    if (step.length < stepSize) return table.end()
    after = step.at(-1)!.id
    yield* Effect.yieldNow
  }
})
