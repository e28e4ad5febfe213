/** Where an answer ended: the cursor of the operation's own page, and how much of that page was told. */
import type { Position } from "./fit.ts"

/** A cursor of a tool. */
export interface ToolCursor {
  /** What the operation itself takes to get the page; null is the first. */
  readonly page: string | null
  readonly position: Position | null
  /** The call that it belongs to. */
  readonly call: string
}

const mark = "kw1."

/** Fields of objects in one order: who writes them in another means the same. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** A few letters that differ between calls; nothing depends on nobody finding another call with the same ones. */
export const callMark = (tool: string, given: Readonly<Record<string, unknown>>): string => {
  const text = JSON.stringify([tool, given], inOrder)
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0
  return hash.toString(36)
}

/** The cursor as a text. */
export const encodeCursor = ({ call, page, position }: ToolCursor): string =>
  mark +
  Buffer.from(
    JSON.stringify([
      call,
      page,
      position?.path ?? null,
      position?.skip ?? 0,
      ...(position?.after === undefined ? [] : [position.after])
    ])
  ).toString("base64url")

const isPath = (value: unknown): value is ReadonlyArray<string | number> =>
  Array.isArray(value) &&
  value.length <= 12 &&
  value.every((key) => typeof key === "string" || Number.isSafeInteger(key))

/** What a text says; null when it is none of ours, or belongs to another call. */
export const decodeCursor = (text: string, call: string): ToolCursor | null => {
  if (!text.startsWith(mark)) return null
  try {
    const told: unknown = JSON.parse(Buffer.from(text.slice(mark.length), "base64url").toString("utf8"))
    if (!Array.isArray(told) || told[0] !== call) return null
    const [, page, path, skip, after] = told as ReadonlyArray<unknown>
    if (page !== null && typeof page !== "string") return null
    if (path !== null && !(isPath(path) && Number.isSafeInteger(skip) && (skip as number) >= 0)) return null
    if (path === null) return { call, page, position: null }
    const place = { path: path as ReadonlyArray<string | number>, skip: skip as number }
    return { call, page, position: typeof after === "string" ? { ...place, after } : place }
  } catch {
    return null
  }
}
