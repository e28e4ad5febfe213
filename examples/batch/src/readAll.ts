/** Reads many pages in the background, and gives what came of each when all are done. */
import type { BatchResult, Kittiwake } from "kittiwake"
import { tellLeftOut } from "./tellLeftOut.ts"

async function* addresses(lines: AsyncIterable<string>) {
  for await (const line of lines) if (line.trim() !== "") yield line.trim()
}

/** What came of each address, in their order. The lines are read as they come and never held together. */
export async function* readAll(
  kittiwake: Kittiwake,
  lines: AsyncIterable<string>,
  tell: (line: string) => void = console.error
): AsyncIterable<BatchResult> {
  const batch = await kittiwake.batches.submit({
    input: { mode: "scrape", data: { format: "markdown", urls: addresses(lines) } }
  })
  tellLeftOut(batch, tell)
  const { failure, progress } = await kittiwake.batches.wait(batch.id)
  if (failure !== null) throw new Error(failure.message)
  const { failed, succeeded } = progress
  tell(
    `${succeeded} ${succeeded === 1 ? "page was" : "pages were"} read, ${failed} ${failed === 1 ? "was" : "were"} not.`
  )
  yield* kittiwake.batches.allResults(batch.id)
}
