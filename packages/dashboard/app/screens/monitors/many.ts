/** Does one thing with many monitors, a few at a time; says how far it is and what failed, and takes back what can be. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { ApiError } from "../../api/ApiError.ts"
import { call } from "../../api/call.ts"
import type { Row } from "../../api/operations.ts"
import { inLanes, refusalOf } from "../../api/paced.ts"
import { queryClient, readAgainOf } from "../../api/queries.ts"

/** What is kept of a monitor that is chosen. */
export interface Chosen {
  readonly id: string
  readonly name: string
  readonly status: Row<"monitors.list">["status"]
}

export type Act = "pause" | "resume" | "run" | "remove"

/** Most monitors that are chosen at once. */
export const chosenMost = 1_000

export interface Many {
  readonly act: Act
  readonly state: "doing" | "done" | "stopped"
  readonly all: number
  /** With which it went well. */
  readonly done: ReadonlyArray<Chosen>
  readonly failed: ReadonlyArray<{ readonly monitor: Chosen; readonly error: ApiError }>
  /** Why it ended before its time. */
  readonly error: unknown
}

/** Those with which there is something to do. */
export const concerned = (act: Act, chosen: ReadonlyArray<Chosen>): ReadonlyArray<Chosen> => {
  if (act === "pause") return chosen.filter(({ status }) => status !== "paused")
  if (act === "resume") return chosen.filter(({ status }) => status === "paused")
  return chosen
}

const doing = (act: Act, { id }: Chosen, signal: AbortSignal): Promise<unknown> => {
  const params = { monitor_id: id }
  if (act === "run") return call("monitors.run", { params }, signal)
  if (act === "remove") return call("monitors.remove", { params }, signal)
  return call("monitors.update", { params, payload: { status: act === "pause" ? "paused" : "active" } }, signal)
}

type Pages = { readonly pages: ReadonlyArray<{ readonly data: ReadonlyArray<Row<"monitors.list">> }> }

const isPages = (value: unknown): value is Pages => typeof value === "object" && value !== null && "pages" in value

/** Shows in every list what was done, before they are read again. */
const show = (act: Act, id: string): void => {
  if (act === "run") return
  queryClient.setQueriesData<unknown>({ queryKey: ["monitors.list"] }, (kept: unknown) =>
    isPages(kept)
      ? {
          ...kept,
          pages: kept.pages.map((page) => ({
            ...page,
            data:
              act === "remove"
                ? page.data.filter((one) => one.id !== id)
                : page.data.map((one) =>
                    one.id === id ? { ...one, status: act === "pause" ? "paused" : "active" } : one
                  )
          }))
        }
      : kept
  )
}

type Query = Readonly<Record<string, string | number>>

/** All that a filter finds, up to as many as are chosen at once. */
export const allOf = async (query: Query): Promise<ReadonlyArray<Chosen>> => {
  const found: Array<Chosen> = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof call<"monitors.list">>> = await call("monitors.list", {
      query: { ...query, limit: 100, ...(cursor === null ? {} : { cursor }) }
    })
    found.push(...page.data.map(({ id, name, status }) => ({ id, name, status })))
    cursor = page.next_cursor
  } while (cursor !== null && found.length < chosenMost)
  return found.slice(0, chosenMost)
}

/** `many` is null while nothing was asked for. */
export const useMany = () => {
  const [many, setMany] = useState<Many | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const start = useCallback((act: Act, chosen: ReadonlyArray<Chosen>) => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    const { signal } = own
    const change = (next: (before: Many) => Partial<Many>) =>
      setMany((before) => (before === null || controller.current !== own ? before : { ...before, ...next(before) }))
    setMany({ act, state: "doing", all: chosen.length, done: [], failed: [], error: null })
    void inLanes(chosen, signal, async (monitor) => {
      const error = await refusalOf(() => doing(act, monitor, signal), signal)
      if (error === null) show(act, monitor.id)
      change(({ done, failed }) =>
        error === null ? { done: [...done, monitor] } : { failed: [...failed, { monitor, error }] }
      )
    })
      .then(() => change(() => ({ state: signal.aborted ? "stopped" : "done" })))
      .catch((error: unknown) => {
        const isStopped = signal.aborted
        own.abort()
        change(() => ({ state: "stopped", error: isStopped ? null : error }))
      })
      .finally(() => readAgainOf("monitors"))
  }, [])
  const stop = useCallback(() => controller.current?.abort(), [])
  const close = useCallback(() => {
    controller.current?.abort()
    setMany(null)
  }, [])
  return { many, start, stop, close }
}
