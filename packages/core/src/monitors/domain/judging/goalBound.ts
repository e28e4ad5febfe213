/** Bounds in the words of a goal: below, at most, above, at least, up to. */
import { fold } from "../../../models/domain/foldedText.ts"
import { type GoalText, has, type Range, rangesOf } from "./goalText.ts"
import { anywhere, moves, phrases } from "./goalWords.ts"
import { asLasting, type Value, valuesOf } from "./values.ts"

export interface Bound {
  readonly side: "below" | "above" | "reach"
  /** The bound itself is what is asked for too: "at most", "or more". */
  readonly isIncluded: boolean
  readonly value: Value
  /** What was said ahead of the number or behind it: "20 % or more". */
  readonly isBehind: boolean
  readonly struck: Range
}

interface Comparator {
  readonly side: Bound["side"]
  readonly isIncluded: boolean
  readonly pattern: RegExp
}

const of = (side: Bound["side"], isIncluded: boolean, pattern: RegExp): Comparator => ({ side, isIncluded, pattern })

/** Words of languages whose goals are read no further than to their bound. */
const farther = {
  below: fold(
    "أقل من|تحت|دون|מתחת ל|פחות מ|κάτω από|λιγότερο από|нижче|менше(?: ніж)?|ниже|меньше(?: чем)?|дешевле|alatt|altında|altına|méně než|ต่ำกว่า|ต่ำ กว่า|น้อยกว่า"
  ),
  above: fold(
    "أكثر من|أعلى من|فوق|מעל|יותר מ|πάνω από|περισσότερο από|вище|більше(?: ніж)?|выше|больше(?: чем)?|дороже|felett|fölött|üstünde|üzerinde|více než|สูงกว่า|สูง กว่า|มากกว่า"
  )
} as const

/** Compared with folded text. Those that mean the bound itself as well come first: "no less than" has a "less than" in it. */
export const comparators: ReadonlyArray<Comparator> = [
  of(
    "below",
    true,
    anywhere(
      phrases(
        "at most|maximum of|max\\.?|or (?:less|lower|under|below|fewer|cheaper)|and (?:under|below)|hochstens|maximal|oder (?:weniger|darunter|billiger|gunstiger)|au (?:plus|maximum)|ou moins|como maximo|a lo sumo|o menos|al massimo|o meno|no maximo|ou menos|maximaal|hooguit|of (?:minder|lager|goedkoper)|nie wiecej niz"
      ),
      "<=|≤|以下|이하"
    )
  ),
  of(
    "above",
    true,
    anywhere(
      phrases(
        "at least|minimum of|min\\.?|or (?:more|higher|above|over|better|later)|and (?:up|above|more)|mindestens|wenigstens|(?:oder|und) (?:mehr|daruber)|au (?:moins|minimum)|ou plus|al menos|como minimo|por lo menos|o mas|almeno|come minimo|o piu|pelo menos|no minimo|ou mais|minstens|ten minste|minimaal|of (?:meer|hoger)|co najmniej"
      ),
      ">=|≥|以上|이상"
    )
  ),
  of("below", true, phrases("up to|bis zu|jusqu'a|hasta|fino a|ate|tot")),
  of(
    "below",
    false,
    anywhere(
      phrases(
        "below|under|beneath|less than|lower than|cheaper than|fewer than|smaller than|shorter than|ponizej|mniej niz|unter|weniger als|billiger als|gunstiger als|niedriger als|kurzer als|en dessous (?:de|du|des)|au-dessous (?:de|du|des)|sous|moins (?:de|du|des)|inferieure? a|moins cher que|plus bas que|por debajo de(?:l)?|debajo de(?:l)?|menos de(?:l)?|inferior a|menor (?:que|de|a)|mas barato que|baja de|baje de|meno di|al di sotto (?:di|dei|degli|delle)|sotto|inferiore a|abaixo de|menor (?:que|do que)|onder|minder dan|lager dan|goedkoper dan",
        farther.below
      ),
      "<|未満|下回|低于|少于|跌破|미만|아래"
    )
  ),
  of(
    "above",
    false,
    anywhere(
      phrases(
        "above|over|more than|higher than|greater than|exceeds?|exceeding|longer than|larger than|powyzej|wiecej niz|uber|mehr als|hoher als|grosser als|langer als|ubersteigt|uberschreitet|au[- ]dessus de|plus (?:de|du|des)|superieure? a|depasse|par encima de|por encima de(?:l)?|mas de(?:l)?|superior a|mayor (?:que|de|a)|supera|al di sopra (?:di|dei)|piu di|oltre|superiore a|superi|acima de|mais de|ultrapassa|ultrapassar|maior (?:que|do que)|boven|meer dan|hoger dan",
        farther.above
      ),
      ">|超え|超過|超过|高于|大于|突破|초과|넘"
    )
  ),
  of(
    "reach",
    true,
    anywhere(
      phrases(
        "reach(?:es|ed)?|pass(?:es|ed)?|hits?|equals?|exactly|erreicht|atteint|alcanza|alcance|llega a|raggiunge|atinge|atingir|bereikt"
      ),
      "達し|达到|도달"
    )
  )
]

