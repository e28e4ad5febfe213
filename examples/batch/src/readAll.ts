/** Reads many pages in the background, and gives what came of each when all are done. */
import type { BatchResult, Kittiwake } from "kittiwake"

async function* addresses(lines: AsyncIterable<string>) {
  for await (const line of lines) if (line.trim() !== "") yield line.trim()
}

/** What came of each address, in their order. The lines are read as they come and never held together. */
export async function* readAll(kittiwake: Kittiwake, lines: AsyncIterable<string>): AsyncIterable<BatchResult> {
  const { id } = await kittiwake.batches.submit({
    input: { mode: "scrape", data: { format: "markdown", urls: addresses(lines) } }
  })
  const { failure, progress } = await kittiwake.batches.wait(id)
  if (failure !== null) throw new Error(failure.message)
  console.error(`${progress.succeeded} pages were read, ${progress.failed} were not.`)
  yield* kittiwake.batches.allResults(id)
}
