/** Currencies that amounts say themselves: of a `currency` beside a `price`, what stands with the price decides. */
import type { Built, Place, Spot } from "./buildData.ts"
import { type DataProperty, fitsScalar, type ObjectShape, type ScalarShape } from "./DataShape.ts"
import { type Evidence, type Filling, pointerPart } from "./Filling.ts"
import { nameWords } from "./nameWords.ts"
import { mayMean, readCurrency } from "./readCurrency.ts"
import { readTyped, wantedOf } from "./readTyped.ts"
import { speaksOf } from "./relatives.ts"

const moneyWords = ["price", "salary", "rent"]

const isMoney = (words: ReadonlyArray<string>): boolean => moneyWords.some((word) => speaksOf(words, word))

/** The passage that says an amount: a number as the page writes it, or a price that is asked for as a text. */
const amountIn = ({ path, quote, said }: Evidence): string | undefined =>
  said ?? (isMoney(nameWords(path.slice(path.lastIndexOf("/") + 1))) ? quote : undefined)

interface Amount {
  readonly text: string
  readonly evidence: Evidence
}

const amountsOf = (built: Iterable<Built>): ReadonlyArray<Amount> =>
  [...built].flatMap(({ evidence }) =>
    evidence.flatMap((one) => {
      const text = amountIn(one)
      return text === undefined ? [] : [{ text, evidence: one }]
    })
  )

/** What amounts of one kind say together: those whose names it shares, else those beside it, else those in lists and objects beside it. */
const amountsFor = (
  { name }: DataProperty,
  { properties }: ObjectShape,
  built: ReadonlyMap<string, Built>
): ReadonlyArray<ReadonlyArray<Amount>> => {
  const words = nameWords(name).filter((word) => !speaksOf([word], "currency") && word !== "cod")
  const others = properties.filter((one) => one.name !== name && built.has(one.name))
  const isScalar = ({ shape }: DataProperty) => shape.kind !== "list" && shape.kind !== "object"
  const of = (some: ReadonlyArray<DataProperty>) => amountsOf(some.map((one) => built.get(one.name)!))
  const named = others.filter((one) => words.length > 0 && words.every((word) => nameWords(one.name).includes(word)))
  return [of(named), of(others.filter(isScalar)), of(others.filter((one) => !isScalar(one)))]
}

type Said = { readonly code: string; readonly evidence: Evidence } | null | undefined

/** The currency that all these amounts are in; null where they are in several or it cannot be told, undefined where none says any. */
const saidBy = (amounts: ReadonlyArray<Amount>, places: ReadonlyArray<Place>, known: string | undefined): Said => {
  let said: Said
  for (const { evidence, text } of amounts) {
    const place = places.find(({ url }) => url === evidence.url) ?? places[0]!
    const code = known !== undefined && mayMean(text, known) ? known : readCurrency(text, place.locale)
    if (code === undefined) continue
    if (code === null || (said !== undefined && said?.code !== code)) return null
    said ??= { code, evidence }
  }
  return said
}

/** How much less it weighs than the amount that it is read off. */
const lessSure = 0.95

const asAsked = (property: DataProperty, code: string, { locale }: Place) =>
  readTyped({ name: property.name, value: code }, property.shape as ScalarShape, wantedOf(property), locale)

/** Adds the currencies that amounts say, and takes away what was found elsewhere and cannot be theirs. */
export const addCurrencies = (
  filling: Filling,
  shape: ObjectShape,
  places: ReadonlyArray<Place>,
  { path }: Spot,
  built: Map<string, Built>
): void => {
  for (const property of shape.properties) {
    if (!filling.fieldOf(property, "").wanted.isCurrency) continue
    const found = built.get(property.name)?.value
    const known = typeof found === "string" ? found : undefined
    const said = amountsFor(property, shape, built)
      .map((amounts) => saidBy(amounts, places, known))
      .find((one) => one !== undefined)
    if (said === undefined || said === null || said.code === known) continue
    const { evidence, code } = said
    const value = asAsked(property, code, places[0]!)
    if (value === undefined || !fitsScalar(property.shape as ScalarShape, value)) built.delete(property.name)
    else {
      const weight = evidence.weight * lessSure
      const own: Evidence = {
        path: path + pointerPart(property.name),
        url: evidence.url,
        quote: evidence.quote,
        source: evidence.source,
        weight
      }
      built.set(property.name, { value, found: 1, weight, evidence: [own] })
    }
  }
}
