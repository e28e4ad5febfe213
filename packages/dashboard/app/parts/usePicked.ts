/** Which row of a list is picked, by `j` and `k`. */
import { useEffect, useRef } from "react"
import { useKeys } from "../shell/keys.ts"

/**
 * `j` and `k` pick the next row and the one before, and bring it into view. Rows have `data-row` with their id.
 */
export const useMove = (ids: ReadonlyArray<string>, picked: string | undefined, pick: (id: string) => void) => {
  const list = useRef<HTMLDivElement>(null)
  const move = (by: number) => {
    const at = picked === undefined ? -1 : ids.indexOf(picked)
    const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))]
    if (next !== undefined) pick(next)
  }
  useKeys({ j: () => move(1), k: () => move(-1), arrowdown: () => move(1), arrowup: () => move(-1) })
  useEffect(() => {
    if (picked === undefined) return
    list.current?.querySelector(`[data-row="${CSS.escape(picked)}"]`)?.scrollIntoView({ block: "nearest" })
  }, [picked])
  return list
}
