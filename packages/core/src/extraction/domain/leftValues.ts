/** What is left of a row when everything with a name has been taken, and what each of it may be. */
import type { ScalarShape } from "./DataShape.ts"
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"
import { saysJob } from "./jobWords.ts"
import { nameWords } from "./nameWords.ts"
import { isInstalment } from "./priceRates.ts"
import { saidKinds } from "./saidKinds.ts"

/** A value under the name that it has by what it is. */
export const called = (fact: Fact, name: string, value: Fact["value"] = fact.value): Fact => ({ ...fact, name, value })

/** What a thing may be called by, and is nothing else. */
const ofTitles = new Set(["question", "address", "version"])

/** All that a value says by itself that it is. What a thing is called by is seldom anything else, and an amount has its name. */
export const kindsOf = (fact: Fact, language: string): ReadonlyArray<Fact> =>
  fact.name === "price"
    ? []
    : saidKinds(String(fact.value), language).flatMap(({ name, value }) =>
        fact.name === "" || ofTitles.has(name) ? [called(fact, name, value)] : []
      )

/** The words of choices, which are read once: there may be thousands. */
const wordsOfChoices = new WeakMap<ReadonlyArray<string>, ReadonlySet<string>>()

const wordsIn = (choices: ReadonlyArray<string>): ReadonlySet<string> => {
  const known = wordsOfChoices.get(choices)
  if (known !== undefined) return known
  const words = new Set(choices.map((choice) => nameWords(choice).join(" ")))
  wordsOfChoices.set(choices, words)
  return words
}

/** Whether the whole of a text is one of a property's choices. */
export const isChoice = ({ value }: Fact, shape: ScalarShape): boolean => {
  if (shape.kind !== "text" || shape.choices === null) return false
  const said = nameWords(String(value)).join(" ")
  return /\p{L}/u.test(said) && wordsIn(shape.choices).has(said)
}

/** What has no name, or one that its markup gives it and not its page. */
export const isLeft = ({ name, source }: Fact): boolean =>
  name === "" || name === "title" || (name === "price" && (source === "block" || source === "text"))

const jobs = new Set(
  nameWords("jobs vacancies positions openings careers roles stellen stellenangebote emplois empleos")
)
const homes = new Set(
  nameWords("flats apartments homes rentals listings properties rooms houses wohnungen appartements pisos")
)
const monthly =
  /(?<!\p{L})(?:pcm|p\.?c\.?m\.?|per (?:calendar )?month|a month|monthly|mo|pro monat|monatlich|par mois|al mes|kalt|warm)(?!\p{L})|\/\s?(?:month|mo|monat|mois|mes)(?!\p{L})/iu

/** Longest name that may be that of a job. */
const mostOfTitle = 120

const namesJob = ({ facts }: FactSet): boolean =>
  facts.some(({ value }) => typeof value === "string" && value.length <= mostOfTitle && saysJob(value))

/** Of a job an amount is what it pays, and of a home by the month what it is let for. `isCalled` is whether the row's list is called so. */
export const paidFor = (
  fact: Fact,
  {
    isCalled = false,
    list,
    set
  }: { readonly isCalled?: boolean | undefined; readonly list: string; readonly set: FactSet },
  language: string
): ReadonlyArray<Fact> => {
  if (fact.name !== "price") return []
  const words = nameWords(list)
  if (words.some((word) => jobs.has(word))) return isCalled || namesJob(set) ? [called(fact, "salary")] : []
  if (isInstalment(fact, set, language)) return [called(fact, "monthly payment"), called(fact, "monthly instalment")]
  return words.some((word) => homes.has(word)) && monthly.test(String(fact.value)) ? [called(fact, "rent")] : []
}

/** What more than one row says is a mark on it, and nothing of its own. */
const repeated = new WeakMap<FactGroup, ReadonlySet<string>>()

export const repeatedIn = (group: FactGroup): ReadonlySet<string> => {
  const known = repeated.get(group)
  if (known !== undefined) return known
  const seen = new Set<string>()
  const found = new Set<string>()
  for (const { facts } of group.items) {
    for (const { name, value } of facts) {
      if (name !== "") continue
      const said = String(value)
      if (seen.has(said)) found.add(said)
      seen.add(said)
    }
  }
  repeated.set(group, found)
  return found
}

/** Words that parts of sentences have, and names of brands, colours and materials have not. */
const joining =
  /(?<!\p{L})(?:with|and|of|in|for|from|to|on|the|your|our|is|are|mit|und|von|für|aus|der|die|das|avec|et|de|du|pour|sur|con|y|para|del|e|di|per|com|met|en|van|voor)(?!\p{L})/iu

/** Whether a text is a sentence or a part of one. */
export const isProse = (text: string): boolean => {
  const words = text.split(/\s+/).length
  return words >= 4 || (words > 1 && (/[.!?。]$|,\s/u.test(text) || joining.test(text)))
}

export const isWorded = ({ value }: Fact): boolean => /\p{L}{2}/u.test(String(value)) && !/^https?:/.test(String(value))

export const answered = (facts: ReadonlyArray<Fact>, fact: Fact): boolean =>
  facts.some((one) => one !== fact && /\p{L}[?？]$/u.test(String(one.value)))