const between =
  /^[\s:=]*(?:the |of |a |about |de |von |los |les |i |gli |del |dem |den |der |das |il |lo |la |o |os |as |do |da |dos |das |du |des |het |l')?$/
const behindValue = /^\s*(?:を|を?が|이|보다)?\s*$/
/** "No more than", "does not cost more than", "nicht mehr als". */
const denial =
  /(?:(?<!\p{L})(?:not?|never|nicht|keine?[rnsm]?|pas|non|nao|niet|geen|nie|without)|(?<!\p{L})\p{L}*n't)\s+(?:\p{L}+\s+){0,2}$/u
/** "Goes up to", which is to reach it. */
const climbing =
  /(?:go(?:es)?|going|ris(?:es?|ing)|climbs?|moves?|increases?|jumps?|steigt|monte|sube|sale|sobe|stijgt)\s+$/

const opposite = { below: "above", above: "below", reach: "reach" } as const

/** What was found, with what stands ahead of it: denied, it is the other side with the bound itself. */
const sideOf = ({ isIncluded, side }: Comparator, ahead: string, found: string): Pick<Bound, "side" | "isIncluded"> => {
  if (denial.test(ahead)) return { side: opposite[side], isIncluded: !isIncluded }
  const isReached = /^(?:up to|bis zu|jusqu'a|hasta|fino a|ate|tot)$/.test(found) && climbing.test(ahead)
  return isReached ? { side: "reach", isIncluded: true } : { side, isIncluded }
}

/** Where a denial begins that belongs to a comparing word. */
const denialAt = (ahead: string): number => denial.exec(ahead)?.index ?? ahead.length

/** The folded text with the forints of the goal as they are written, which feet are without a capital. */
const withForints = ({ folded, places, text }: GoalText): string =>
  folded.replace(/(?<=\d\s?)ft(?!\p{L})/gu, (unit, at: number) => (text[places[at]!] === "F" ? "Ft" : unit))

/** The first bound: a comparing word with a number behind it, or right ahead of it. */
export const boundOf = (goal: GoalText): Bound | undefined => {
  const values = valuesOf(withForints(goal))
    .map(asLasting)
    .filter(({ kind }) => kind !== "version" && kind !== "time")
  for (const comparator of comparators) {
    for (const { from, to } of rangesOf(goal, comparator.pattern)) {
      const behind = values.find((value) => value.from >= to && between.test(goal.folded.slice(to, value.from)))
      const ahead = values.find((value) => value.to <= from && behindValue.test(goal.folded.slice(value.to, from)))
      const value = behind ?? ahead
      if (value === undefined) continue
      const before = goal.folded.slice(0, from)
      const side = sideOf(comparator, before, goal.folded.slice(from, to))
      const start = Math.min(denialAt(before), value.from)
      return { ...side, value, isBehind: behind === undefined, struck: { from: start, to: Math.max(to, value.to) } }
    }
  }
  return undefined
}

const wayOf = (goal: GoalText): "down" | "up" | undefined =>
  has(goal, moves.down) ? (has(goal, moves.up) ? undefined : "down") : has(goal, moves.up) ? "up" : undefined

export interface Move {
  readonly way: "down" | "up" | "any"
  readonly least: number
  /** More than the least: "by more than 10 %". */
  readonly isBeyond: boolean
  readonly isPercent: boolean
}

const changing = /(?:chang|ander|vari|cambi|mud|wijzig)/

/** "drops by more than 10 %", "a 10 % drop", "un 10 % menos", "rises 5 % or more"; "drops below 3 %" is a bound. */
export const moveOf = (goal: GoalText, bound: Bound | undefined): Move | null => {
  const way = wayOf(goal)
  const value = bound?.value ?? valuesOf(goal.folded).find(({ kind }) => kind === "percent")
  if (value === undefined) return way === undefined ? null : { way, least: 0, isBeyond: false, isPercent: false }
  const ahead = goal.folded.slice(0, bound?.struck.from ?? value.from)
  const isPercent = value.kind === "percent"
  const isBy = /(?:\bby|\bum)\s*$/.test(ahead) || (isPercent && /\bin\s*$/.test(ahead))
  const isOf = way !== undefined && /(?:\bof|\bde|\bdel|\bdi|\bdello|\bem|\bmet|\bvon)\s*$/.test(ahead)
  const isAgainst = way === "down" && bound?.side === "above" && !bound.isBehind
  const isBehind =
    way !== undefined && isPercent && bound?.isBehind === true && !/(?:\bto|\bauf|\ba|\bop|\bat)\s*$/.test(ahead)
  const isPlain = bound === undefined && isPercent
  const isShare = isPercent && bound?.side === "above" && changing.test(goal.folded)
  if (!isBy && !isOf && !isAgainst && !isBehind && !isPlain && !isShare) return null
  if (way === undefined && !isShare && !isBy) return null
  const isBeyond = bound !== undefined && bound.side === "above" && !bound.isIncluded
  return { way: way ?? "any", least: Math.abs(value.amount), isBeyond, isPercent }
}
