/** Rows of an export as they can be compared: parsed, moments in one spelling, in one order. */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/

const same = (_: string, value: unknown) => {
  if (typeof value === "string" && moment.test(value)) return new Date(value).toISOString()
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const rowsOf = (path: string) =>
  Effect.promise(async () => {
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n").slice(1, -1)
    return lines.map((line) => JSON.stringify(JSON.parse(line), same)).sort()
  })
