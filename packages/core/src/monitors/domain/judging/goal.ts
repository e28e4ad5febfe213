/** Goals in words, compiled to conditions that rules can check and people can read. */

import { fold } from "../../../models/domain/foldedText.ts"
import type { Condition } from "../Condition.ts"
import { withoutPoints, withPoints } from "./abbreviations.ts"
import { anything, compileClause, described, isSubject } from "./compileClause.ts"
import { withoutProperties } from "./flags.ts"
import type { CompiledGoal, GoalCondition } from "./GoalCondition.ts"
import { boundOf, rangesOfJoined } from "./goalBound.ts"
import { inDigits } from "./goalNumbers.ts"
import { hasStates, rangesOfStates } from "./goalState.ts"
import { type GoalText, type Group, goalText, groupsOf, has, isDutch, type Range, rangesOf } from "./goalText.ts"
import { askedBehind, exclusion, filler, leadingExclusion, moves, verbs } from "./goalWords.ts"

/** Longer goals are read to here; the contract lets nobody write more. */
const mostGoal = 2_000
const mostClauses = 8

/** Places at which a sentence may be cut: each asks what all that stands between two cuts is about. */
const mostPlaces = 30

const parted = /[;\n]+|(?<=[\p{L}]{2}[.!?])\s+(?=\p{Lu})|[。]/u
const dutch = /,?\s+(?:of|en)\s+(?:(?:als|zodra|wanneer)\s+)?|,\s+/giu
const alternative =
  /,?\s+(?:or|oder|ou|o|and|und|et|y|e)\s+(?:(?:if|when|whenever|wenn|sobald|si|quand|cuando|se|quando|als|zodra)\s+)?|,\s+/giu

/** "In the scenario or in the restrictions": two things, each with its own preposition. */
const parallel =
  /\s(?:or|oder|ou|o|u|and|und|et|y|e)\s(?=(in|on|to|of|for|about|bei|im|an|zu|zum|zur|für|über|dans|sur|à|aux?|pour|en|sobre|para|a|nel|nella|nei|sul|sulla|per|no|na|nos|nas|em)\s)/giu

const inParallel = (sentence: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  for (const { 0: found, 1: preposition, index } of sentence.matchAll(parallel)) {
    const left = sentence.slice(from, index)
    if (!new RegExp(`\\s${preposition}\\s`, "iu").test(left)) continue
    parts.push(left)
    from = index + found.length
  }
  return [...parts, sentence.slice(from)]
}

const asks = (clause: string): boolean => {
  const goal = goalText(clause)
  return (
    boundOf(goal) !== undefined ||
    hasStates(goal) ||
    [...Object.values(verbs), ...Object.values(moves)].some((pattern) => has(goal, pattern))
  )
}

/** Whether "or" stands in the words of a bound at a place of a sentence: "199 or less". */
const inBoundOf = (sentence: string) => {
  const goal = goalText(sentence)
  const ranges = rangesOfJoined(goal).map(({ from, to }) => [goal.places[from]!, goal.places[to]!] as const)
  return (place: number): boolean => ranges.some(([from, to]) => from <= place && place < to)
}

/** Cut at "or" and "and" where both sides ask for something by themselves. */
const clausesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(parted)
    .flatMap(inParallel)
    .flatMap((sentence) => {
      const clauses: Array<string> = []
      let from = 0
      const parts = isDutch(sentence) ? dutch : alternative
      const isInBound = inBoundOf(sentence)
      let places = 0
      for (const { 0: found, index } of sentence.matchAll(parts)) {
        places += 1
        if (places > mostPlaces || clauses.length >= mostClauses) break
        if (isInBound(index + found.search(/\p{L}/u))) continue
        const [left, right] = [sentence.slice(from, index), sentence.slice(index + found.length)]
        const next = right.split(parts, 1)[0] ?? ""
        const isPair = asks(left) && asks(next) && left.trim().split(/\s+/).length >= 2
        if (!isPair) continue
        clauses.push(left)
        from = index + found.length
      }
      return [...clauses, sentence.slice(from)].filter((clause) => /[\p{L}\p{N}]/u.test(clause))
    })

const notExcluded =
  /^(?:longer|more|less|later|mehr|plus|mas|piu|available|in stock|verfugbar|sold|disponible|just|only|meer|mais)\b/

/** Ahead of what something is not, as far as no "that" says of which things it is said. */
const predicate =
  /(?<!(?:that|which|who|die|der|das|qui|che|dat) )(?<!\p{L})(?:is|are|was|were|be|has|have|can|will|does|ist|sind|wird|werden|kann|hat|haben|(?:n['’])?est|(?:n['’])?etait|sont|es|esta|estan|hay|e|sono|zijn|wordt|worden)\s*$/u
const awaiting =
  /(?<!\p{L})(?:if|when|whenever|once|as soon as|wenn|sobald|falls|si|quand|lorsque|des que|cuando|en cuanto|se|quando|appena|assim que|als|zodra|wanneer)(?!\p{L})/u

/** "The road is not closed any more", "quando il vaso non è disponibile": that is what is waited for, and no exclusion. */
const isDenial = (goal: GoalText, { from, to }: Range, states: () => ReadonlyArray<Range>): boolean => {
  const ahead = goal.folded.slice(Math.max(0, from - 80), from)
  return (
    /^\s+(?:not|nicht|pas|no|non|nao|niet)\s+$/u.test(goal.folded.slice(from, to)) &&
    !/(?<!\p{L})(?:que|che|qui|that|which|die)$/u.test(ahead) &&
    (predicate.test(ahead) || awaiting.test(ahead)) &&
    states().some((range) => range.from < to && from < range.to)
  )
}

