/** How many there are to be had, as lines and labels count them: "12 tickets", "Places left: 0". */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { conceptsIn, conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import { answerOf, flagIn } from "./flags.ts"
import type { Group } from "./goalText.ts"
import { contentTokens } from "./meaning.ts"
import { words } from "./smallWords.ts"
import { says } from "./subject.ts"
import { type Token, tokensOf } from "./tokens.ts"
import { isMeasured } from "./values.ts"
import { isNoneWord } from "./whatIsLeft.ts"

/** Words of what is counted to be had. */
const stockConcepts = ["stock", "ticket", "quorum"]

/** A line, or the label of its card or column, tells how many there are to be had. */
export const isOfStock = ({ after, context: { near } }: Fact): boolean =>
  [...after, ...near].some((line) => {
    const names = conceptsIn(tokensOf(line.slice(0, 200)))
    return statusesOf(line.slice(0, 200)).length > 0 || stockConcepts.some((name) => names.has(name))
  })

/** Ahead of a count. */
const fillers = words("only just nur noch solo sola apenas nog maar plus que")

/** How many of what a goal names a text says there are, where it says nothing else: "12 tickets", "no tickets", "Tickets: No". */
const countOf = (subject: ReadonlyArray<Group>, text: string): number | undefined => {
  const flag = flagIn(text)
  // What a flag names is a state, and no count.
  if (flag !== undefined && statusesOf(flag.name).length > 0) return undefined
  const written = flag === undefined ? text : `${flag.isSo ? 1 : 0} ${flag.name}`
  const tokens = contentTokens(written).filter(({ folded }) => !fillers.has(folded))
  const isNone = ({ folded, value }: Token) => value?.amount === 0 || (value === undefined && isNoneWord(folded))
  const isNumber = ({ value }: Token) => value?.kind === "number" || (value?.kind === "quantity" && !isMeasured(value))
  const counts = tokens.filter((token) => isNone(token) || isNumber(token))
  const names = tokens.filter((token) => !counts.includes(token))
  const [count] = counts
  // "Tickets available" is a state by itself, and leaves no noun.
  const isWanted = ({ folded, text: word }: Token) =>
    subject.length === 0
      ? conceptsOf(folded).some((name) => stockConcepts.includes(name))
      : subject.some((group) => says(group, word))
  const isNamed = names.length > 0 && names.every(isWanted)
  return count === undefined || counts.length > 1 || !isNamed ? undefined : isNone(count) ? 0 : count.value!.amount
}

/** Of what the goal names some are there where none were, or none where some were. */
export const turned = (
  subject: ReadonlyArray<Group>,
  { context: { near }, focus, kind }: Fact
): "some" | "none" | undefined => {
  const [was, now] = [focus.before, focus.after].map((text) =>
    countOf(subject, answerOf(text) === undefined ? text : `${near.at(-1) ?? ""}: ${text}`)
  )
  if (kind !== "changed" || was === undefined || now === undefined || (was === 0) === (now === 0)) return undefined
  return now === 0 ? "none" : "some"
}
