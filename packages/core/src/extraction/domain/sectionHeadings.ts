/** What the heading of a section says of the things below it: the department of a job, the course of a dish, the day of a lesson. */
import type { DataProperty, ObjectShape } from "./DataShape.ts"
import type { FactSet } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { isDay } from "./isDay.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import type { Section } from "./sectionedLists.ts"

/** What sections are called, by whoever asks for them or for that of a thing. */
const sections = stemmed(
  "section category department division chapter group day weekday kategorie abteilung bereich gruppe rubrik tag wochentag categorie departement rubrique jour categoria departamento seccion dia sezione reparto giorno afdeling dag"
)
const ofSections = new Set(sections)

/** The same of a thing alone, since lists of them are lists of things: the team of a job, and the people of a team. */
const ofThings = new Set([
  ...sections,
  ...stemmed("team unit course area track topic genre collection thema sparte equipe")
])

const ofDays = new Set(stemmed("day weekday date tag wochentag datum jour dia giorno dag"))

/** Whether a list asks for the sections, and not for what stands in them: by its name, or by a list of things in each. */
export const asksSections = ({ words }: Field, { properties }: ObjectShape): boolean =>
  words.name.some((word) => ofSections.has(word)) ||
  properties.some(({ shape }) => shape.kind === "list" && shape.items.kind === "object")

/** Whether a heading says what a property of a list's things asks for: the `course` of courses is what each of them is called. */
const fills = ({ name, shape }: DataProperty, list: Field, heading: string, language: string): boolean => {
  const words = nameWords(name)
  if (shape.kind !== "text" || words.every((word) => list.words.name.includes(word))) return false
  if (words.some((word) => ofDays.has(word))) return isDay(heading, language)
  return words.some((word) => ofThings.has(word)) && !isDay(heading, language)
}

/** How well a label must fit so that a thing says itself what its section would. */
const ownLabel = 0.6

/** A thing with what its section's heading says of it, where a property asks for that and the thing does not say it. */
export const withHeading = (
  filling: Filling,
  list: Field,
  { properties }: ObjectShape,
  set: FactSet,
  { heading }: Section,
  language: string
): FactSet => {
  if (heading === "") return set
  const said = properties.flatMap((property) => {
    if (!fills(property, list, heading, language)) return []
    const field = filling.fieldOf(property, "")
    const isOwn = set.facts.some((fact) => fact.name !== "" && filling.match(field, fact) >= ownLabel)
    const { name } = property
    return isOwn ? [] : [{ name, value: heading, source: "heading", context: "", quote: heading } as const]
  })
  return said.length === 0 ? set : { ...set, facts: [...set.facts, ...said] }
}
