/** What came of the pages of a batch, as far as it is read: the API answers their texts too, so that not all are read at once. */
import { call } from "../../api/call.ts"
import type { Entry } from "./addresses.ts"

/** What is kept of a result: its texts are let go at once. */
export interface Came {
  readonly entry: Entry
  readonly host: string
  readonly code: string | null
  readonly message: string
}

export interface Outcome {
  readonly came: ReadonlyArray<Came>
  /** Where to read on; null at the end. */
  readonly cursor: string | null
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return url.slice(0, 100)
  }
}

/** What of a batch is looked at. */
export interface ResultFilter {
  readonly status?: "ok" | "error"
  readonly error_code?: string
}

/** Reads on until `enough` says so, at most so many answers of a hundred. */
export const readOutcome = async (
  batchId: string,
  {
    answersMost,
    enough = () => false,
    filter = {},
    signal
  }: {
    readonly answersMost: number
    readonly enough?: (came: ReadonlyArray<Came>) => boolean
    readonly filter?: ResultFilter
    readonly signal?: AbortSignal
  }
): Promise<Outcome> => {
  const came: Array<Came> = []
  let cursor: string | null = null
  for (let answers = 0; answers < answersMost; answers++) {
    const query = { limit: 100, ...filter, ...(cursor === null ? {} : { cursor }) }
    const page: Awaited<ReturnType<typeof call<"batches.results">>> = await call(
      "batches.results",
      { params: { batch_id: batchId }, query },
      signal
    )
    for (const one of page.data) {
      const { itemId, meta, url } = one
      const entry = { url, ...(itemId === undefined ? {} : { itemId }), ...(meta === undefined ? {} : { meta }) }
      const isFailed = one.status === "error"
      came.push({
        entry,
        host: hostOf(url),
        code: isFailed ? one.error_code : null,
        message: isFailed ? one.message : ""
      })
    }
    cursor = page.next_cursor
    if (cursor === null || enough(came)) break
  }
  return { came, cursor }
}

/** Answers that hold all pages of the largest batch. Those of a batch that was read before batches kept what failed may hold nothing, and are read through. */
const answersOfAll = 1_000

/** What failed of a batch, to be read again. */
export const failedOf = async (batchId: string, count: number, signal?: AbortSignal): Promise<ReadonlyArray<Entry>> => {
  const { came } = await readOutcome(batchId, {
    answersMost: answersOfAll,
    enough: (some) => some.length >= count,
    filter: { status: "error" },
    ...(signal === undefined ? {} : { signal })
  })
  return came.map(({ entry }) => entry)
}
