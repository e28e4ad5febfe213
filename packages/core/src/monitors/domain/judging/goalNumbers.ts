/** Numbers that a goal says in words, written in digits: "over a metre", "half an hour", "more than two hundred people". */
import { comparators } from "./goalBound.ts"
import { type GoalText, goalText, rangesOf } from "./goalText.ts"
import { spelledNumber } from "./numbers.ts"
import { dimensionOf } from "./units.ts"
import { measureName, unitOf } from "./values.ts"

interface Written {
  readonly from: number
  readonly to: number
  readonly digits: string
}

const isUnit = (word: string): boolean => measureName(word) !== undefined || dimensionOf(unitOf(word)) !== undefined

const edge = "(?<![\\p{L}\\p{N}])"
const article = "(?:an?|one|eine[rnsm]?|ein|une?|un[ao]?|uma?|een)"
const word = "(?<unit>\\p{L}{1,20})(?!\\p{L})"
const half = "(?:half|halbe[rnsm]?|demi(?:e)?|medi[oa]|mezz[oa]|mei[oa])"

/** Parts of one, and one and a half, with what they are of. Compared with folded text. */
const parts: ReadonlyArray<readonly [pattern: RegExp, amount: (many: number) => number]> = [
  [
    new RegExp(`${edge}(?<many>\\p{L}+) (?:and|und|et|y|e|en) (?:an? |einem? )?${half} ${word}`, "giu"),
    (many) => many + 0.5
  ],
  [
    new RegExp(
      `${edge}(?<many>\\p{L}+)[ ']${word} (?:and a half|et demie?|y medi[oa]|e mezz[oa]|e mei[oa])(?!\\p{L})`,
      "giu"
    ),
    (many) => many + 0.5
  ],
  [new RegExp(`${edge}(?:anderthalb|eineinhalb|anderhalf|anderhalve)(?:e[rnsm]?)? ${word}`, "giu"), () => 1.5],
  [new RegExp(`${edge}zweieinhalb ${word}`, "giu"), () => 2.5],
  [new RegExp(`${edge}half (?:an?|of an?) ${word}`, "giu"), () => 0.5],
  [new RegExp(`${edge}(?<elided>d')?(?:${article}[ '])?${half}[ -]${word}`, "giu"), () => 0.5],
  [new RegExp(`${edge}mezz'${word}`, "giu"), () => 0.5],
  [
    new RegExp(
      `${edge}(?:${article}[ '])?(?:quarter of an?|quarter|quart d'|quart de |cuarto de|quarto d'|quarto de) ?${word}`,
      "giu"
    ),
    () => 0.25
  ]
]

const single: ReadonlyArray<readonly [pattern: RegExp, digits: string]> = [
  [new RegExp(`${edge}(?:${article} )?viertelstunde(?!\\p{L})`, "giu"), "15 minuten"],
  [new RegExp(`${edge}(?:${article} )?kwartier(?!\\p{L})`, "giu"), "15 minuten"],
  [
    new RegExp(
      `${edge}(?:${article} )?(?:dozen|dutzend|douzaine d[e']|douzaine|docena de|docena|dozzina di|dozzina|duzia de|duzia|dozijn)(?!\\p{L})`,
      "giu"
    ),
    "12"
  ]
]

/** "One", "a" and "eine" count where something is counted with them. */
const numberOf = (text: string): number | undefined =>
  new RegExp(`^${article}$`, "iu").test(text) ? 1 : spelledNumber(text)

const fromParts = (goal: GoalText): ReadonlyArray<Written> =>
  parts.flatMap(([pattern, amount]) =>
    Array.from(goal.folded.matchAll(pattern)).flatMap(({ 0: found, groups, index }) => {
      const { elided, many, unit } = groups as { elided?: string; many?: string; unit: string }
      const count = many === undefined ? 0 : numberOf(many)
      if (!isUnit(unit) || count === undefined) return []
      return [
        {
          from: index,
          to: index + found.length,
          digits: `${elided === undefined ? "" : "de "}${amount(count)} ${unit}`
        }
      ]
    })
  )

