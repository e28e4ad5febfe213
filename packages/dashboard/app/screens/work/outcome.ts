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

/** Reads on until `enough` says so, at most so many answers of a hundred. */
export const readOutcome = async (
  batchId: string,
  {
    answersMost,
    enough = () => false,
    signal
  }: {
    readonly answersMost: number
    readonly enough?: (came: ReadonlyArray<Came>) => boolean
    readonly signal?: AbortSignal
  }
): Promise<Outcome> => {
  const came: Array<Came> = []
  let cursor: string | null = null
  for (let answers = 0; answers < answersMost; answers++) {
    const query = { limit: 100, ...(cursor === null ? {} : { cursor }) }
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

/** Answers that are read to find what failed: 20,000 pages of a batch. */
const answersOfRetry = 200

/** What failed of a batch, to be read again. */
export const failedOf = async (batchId: string, count: number, signal?: AbortSignal): Promise<ReadonlyArray<Entry>> => {
  const isFailed = ({ code }: Came) => code !== null
  const { came } = await readOutcome(batchId, {
    answersMost: answersOfRetry,
    enough: (some) => some.filter(isFailed).length >= count,
    ...(signal === undefined ? {} : { signal })
  })
  return came.filter(isFailed).map(({ entry }) => entry)
}
