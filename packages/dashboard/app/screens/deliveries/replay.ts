/** Sends many deliveries again, a few at a time, and says how far it is and what was refused. */
import { useCallback, useEffect, useRef, useState } from "react"
import { ApiError, call } from "../../api/call.ts"
import { readAgainOf } from "../../api/queries.ts"
import { type DeliveryFilter, showWaiting } from "./deliveryList.ts"

/** Calls under way at once. */
const lanes = 4

/** Most deliveries that one press sends again. */
export const replayMost = 1_000

/** Longest wait for a server that is asked too much, before a delivery counts as refused. */
const waits = 5

export interface Replay {
  readonly state: "gathering" | "sending" | "done" | "stopped"
  readonly all: number
  readonly accepted: number
  /** How many were refused for each code. */
  readonly refused: ReadonlyMap<string, number>
  /** Whether there were more than one press sends again. */
  readonly isCut: boolean
  /** Why it ended before its time. */
  readonly error: unknown
}

const begun: Replay = { state: "gathering", all: 0, accepted: 0, refused: new Map(), isCut: false, error: null }

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Sends one again; tells the code with which it was refused. */
const sendAgain = async (id: string, signal: AbortSignal): Promise<string | null> => {
  for (let tries = 0; ; tries++) {
    try {
      await call("deliveries.retry", { params: { delivery_id: id }, payload: {} }, signal)
      return null
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.status === 0 || error.status === 401) throw error
      if (error.status !== 429 || tries >= waits) return error.code
      await pause((error.retryAfter ?? 2 ** tries) * 1_000, signal)
    }
  }
}

/** The ids of what failed under a filter, newest first. */
async function* failedIds(filter: DeliveryFilter, signal: AbortSignal): AsyncGenerator<ReadonlyArray<string>> {
  let cursor: string | null = null
  do {
    const { data, next_cursor }: Awaited<ReturnType<typeof call<"deliveries.list">>> = await call(
      "deliveries.list",
      { payload: { ...filter, status: "failed", limit: 100, ...(cursor === null ? {} : { cursor }) } },
      signal
    )
    yield data.map(({ id }) => id)
    cursor = next_cursor
  } while (cursor !== null)
}

/** What is sent again: these deliveries, or all that failed under a filter. */
export type Replayed = ReadonlyArray<string> | DeliveryFilter

const isIds = (what: Replayed): what is ReadonlyArray<string> => Array.isArray(what)

/** Sends deliveries again; `replay` is null while nothing was asked for. */
export const useReplay = () => {
  const [replay, setReplay] = useState<Replay | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const start = useCallback((what: Replayed) => {
    const { abort, signal } = (() => {
      const made = new AbortController()
      controller.current = made
      return { abort: () => made.abort(), signal: made.signal }
    })()
    const change = (next: (before: Replay) => Partial<Replay>) =>
      setReplay((before) => (before === null ? before : { ...before, ...next(before) }))
    const run = async () => {
      const ids: Array<string> = []
      let isCut = false
      if (isIds(what)) ids.push(...what)
      else {
        for await (const some of failedIds(what, signal)) {
          ids.push(...some)
          change(() => ({ all: ids.length }))
          if (ids.length < replayMost) continue
          isCut = ids.length > replayMost || some.length === 100
          ids.length = Math.min(ids.length, replayMost)
          break
        }
      }
      change(() => ({ state: "sending", all: ids.length, isCut }))
      const waiting = [...ids]
      const lane = async () => {
        for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
          showWaiting(id)
          const refusal = await sendAgain(id, signal)
          change(({ accepted, refused }) =>
            refusal === null
              ? { accepted: accepted + 1 }
              : { refused: new Map(refused).set(refusal, (refused.get(refusal) ?? 0) + 1) }
          )
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    }
    setReplay(begun)
    void run()
      .then(() => change(() => ({ state: signal.aborted ? "stopped" : "done" })))
      .catch((error: unknown) => {
        const isStopped = signal.aborted
        abort()
        change(() => ({ state: "stopped", error: isStopped ? null : error }))
      })
      .finally(() => readAgainOf("deliveries"))
  }, [])
  const stop = useCallback(() => controller.current?.abort(), [])
  const close = useCallback(() => {
    controller.current?.abort()
    setReplay(null)
  }, [])
  return { replay, start, stop, close }
}
