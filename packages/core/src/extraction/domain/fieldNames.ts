/** Names of fields as people say them, and such as say nothing. */
import type { DataShape } from "./DataShape.ts"

/** A name as words in lower case: `yearFounded` and `year_founded` are *year founded*. */
export const spokenName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()

/** Names that say nothing of what is wanted. @internal */
export const isGeneric = (name: string): boolean =>
  /^(?:result|results|answer|answers|response|output|data|value|values|text|content|summary|info|information|items|list|details)$/.test(
    spokenName(name)
  )

/** The names and descriptions of all that is asked for, in words. @internal */
export const fieldsOf = (shape: DataShape): string =>
  shape.kind === "list"
    ? fieldsOf(shape.items)
    : shape.kind === "object"
      ? shape.properties.map(({ name, shape }) => `${spokenName(name)} ${fieldsOf(shape)}`).join(" ")
      : ""
