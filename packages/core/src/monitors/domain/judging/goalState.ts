/** The states that a goal names. */
import { type GoalText, has, rangesOf } from "./goalText.ts"
import { filler, goalStates } from "./goalWords.ts"
import { statusesOf } from "./statuses.ts"

/** The goal with spaces where it only says that somebody is to be told. */
const withoutFiller = (goal: GoalText): string => {
  let text = goal.text
  for (const { from, to } of rangesOf(goal, filler)) {
    const [start, end] = [goal.places[from]!, goal.places[to]!]
    text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end)
  }
  return text
}

/** Of what is under way, states that a goal names as such; "released" and "new" say that something comes. */
const lasting =
  /^(?:suspended|paused|completed|finished|expired|resumed|reinstated|inactive|active|ausgesetzt|abgeschlossen|suspendue?s?|terminée?s?)$/iu

export const statesIn = (goal: GoalText) => {
  const named = goalStates.flatMap(([pattern, family, states]) =>
    has(goal, pattern) ? states.map((state) => ({ family, state })) : []
  )
  const places = goalStates
    .flatMap(([pattern]) => rangesOf(goal, pattern))
    .map(({ from, to }) => [goal.places[from]!, goal.places[to]!] as const)
  // What a phrase of a goal says as a whole, such as "leaves beta", is not said by its parts.
  const said = statusesOf(withoutFiller(goal))
    .filter(
      ({ family, from, text, to }) =>
        !places.some(([start, end]) => from < end && start < to) &&
        (family !== "progress" || lasting.test(text)) &&
        // "Open to people in Europe" is no state.
        !(text.toLowerCase() === "open" && /^ to /.test(goal.text.slice(to)))
    )
    .map(({ family, state }) => ({ family: family as string, state }))
  const all = [...named, ...said]
  return all.filter(
    (one, index) => all.findIndex((other) => other.family === one.family && other.state === one.state) === index
  )
}
