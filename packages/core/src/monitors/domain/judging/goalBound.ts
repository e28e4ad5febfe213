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

/** Behind a bound, joined to it by a word for "or": "or less", "oder weniger". */
const joinedBelow = [
  "(?:or|and) (?:less|lower|under|below|beneath|fewer|cheaper|smaller|shorter|earlier|sooner)",
  "(?:oder|und) (?:weniger|darunter|drunter|billiger|gunstiger|niedriger|tiefer|kleiner|kurzer|fruher)",
  "(?:ou|et) (?:moins(?: cher)?|en[- ]dessous|au[- ]dessous|inferieure?|plus bas)",
  "[oy] (?:menos|inferior|menor|mas barat[oa]|por debajo|mas bajo)",
  "o (?:meno|inferiore|minore|sotto|piu basso)",
  "ou (?:menos|inferior|menor|abaixo|mais barat[oa])",
  "(?:of|en) (?:minder|lager|goedkoper|kleiner|eronder|daaronder|korter|eerder)",
  "lub mniej"
].join("|")
const joinedAbove = [
  "(?:or|and) (?:more|higher|above|over|better|later|greater|larger|bigger|longer|upwards?|beyond)|and up",
  "(?:oder|und) (?:mehr|daruber|druber|hoher|grosser|langer|besser|spater|aufwarts)",
  "(?:ou|et) (?:plus|davantage|au[- ]dessus|superieure?|mieux)",
  "[oy] (?:mas|superior|mayor|por encima)",
  "o (?:piu|superiore|maggiore|sopra)",
  "ou (?:mais|superior|maior|acima)",
  "(?:of|en) (?:meer|hoger|groter|langer|beter|later|erboven|daarboven)",
  "lub wiecej"
].join("|")

/** Words of a bound with an "or" in it: "at or below". */
const equalBelow =
  "(?:at|on) or (?:below|under|beneath)|(?:less|lower|fewer|smaller|cheaper) than or equal to|(?:below|under) or equal to|equal to or (?:less|lower|fewer|smaller) than|(?:kleiner|weniger|niedriger)(?: als)? oder gleich|inferieure? ou egale? a|(?:menor|inferior) o igual (?:a|que)|(?:minore|inferiore) o uguale a|(?:menor|inferior) ou igual a|(?:kleiner|minder) dan of gelijk aan"
const equalAbove =
  "(?:at|on) or above|(?:more|greater|higher|larger) than or equal to|(?:above|over) or equal to|equal to or (?:more|greater|higher|larger) than|(?:grosser|mehr|hoher)(?: als)? oder gleich|superieure? ou egale? a|(?:mayor|superior) o igual (?:a|que)|(?:maggiore|superiore) o uguale a|(?:maior|superior) ou igual a|(?:groter|meer) dan of gelijk aan"

/** "Drops to", "sinkt auf", "baja a": what it is to come to is asked for as well. */
const downTo =
  "(?:drop(?:s|ped|ping)?|fall(?:s|en|ing)?|fell|sinks?|dips?|down|decreases?|declines?|reduced|lowered|cut|marked down)(?: back)? to|(?:fallt|fallen|sinkt|sinken|gesenkt|reduziert) auf|(?:baisse|descend|tombe|chute|reduit)(?:nt)? a|(?:baja|baje|cae|caiga|desciende)n? (?:a|hasta)|(?:scende|cala|cade)(?:no)? a|(?:cai|caia|baixa|baixe|desce)m? (?:para|a|ate)|(?:daalt|dalen|zakt|zakken|verlaagd) (?:naar|tot)"
const upTo =
  "(?:ris(?:e|es|en|ing)|rose|climbs?|grows?|increases?|jumps?|raised)(?: back)? to|(?:steigt|steigen|wachst|klettert|erhoht) auf|(?:monte|augmente|grimpe)(?:nt)? a|(?:sube|suba|aumenta)n? (?:a|hasta)|(?:sale|aumenta)(?:no)? a|(?:sobe|suba|aumenta)m? (?:para|a|ate)|(?:stijgt|stijgen|klimt) (?:naar|tot)"

/** "3+ bedrooms"; "Pixel 9+" is a name. */
const orMore =
  "(?<=(?<![\\p{L}\\p{N}.,+-])\\d{1,9})\\+(?=\\s\\p{Ll}{3,20}s(?!\\p{L}))(?!\\s(?:goes|drops|falls|rises|gets|becomes|comes|opens|closes|costs|sells|ships|does|changes)(?!\\p{L}))"

