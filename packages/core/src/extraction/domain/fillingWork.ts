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

/** Characters of text that take as long as one comparison, where lines are read. */
const charactersOfOne = 64

/** Whether filling takes more than so many comparisons of a property with something that is said, if nothing of it is compared twice. */
export const takesMoreThan = (comparisons: number, { readsContacts = false, shape, sheets }: Question): boolean => {
  if (shape === null) return false
  const properties = propertiesIn(shape)
  const most = Math.floor(comparisons / Math.max(1, properties)) + 1
  let said = 0
  let characters = 0
  for (const sheet of sheets) {
    said += saidIn(sheet, most)
    if (readsContacts) characters += sheet.text.length + (sheet.footer?.length ?? 0)
    if (said * properties + characters / charactersOfOne > comparisons) return true
  }
  return false
}
