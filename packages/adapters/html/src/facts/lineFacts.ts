/** Facts out of lines: each by itself, several beside each other, sentences with a label, and the lines of an address. */
import type { Fact } from "@kittiwake/core/extraction/domain/FactSheet"
import { praiseIn, pricesIn } from "@kittiwake/core/internal/extraction/domain/saidKinds"
import { addPostal } from "./addPostal.ts"
import type { FactCollector } from "./FactCollector.ts"
import { addPiece, type Piece, pairIn, pairsIn } from "./leafFacts.ts"

/** Longest value of a label inside a paragraph, and most pieces of one line. */
const maxSaid = 80
const maxPieces = 12

/** What parts pieces of one line. */
const between = /(?<!\s)\s+[·•|‧∙⋅]\s+/u

/** Adds what each line says, and the address that several of them are; tells whether all say something. */
export const addLines = (
  lines: ReadonlyArray<string>,
  piece: Piece,
  source: Fact["source"],
  collector: FactCollector
): boolean => {
  const isAddress = addPostal(lines, piece, collector)
  const said = lines.filter((text) => addPieces({ ...piece, text }, source, collector)).length
  return isAddress || said === lines.length
}

/** Adds what a line says, or the pieces beside each other on it; tells whether any says something. */
export const addPieces = (piece: Piece, source: Fact["source"], collector: FactCollector): boolean => {
  const { context, text } = piece
  const mark = praiseIn(text)
  if (mark !== undefined) {
    collector.add({ name: "rating", value: mark.value, source, context, quote: text })
    collector.add({ name: "review count", value: mark.count, source, context, quote: text })
    return true
  }
  const parts = text
    .split(between)
    .slice(0, maxPieces)
    .flatMap((part) => pricesIn(part, piece.language))
  // A label with several values has them all.
  const isParted = parts.length > 1 && (pairIn(text) === undefined || parts.slice(1).some((part) => pairIn(part)))
  if (isParted) return parts.filter((part) => addPiece({ ...piece, text: part }, source, collector)).length > 0
  const isPostal = addPostal([text], piece, collector)
  return addPiece(piece, source, collector) || addSentences(piece, collector) || isPostal
}

/** A sentence with a label in a paragraph of several: `Serves four. Difficulty: easy.` */
const addSentences = ({ context, text }: Piece, collector: FactCollector): boolean => {
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu}|\p{N})/u)
  if (sentences.length < 2) return false
  for (const sentence of sentences) {
    for (const { label, quote, value: written } of pairsIn(sentence)) {
      const value = written.replace(/\.$/, "")
      if (value !== "" && value.length <= maxSaid) collector.add({ name: label, value, source: "pair", context, quote })
    }
  }
  return false
}
