/** What was found for a task without an example, as its pages write it. */
import type { DataValue, ObjectShape } from "../../extraction/domain/DataShape.ts"
import type { Evidence } from "../../extraction/domain/Filling.ts"
import { isGeneric, spokenName } from "../../extraction/domain/fieldNames.ts"
import type { Filled } from "../../extraction/domain/fillSchema.ts"
import { namesMoney } from "../../extraction/domain/readNumber.ts"

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

/** The value with what it is of: the line or the sentence that says it; a value that stands alone has the name that was looked for before it. */
const wordsOf = (name: string, value: DataValue, { quote, said, source }: Evidence): string => {
  if (Array.isArray(value) && source !== "text") return value.map(String).join(", ").slice(0, longest)
  const isAlone = !/\p{L}/u.test(quote)
  return (isAlone ? `${spokenName(name)}: ${said ?? quote}` : withoutPath(quote)).slice(0, longest)
}

/** What is written for programs is called by its place, such as `offers.price: 120`. */
const withoutPath = (quote: string): string => quote.replace(/^(?:[\w@]{1,60}\.){1,8}(?=[\w@]{1,60}: )/, "")

/** The field that says in which money an amount is, where that stands apart from it. */
export const currencyField = "currency"

/** The same with the currency that its page says apart from it. */
const withCurrency = (told: Told, { data, evidence }: Filled): Told => {
  const currency = data[currencyField]
  const said = evidence.find(({ path }) => path === `/${currencyField}`)
  const isSame = said !== undefined && said.url === told.evidence[0]?.url
  if (!isSame || typeof currency !== "string" || /\p{Sc}/u.test(told.words) || namesMoney(told.words)) return told
  return { words: `${told.words} ${currency}`, evidence: [...told.evidence, said] }
}

/** The first field whose value may be the answer, with the words of its page: what labels and tables say before sentences. @internal */
export const toldIn = (
  filled: Filled,
  { properties }: ObjectShape,
  mayBe: (value: DataValue, evidence: Evidence) => boolean
): Told | null => {
  const found = properties.flatMap(({ name }) => {
    if (name === currencyField) return []
    const value = filled.data[name]
    const evidence = filled.evidence.filter(({ path }) => isOf(name, path))
    const [first] = evidence
    if (value === undefined || isNothing(value) || first === undefined || !mayBe(value, first)) return []
    return [{ words: wordsOf(name, value, first), evidence, source: first.source }]
  })
  const told = found.find(({ source }) => source !== "text") ?? found[0]
  return told === undefined ? null : withCurrency(told, filled)
}

/** The same in the shape that was asked for. @internal */
export const inShape = (name: string, { evidence, words }: Told): Pick<Filled, "data" | "evidence" | "missing"> => ({
  data: { [name]: words },
  evidence: evidence.slice(0, 20).map((one) => ({ ...one, path: `/${name}` })),
  missing: []
})
