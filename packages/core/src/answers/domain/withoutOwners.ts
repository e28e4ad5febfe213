/** Lists of nothing but whose pages they stand on: a site lists itself nowhere among its offices or its products. */
import type { DataProperty, ObjectShape } from "../../extraction/domain/DataShape.ts"
import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { pointerPart } from "../../extraction/domain/Filling.ts"
import type { Filled } from "../../extraction/domain/fillSchema.ts"
import { sites } from "../../extraction/domain/namedItems.ts"
import { nameWords } from "../../extraction/domain/nameWords.ts"
import { ownersOf } from "../../extraction/domain/siteSubject.ts"

/** Names may be asked for themselves. */
const asksName = new Set([...sites, ...nameWords("name title brand marke marque marca")])

const isForNames = ({ name }: DataProperty): boolean => nameWords(name).some((word) => asksName.has(word))

/** @internal */
export const withoutOwners = (filled: Filled, { properties }: ObjectShape, own: ReadonlyArray<FactSheet>): Filled => {
  const lists = properties.filter((one) => one.shape.kind === "list" && !isForNames(one))
  if (lists.length === 0 || own.length === 0) return filled
  const names = ownersOf(own)
  const gone = lists.filter(({ name }) => {
    const value = filled.data[name]
    const isOwner = (one: unknown): boolean => typeof one === "string" && names.has(one.trim().toLowerCase())
    return Array.isArray(value) && value.length > 0 && value.every(isOwner)
  })
  if (gone.length === 0) return filled
  const paths = gone.map(({ name }) => pointerPart(name))
  return {
    ...filled,
    data: { ...filled.data, ...Object.fromEntries(gone.map(({ name }) => [name, []])) },
    evidence: filled.evidence.filter(({ path }) => !paths.some((one) => path === one || path.startsWith(`${one}/`))),
    missing: [...new Set([...filled.missing, ...paths])]
  }
}
