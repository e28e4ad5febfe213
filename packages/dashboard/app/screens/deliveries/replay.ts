/** Sends many deliveries again, a few at a time, and says how far it is and what was refused. */
import { useCallback, useEffect, useRef, useState } from "react"
import { call } from "../../api/call.ts"
import { inLanes, refusalOf } from "../../api/paced.ts"
import { readAgainOf } from "../../api/queries.ts"
import { type DeliveryFilter, showWaiting } from "./deliveryList.ts"

/** Most deliveries that one press sends again. */
export const replayMost = 1_000

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
      await inLanes(ids, signal, async (id) => {
        showWaiting(id)
        const refusal = await refusalOf(
          () => call("deliveries.retry", { params: { delivery_id: id }, payload: {} }, signal),
          signal
        )
        change(({ accepted, refused }) =>
          refusal === null
            ? { accepted: accepted + 1 }
            : { refused: new Map(refused).set(refusal.code, (refused.get(refusal.code) ?? 0) + 1) }
        )
      })
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
