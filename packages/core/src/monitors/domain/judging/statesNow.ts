/** The states that a line says something is in now: what it is to be again one day, it is not yet. */
import { type IsNamed, stateNow } from "../../../extraction/domain/stateNow.ts"
import { type Status, statusesOf, statusesOfPlain } from "../../../extraction/domain/statuses.ts"
import { flagIn, plainNames, statesOfFlag, withNamedState } from "./flags.ts"
import { statesFull } from "./full.ts"
import { statesLeft } from "./whatIsLeft.ts"

/** What says the opposite of what is left. */
const against: Readonly<Record<string, ReadonlyArray<string>>> = {
  available: ["unavailable", "closed"],
  unavailable: ["available", "open"]
}

const never = () => false

const statesSaid = (line: string, isNamed: IsNamed): ReadonlyArray<Status> => {
  const said = statusesOf(line).map((status) => stateNow(line, status, isNamed))
  // "Sold out, 3 games left to play": what a line says in so many words is so.
  const left = statesLeft(line, isNamed).filter(({ state }) => !said.some((one) => against[state]!.includes(one.state)))
  return [...said, ...left, ...statesFull(line, isNamed)]
}

/**
 * The states of a line as they are now: what will be there can be ordered ahead at most, and what is left is there. Of what is left and
 * what is full, a goal may name more than what can be had. "Sold out: No" and `in_stock: true` say what their name says, or the opposite.
 */
export const statesNow = (line: string, isNamed: IsNamed = never): ReadonlyArray<Status> => {
  const flag = flagIn(line)
  if (flag === undefined) return statesSaid(withNamedState(line), isNamed)
  const said = statesOfFlag(flag, (text) => statesSaid(text, isNamed), isNamed)
  if (said.length > 0) return said
  return (
    plainNames(flag.name)
      .map((name) => statesOfFlag({ ...flag, name }, statusesOfPlain, isNamed))
      .find((states) => states.length > 0) ?? []
  )
}
