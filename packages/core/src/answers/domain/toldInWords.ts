/** What was found for a task without an example, as its pages write it. */
import type { DataValue, ObjectShape } from "../../extraction/domain/DataShape.ts"
import type { Evidence } from "../../extraction/domain/Filling.ts"
import { isGeneric } from "../../extraction/domain/fieldNames.ts"
import type { Filled } from "../../extraction/domain/fillSchema.ts"

/** Longest line that is told whole. */
const longest = 500

/** The name of the one text that is asked for where nothing says what it is; null where an example says more. @internal */
export const wordsAskedBy = ({ properties }: ObjectShape): string | null => {
  const [only, another] = properties
  if (only === undefined || another !== undefined || !isGeneric(only.name)) return null
  const { description, kind } = only.shape
  return kind === "text" && description === "" ? only.name : null
}

const isOf = (name: string, path: string): boolean => path === `/${name}` || path.startsWith(`/${name}/`)

const isNothing = (value: DataValue | undefined): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

export interface Told {
  readonly words: string
  readonly evidence: ReadonlyArray<Evidence>
}

/** The value with what it is of: the line or the sentence that says it, or what stands before it in its table. */
const wordsOf = (value: DataValue, { quote, said }: Evidence): string => {
  if (Array.isArray(value)) return value.map(String).join(", ").slice(0, longest)
  return (quote.trim() === "" ? (said ?? String(value)) : quote).slice(0, longest)
}

/** The first field whose value may be the answer, with the words of its page. @internal */
export const toldIn = (
  filled: Filled,
  { properties }: ObjectShape,
  mayBe: (value: DataValue, evidence: Evidence) => boolean
): Told | null => {
  for (const { name } of properties) {
    const value = filled.data[name]
    if (value === undefined || isNothing(value)) continue
    const evidence = filled.evidence.filter(({ path }) => isOf(name, path))
    const [first] = evidence
    if (first === undefined || !mayBe(value, first)) continue
    const isSentence = evidence.length === 1 && first.source === "text"
    const words = isSentence ? first.quote : wordsOf(value, first)
    return { words, evidence }
  }
  return null
}

/** The same in the shape that was asked for. @internal */
export const inShape = (name: string, { evidence, words }: Told): Pick<Filled, "data" | "evidence" | "missing"> => ({
  data: { [name]: words },
  evidence: evidence.slice(0, 20).map((one) => ({ ...one, path: `/${name}` })),
  missing: []
})
