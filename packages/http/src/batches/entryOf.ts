/** One entry of a submission: an address, or an object that has one (contract/batches.md §3). */

import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Result } from "effect"
import { textProblem } from "../body.ts"

const known = new Set(["url", "itemId", "meta"])

const idProblem = (itemId: unknown): string | null =>
  typeof itemId === "string" ? textProblem(itemId) : "must be a string"

/** Whether a number in it is none that JSON can say: `1e999` is read as infinite, and would be given back as null. */
const hasEndless = (value: unknown): boolean => {
  if (typeof value === "number") return !Number.isFinite(value)
  return typeof value === "object" && value !== null && Object.values(value).some(hasEndless)
}

const metaProblem = (meta: unknown): string | null => {
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) return "must be an object"
  return hasEndless(meta) ? "must not contain a number that is too large for JSON readers" : null
}

const urlProblem = (url: unknown): string | null => {
  if (url === undefined) return "is required"
  return typeof url === "string" && url !== "" ? textProblem(url) : "must be a string of at least one character"
}

/**
 * What stands at `index` of the list. What is no entry at all refuses the whole submission. How long its parts are is asked
 * where entries are counted, and so is whether its address can be fetched, which costs only the entry.
 */
export const entryOf = (value: unknown, index: number): Result.Result<BatchEntry, InvalidInput> => {
  const wrong = (name: string, message: string) =>
    Result.fail(new InvalidInput({ field: `input.data.urls[${index}]${name}`, message }))
  if (typeof value === "string") {
    const problem = urlProblem(value)
    return problem === null ? Result.succeed({ url: value }) : wrong("", problem)
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrong("", "must be an object with a url, or an address")
  }
  for (const name of Object.keys(value))
    if (!known.has(name)) return wrong(`.${name.slice(0, 100)}`, "is not a known field")
  const { itemId, meta, url } = value as { readonly url?: unknown; readonly itemId?: unknown; readonly meta?: unknown }
  const problems = [
    [".url", urlProblem(url)],
    [".itemId", itemId === undefined ? null : idProblem(itemId)],
    [".meta", meta === undefined ? null : metaProblem(meta)]
  ] as const
  for (const [name, problem] of problems) if (problem !== null) return wrong(name, problem)
  return Result.succeed(value as BatchEntry)
}
