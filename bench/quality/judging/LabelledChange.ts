/** A change of a page with a goal, and whether who wrote the goal wants to be told of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import { Schema } from "effect"

export const Kind = Schema.Literals([
  "price",
  "stock",
  "jobs",
  "policy",
  "changelog",
  "table",
  "dates",
  "noise",
  "injection",
  "other"
])
export type Kind = typeof Kind.Type

export const LabelledChange = Schema.Struct({
  id: Schema.NonEmptyString,
  kind: Kind,
  /** Of the page; the goal may be in another. */
  language: Schema.String,
  /** Null asks for any change that means something. */
  goal: Schema.NullOr(Schema.NonEmptyString),
  url: Schema.String,
  before: Schema.NonEmptyString,
  after: Schema.NonEmptyString,
  told: Schema.Boolean,
  /** Not there when it is not told, or when people would differ. */
  importance: Schema.optionalKey(Importance),
  /** What moved, and why that is told or not. */
  why: Schema.NonEmptyString
})
export type LabelledChange = typeof LabelledChange.Type

/** `tuned` was there while rules were made; `untouched` was written by somebody who made none, and tunes nothing. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(LabelledChange))

/** All of a half, in the order of files and lines; none when nobody wrote it yet. */
export const readHalf = (half: Half): ReadonlyArray<LabelledChange> => {
  const folder = new URL(`${half}/`, import.meta.url)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
  return files.toSorted().flatMap((name) => {
    const lines = readFileSync(new URL(name, folder), "utf8").split("\n")
    return lines.filter((line) => line !== "").map((line) => decode(line))
  })
}
