/** What sentences say for a field. */
import { isGeneric } from "./fieldNames.ts"
import type { Scalar } from "./readTyped.ts"

/**
 * Share of what is asked for that a sentence must say: of what any page says, and of all words; sentences that are looked at for an answer in
 * words, and those of it, and their characters together.
 *
 * @internal
 */
export const sentenceLimits = {
  covered: 0.5,
  share: 0.34,
  ofField: 0.4,
  ranked: 40,
  sentences: 3,
  length: 500
} as const

/** A path of properties in words, without names that say nothing of what they are of. @internal */
export const spoken = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && !isGeneric(part))
    .map((part) => part.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[^\p{L}\p{M}\p{N}]+/gu, " "))
    .join(" ")

/** What was found for a field, and the sentences that say it. @internal */
export interface Said {
  readonly value: Scalar | ReadonlyArray<string>
  readonly quotes: ReadonlyArray<{ readonly url: string; readonly text: string }>
}

/** Whether a line is a row of a table. @internal */
export const isRow = (text: string): boolean => text.includes(" | ")

/** Whether a line is a sentence, as its end shows. @internal */
export const isSentence = (text: string): boolean => /[.!?。！？]["'”’)]?$/.test(text)