const multipliers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hundred: 100,
    hundert: 100,
    cent: 100,
    cents: 100,
    thousand: 1_000,
    tausend: 1_000,
    mille: 1_000,
    mil: 1_000,
    mila: 1_000,
    duizend: 1_000,
    million: 1_000_000
  })
)

/** "Two hundred", "a thousand", "twenty-five"; what is a number by itself is the article alone only ahead of a unit. */
const spelledAt = (behind: string): { readonly length: number; readonly digits: string } | undefined => {
  const words = /^(?<lead>\s*)(?<all>\p{L}+(?:[ -]\p{L}+){0,3})/u.exec(behind)
  if (words?.groups === undefined) return undefined
  const { all = "", lead = "" } = words.groups
  const said = all.split(/[ -]/)
  const first = multipliers.get(said[0]!) === undefined ? numberOf(said[0]!) : 1
  if (first === undefined) return undefined
  const at = multipliers.get(said[0]!) === undefined ? 1 : 0
  const times = multipliers.get(said[at] ?? "")
  const more = first >= 20 && first < 100 ? spelledNumber(said[1] ?? "") : undefined
  const [amount, count] =
    times !== undefined
      ? [first * times, at + 1]
      : more !== undefined && more > 0 && more < 10
        ? [first + more, 2]
        : [first, 1]
  const isArticle = count === 1 && new RegExp(`^${article}$`, "iu").test(said[0]!)
  if (isArticle && !isUnit(said[1] ?? "")) return undefined
  return { length: lead.length + said.slice(0, count).join(" ").length, digits: `${" ".repeat(lead.length)}${amount}` }
}

const behindComparators = (goal: GoalText): ReadonlyArray<Written> =>
  comparators.flatMap(({ pattern }) =>
    rangesOf(goal, pattern).flatMap(({ to }) => {
      const found = spelledAt(goal.folded.slice(to, to + 80))
      return found === undefined ? [] : [{ from: to, to: to + found.length, digits: found.digits }]
    })
  )

/** "Two hours or more", "a metre or higher". */
const aheadOfComparators = (goal: GoalText): ReadonlyArray<Written> =>
  comparators
    .filter(({ isIncluded, side }) => isIncluded && side !== "reach")
    .flatMap(({ pattern }) =>
      rangesOf(goal, pattern).flatMap(({ from }) => {
        const ahead = /(?<number>\p{L}+) (?<unit>\p{L}+) $/u.exec(goal.folded.slice(Math.max(0, from - 40), from))
        const { number = "", unit = "" } = ahead?.groups ?? {}
        const amount = isUnit(unit) ? numberOf(number) : undefined
        const at = from - (ahead?.[0].length ?? 0)
        return amount === undefined ? [] : [{ from: at, to: at + number.length, digits: String(amount) }]
      })
    )

/** Quoted words are looked for as they stand. */
const isQuoted = (text: string, at: number): boolean => (text.slice(0, at).match(/["“”„«»]/gu) ?? []).length % 2 === 1

/** The goal with digits where a bound is said in words. */
export const inDigits = (text: string): string => {
  const goal = goalText(text)
  const inParts = [
    ...fromParts(goal),
    ...single.flatMap(([pattern, digits]) => rangesOf(goal, pattern).map((range) => ({ ...range, digits })))
  ]
  const isFree = ({ from, to }: Written) => !inParts.some((part) => part.from < to && from < part.to)
  const all = [...inParts, ...[...behindComparators(goal), ...aheadOfComparators(goal)].filter(isFree)]
  let [written, end] = ["", 0]
  for (const { digits, from, to } of all.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const [start, stop] = [goal.places[from]!, goal.places[to]!]
    if (start < end || isQuoted(text, start)) continue
    written += `${text.slice(end, start)}${digits}`
    end = stop
  }
  return `${written}${text.slice(end)}`
}