/** Compared with folded text. Those that mean the bound itself as well come first: "no less than" has a "less than" in it. */
export const comparators: ReadonlyArray<Comparator> = [
  of(
    "below",
    true,
    anywhere(
      phrases(
        "at most|maximum(?: of)?|max\\.?|as (?:low|little|few|cheap) as|hochstens|maximal|au (?:plus|maximum)|como maximo|a lo sumo|al massimo|massimo|no maximo|maximo(?: de)?|maximaal|hooguit|hoogstens|nie wiecej niz",
        equalBelow,
        joinedBelow
      ),
      "<=|≤|以下|이하"
    )
  ),
  of(
    "above",
    true,
    anywhere(
      phrases(
        "at least|minimum(?: of)?|(?<!\\d[\\s-]?)min\\.?|as (?:high|many|much) as|mindestens|wenigstens|au (?:moins|minimum)|al menos|como minimo|por lo menos|almeno|come minimo|pelo menos|no minimo|minimo(?: de)?|minstens|ten minste|minimaal|co najmniej",
        equalAbove,
        joinedAbove
      ),
      `>=|≥|以上|이상|${orMore}`
    )
  ),
  of("below", true, phrases(downTo)),
  of("above", true, phrases(upTo)),
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

const joined = phrases(joinedBelow, joinedAbove)
const withEqual = phrases(equalBelow, equalAbove)
const less = phrases(joinedBelow)

/** A number that a word ahead of it bounds by itself: "below 50". */
const isBounded = (goal: GoalText, { from }: Value): boolean =>
  comparators.some(
    ({ isIncluded, pattern }) =>
      !isIncluded && rangesOf(goal, pattern).some(({ to }) => to <= from && between.test(goal.folded.slice(to, from)))
  )

/**
 * Where the words of a bound have an "or" in them: "drops to $199 or less" is one thing. "Drops to 5 or more seats are free" and
 * "below 50 or more seats are free" are two.
 */
export const rangesOfJoined = (goal: GoalText): ReadonlyArray<Range> => {
  const found = rangesOf(goal, joined)
  const values = found.length === 0 ? [] : valuesOf(withForints(goal))
  const behindValues = found.filter(({ from, to }) => {
    const [ahead, own] = [goal.folded.slice(0, from), goal.folded.slice(from, to)]
    const value = values.find((one) => one.to <= from && behindValue.test(ahead.slice(one.to)))
    const isLess = own.search(less) >= 0
    return (
      value !== undefined &&
      !/^ (?:than|als|que|di|dan|de|do)(?!\p{L})/u.test(goal.folded.slice(to)) &&
      (value.kind === "percent" || ahead.search(isLess ? moves.up : moves.down) < 0) &&
      !isBounded(goal, value)
    )
  })
  return [...behindValues, ...rangesOf(goal, withEqual)]
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

const outsideOf = (goal: GoalText, { from, to }: Range): GoalText => ({
  ...goal,
  folded: `${goal.folded.slice(0, from)}${" ".repeat(to - from)}${goal.folded.slice(to)}`
})

const changing = /(?:chang|ander|vari|cambi|mud|wijzig)/

/** "drops by more than 10 %", "a 10 % drop", "un 10 % menos", "rises 5 % or more"; "drops below 3 %" is a bound. */
export const moveOf = (goal: GoalText, bound: Bound | undefined): Move | null => {
  // "No less than 50": the words of a bound say no way.
  const way = wayOf(bound === undefined ? goal : outsideOf(goal, bound.struck))
  const value = bound?.value ?? valuesOf(goal.folded).find(({ kind }) => kind === "percent")
  if (value === undefined) return way === undefined ? null : { way, least: 0, isBeyond: false, isPercent: false }
  const ahead = goal.folded.slice(0, bound?.struck.from ?? value.from)
  const isPercent = value.kind === "percent"
  const isBy = /(?:\bby|\bum)\s*$/.test(ahead) || (isPercent && /\bin\s*$/.test(ahead))
  const isOf = way !== undefined && /(?:\bof|\bde|\bdel|\bdi|\bdello|\bem|\bmet|\bvon)\s*$/.test(ahead)
  const isAgainst = way === "down" && bound?.side === "above" && !bound.isBehind
  const isBehind =
    way !== undefined &&
    isPercent &&
    bound?.isBehind === true &&
    !/(?:\bto|\bauf|\ba|\bop|\bat|\bnaar|\btot|\bpara|\bate|\bhasta)\s*$/.test(ahead)
  const isPlain = bound === undefined && isPercent
  const isShare = isPercent && bound?.side === "above" && changing.test(goal.folded)
  if (!isBy && !isOf && !isAgainst && !isBehind && !isPlain && !isShare) return null
  if (way === undefined && !isShare && !isBy) return null
  const isBeyond = bound !== undefined && bound.side === "above" && !bound.isIncluded
  return { way: way ?? "any", least: Math.abs(value.amount), isBeyond, isPercent }
}
