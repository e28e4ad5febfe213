/** Many calls of the API: a few at once, and later where the server is asked too much. */
import { ApiError } from "./ApiError.ts"

/** Calls under way at once. */
const lanes = 4

/** How often one call waits for a server that is asked too much, before it counts as refused. */
const waits = 5

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Calls, and waits as long as the server says; tells its refusal. Fails where no further call could go better. */
export const refusalOf = async (attempt: () => Promise<unknown>, signal: AbortSignal): Promise<ApiError | null> => {
  for (let tries = 0; ; tries++) {
    try {
      await attempt()
      return null
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.status === 0 || error.status === 401) throw error
      if (error.status !== 429 || tries >= waits) return error
      await pause((error.retryAfter ?? 2 ** tries) * 1_000, signal)
    }
  }
}

/** Does something with each, in their order, until it is stopped. */
export const inLanes = async <A>(
  items: ReadonlyArray<A>,
  signal: AbortSignal,
  each: (item: A) => Promise<void>
): Promise<void> => {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) await each(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
