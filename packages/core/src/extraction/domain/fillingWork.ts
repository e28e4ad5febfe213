/** How much a question asks of what pages say: with what of it must be compared, at all depths. */
import type { DataShape } from "./DataShape.ts"
import type { FactSet } from "./FactSheet.ts"
import type { Question } from "./fillSchema.ts"

/** Properties of all levels: each is looked for in every row of a list. */
const propertiesIn = (shape: DataShape): number => {
  if (shape.kind === "list") return propertiesIn(shape.items)
  if (shape.kind !== "object") return 0
  return shape.properties.reduce((sum, { shape }) => sum + 1 + propertiesIn(shape), 0)
}

/** Facts, values of lists and things of all levels, up to so many; a thing counts though it says nothing. */
const saidIn = ({ facts, groups, lists }: FactSet, most: number): number => {
  let said = facts.length
  for (const { values } of lists) {
    said += values.length
    if (said >= most) return most
  }
  for (const { items } of groups) {
    for (const item of items) {
      said += 1 + saidIn(item, most - said)
      if (said >= most) return most
    }
  }
  return Math.min(said, most)
}

/** Choices of all properties, whose words are read once. */
const choicesIn = (shape: DataShape): number => {
  if (shape.kind === "list") return choicesIn(shape.items)
  if (shape.kind === "object") return shape.properties.reduce((sum, { shape }) => sum + choicesIn(shape), 0)
  return shape.kind === "text" ? (shape.choices?.length ?? 0) : 0
}

/** Comparisons that take as long as reading one of them. */
const ofChoice = 16

/** Characters of text that take as long as one comparison, where lines are read. */
const charactersOfOne = 64

/** Whether filling takes more than so many comparisons of a property with something that is said, if nothing of it is compared twice. */
export const takesMoreThan = (comparisons: number, { readsContacts = false, shape, sheets }: Question): boolean => {
  if (shape === null) return false
  const properties = propertiesIn(shape)
  const most = Math.floor(comparisons / Math.max(1, properties)) + 1
  const ahead = choicesIn(shape) * ofChoice
  if (ahead > comparisons) return true
  let said = 0
  let characters = 0
  for (const sheet of sheets) {
    said += saidIn(sheet, most)
    if (readsContacts) characters += sheet.text.length + (sheet.footer?.length ?? 0)
    if (ahead + said * properties + characters / charactersOfOne > comparisons) return true
  }
  return false
}
