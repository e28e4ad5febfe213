/** The pictures of a page among what it says, for schemas that ask for their addresses (contract/extract-answers.md §1). */
import { asksFor } from "./asksFor.ts"
import type { ObjectShape } from "./DataShape.ts"
import { type Fact, type FactSheet, maxQuoteLength } from "./FactSheet.ts"
import { speaksOf } from "./relatives.ts"

/** A picture as a page shows it. */
export interface ShownPicture {
  /** Absolute. */
  readonly src: string
  readonly alt: string | null
}

/** Pictures that are told of one page. */
const maxPictures = 100

/** Whether the addresses of pictures are asked for. @internal */
export const asksForPictures = (shape: ObjectShape): boolean => asksFor(shape, ({ words }) => speaksOf(words, "image"))

/** The sheet with the addresses of its pictures, in their order, behind what the page tells itself. @internal */
export const withPictures = (sheet: FactSheet, shown: ReadonlyArray<ShownPicture>): FactSheet => {
  const pictures = shown.filter(({ src }) => /^https?:/.test(src)).slice(0, maxPictures)
  if (pictures.length === 0) return sheet
  const facts = pictures.map(
    ({ alt, src }): Fact => ({
      name: "image",
      value: src,
      source: "block",
      context: alt ?? "",
      quote: src.slice(0, maxQuoteLength)
    })
  )
  const values = [...new Set(pictures.map(({ src }) => src))]
  const list = { name: "images", values, source: "list" as const, context: "" }
  return { ...sheet, facts: [...sheet.facts, ...facts], lists: [...sheet.lists, list] }
}