/** Cuts what is not wanted out of a goal: to the end of the sentence, or to where more is asked for. */
const partedAt = ({ folded, places, text }: GoalText, { from, to }: Range) => {
  const start = places[to]!
  // In the folded text a point of an abbreviation would be one again that ends a sentence.
  const end = text.slice(start).search(/[;.]\s|[;.]$/u)
  const asked = folded.slice(to).search(askedBehind)
  const stop = Math.min(end < 0 ? text.length : start + end, asked < 0 ? text.length : places[to + asked]!)
  return { wanted: `${text.slice(0, places[from])}${text.slice(stop)}`, unwanted: text.slice(start, stop) }
}

/** What is wanted, and what is not. */
const partsOf = (text: string) => {
  const goal = goalText(text)
  const [leading] = rangesOf(goal, leadingExclusion)
  if (leading !== undefined) {
    const { unwanted, wanted } = partedAt(goal, leading)
    return { wanted: wanted.replace(/^[\s,;:.–—-]+/u, ""), unwanted }
  }
  let found: ReadonlyArray<Range> | undefined
  const states = () => {
    found ??= rangesOfStates(goal)
    return found
  }
  for (const { from, to } of rangesOf(goal, exclusion)) {
    const behind = goal.folded.slice(to)
    if (from < 8 && from > 0 && !/ignor/.test(goal.folded.slice(from, to))) continue
    // "If I cannot come" is no exclusion.
    if (/(?:^|\s)(?:if|si|wenn|falls|se|als|quand|cuando|when)\s*$/u.test(goal.folded.slice(0, from))) continue
    if (isDenial(goal, { from, to }, states)) continue
    if (from === 0 || notExcluded.test(behind) || /^\s*(?:more|longer)/.test(behind)) continue
    return partedAt(goal, { from, to })
  }
  return { wanted: text, unwanted: "" }
}

const excludedGroups = (unwanted: string): ReadonlyArray<ReadonlyArray<Group>> =>
  unwanted
    .split(/,|\s(?:or|and|oder|und|ou|et|o|y|e|of|en)\s/iu)
    .map((part) =>
      groupsOf(
        goalText(part),
        [...rangesOf(goalText(part), filler), ...rangesOf(goalText(part), verbs.change)],
        isSubject
      )
    )
    .filter((groups) => groups.length > 0)

const inherits: ReadonlySet<Condition["kind"]> = new Set(["status", "removed", "added", "topic"])

/** "The event is cancelled or postponed": what is not said again is the same. */
const inheriting = (clause: GoalCondition, last: GoalCondition | undefined): GoalCondition =>
  last === undefined ||
  clause.subject.length > 0 ||
  clause.kind === "any" ||
  last.subject.length === 0 ||
  (clause.kind !== last.kind && !inherits.has(clause.kind))
    ? clause
    : { ...clause, subject: last.subject, text: `${clause.text}, of${described(last.subject)}` }

/** "Legal team: tell us about …" */
const addressed = /^[^:.,]{2,30}:\s+(?=(?:please |bitte )?(?:tell|notify|let|alert|inform|sag|melde|previens|avis))/iu

/** "Ideally in Leipzig": what would be better is not what must be. */
const optional =
  /[,;]?\s+\(?(?:ideally|preferably|if possible|am liebsten|am besten|vorzugsweise|idealerweise|de préférence|idéalement|si possible|preferiblemente|idealmente|a ser posible|si es posible|preferibilmente|possibilmente|de preferência|bij voorkeur|het liefst|liefst|helst|najlepiej)(?!\p{L})[^.;?]*/giu

/** "IT jobs (software, hosting)": what stands in brackets behind a common noun says what it may be. */
const examples = /(?<![\p{L}])(?<noun>\p{Ll}[\p{L}-]+) \((?<list>[\p{L} -]+(?:,[\p{L} -]+)+)\)/gu

/** "Permits: cost, season, rules": all of it is about permits. */
const facets = /^(?<thing>[\p{L}\p{N} '’-]{3,40}?)\s?: [\p{L} -]+(?:,[\p{L} -]+){2,}[.?!]?$/u

/** What a goal asks for, each of which is enough. */
export const compileGoal = (goal: string | null): CompiledGoal => {
  const text = inDigits(withoutProperties((goal ?? "").replace(/\s+/gu, " ").trim().slice(0, mostGoal)))
    .replace(optional, "")
    .replace(examples, "$<noun>, $<list>")
    .replace(facets, "$<thing>")
  const { unwanted, wanted } = partsOf(withoutPoints(text.replace(addressed, "")))
  const clauses = clausesOf(wanted).slice(0, mostClauses).map(withPoints).map(compileClause)
  const conditions = clauses.map((clause, index) => inheriting(clause, clauses[index - 1]))
  const excluded = excludedGroups(withPoints(unwanted))
  return { conditions: conditions.length > 0 ? conditions : [anything], excluded }
}

/** The conditions of a goal as a person reads them. */
export const conditionsOf = (goal: string | null): ReadonlyArray<Condition> => {
  const { conditions, excluded } = compileGoal(goal)
  const without = excluded.map((groups) => `${described(groups).trim()}`).join(", ")
  return conditions.map(({ kind, text }) => ({
    kind,
    text: without === "" ? text : `${text}; nothing about ${without}`
  }))
}

/** A folded phrase, as it is looked for. */
export const foldedPhrase = (phrase: string): string => fold(phrase).replace(/\s+/g, " ").trim()
