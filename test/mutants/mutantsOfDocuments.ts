/** Mistakes in what files become. */
import { documents, type Mutant } from "./Mutant.ts"

const numbering = "src/office/docxNumbering.ts"
const wordTests = "test/wordLists.test.ts"
const formats = "src/office/numberFormats.ts"
const formatTests = "test/numberFormats.test.ts"
const repeatTests = "test/repeatedContent.test.ts"
const pieceTests = "test/pdfPieces.test.ts"
const tags = "src/pdf/taggedBlocks.ts"
const tagTests = "test/taggedBlocks.test.ts"

/** Mistakes that no release may have. */
export const mutantsOfDocuments: ReadonlyArray<Mutant> = [
  documents(
    "documents: what stands in quotation marks parts cells",
    "src/text/readData.ts",
    'slice(0, 20_000).replace(/"[^"]*"/g, "")',
    "slice(0, 20_000)",
    "test/textFiles.test.ts"
  ),
  documents(
    "documents: a level of a Word list goes on below a new number above it",
    numbering,
    "numbers[below] = undefined",
    "numbers[below] ??= undefined",
    wordTests
  ),
  documents(
    "documents: a Word list that begins anew goes on",
    numbering,
    "start !== undefined && !begun.has(",
    "start !== undefined && begun.has(",
    wordTests
  ),
  documents(
    "documents: hidden runs are shown",
    "src/office/docxParagraphs.ts",
    "else if (!run.isOfField) paragraph.edits.push",
    "else if (run.isOfField) paragraph.edits.push",
    wordTests
  ),
  documents(
    "documents: a list is numbered from one in whatever place it goes on",
    "src/reading/labelledHtml.ts",
    "number === 1 ?",
    "number > 0 ?",
    wordTests
  ),
  documents(
    "sheets: months of 1904 are those of 1900",
    formats,
    "is1904 && !hasClock",
    "is1904 && hasClock",
    formatTests
  ),
  documents(
    "sheets: a place in a format sets the separators of its numbers",
    formats,
    "const plain = withoutPlace(given)",
    "const plain = given",
    formatTests
  ),
  documents(
    "sheets: hundredths of old workbooks are whole numbers",
    "src/office/formattedXls.ts",
    "value / 100",
    "value",
    formatTests
  ),
  documents(
    "documents: what stands once is written wherever it is referred to",
    "src/reading/Repeats.ts",
    "if (characters > this.#left) {",
    "if (characters < 0) {",
    repeatTests
  ),
  documents(
    "documents: a note of two marks is shown at one",
    "src/office/docxRepeats.ts",
    "const isShown = repeats.isShown(name, size)",
    "const isShown = known === undefined && repeats.isShown(name, size)",
    repeatTests
  ),
  documents(
    "documents: a long address is written with each of its links",
    "src/reading/Repeats.ts",
    "this.#addressesLeft -= address.length",
    "this.#addressesLeft -= 0",
    repeatTests
  ),
  documents(
    "documents: a picture is unpacked at each place that shows it",
    "src/reading/Pictures.ts",
    "known.set(name, address)",
    "known.delete(name)",
    repeatTests
  ),
  documents(
    "sheets: cells that say so are made millions of times",
    "src/office/formattedOds.ts",
    "cells += row.times * row.filled",
    "cells += row.filled",
    repeatTests
  ),
  documents(
    "sheets: styles of blank columns count as cells",
    "src/office/formattedOds.ts",
    'tag.replace(styleNames, "")',
    "tag",
    repeatTests
  ),
  documents(
    "documents: one long row makes all rows long",
    "src/reading/Markup.ts",
    "if (width * (read + 1) > pageNodes)",
    "if (width > pageNodes)",
    repeatTests
  ),
  documents(
    "PDF: smaller letters on the line are raised",
    "src/pdf/scripts.ts",
    "raised > 0.18",
    "raised > -0.05",
    pieceTests
  ),
  documents(
    "PDF: letters without a drawing hide the rest of their font",
    "src/pdf/legibility.ts",
    "if (noDrawing.test(piece.text)) undrawn",
    "if (false) undrawn",
    pieceTests
  ),
  documents(
    "PDF: cells of a row that has fewer stand from the left",
    "src/pdf/taggedBlocks.ts",
    "inColumns(cells, columns) ??",
    "null ??",
    pieceTests
  ),
  documents(
    "PDF: decoration that no tag names makes a page untagged",
    tags,
    "    if (piece.isArtifact) continue\n    letters",
    "    letters",
    tagTests
  ),
  documents("PDF: tags that name hardly any text are believed", tags, "letters * leastNamed", "letters * 0", tagTests),
  documents(
    "PDF: a list within a paragraph is a part of its text",
    tags,
    "if (!holdsBlocks) return",
    "return",
    tagTests
  ),
  documents(
    "PDF: a line with a word in large letters is a heading",
    tags,
    "Math.min(least, piece.size), Number.POSITIVE_INFINITY)\n  const level",
    "Math.max(least, piece.size), 0)\n  const level",
    tagTests
  ),
  documents("PDF: an empty cell gives its column to the next", tags, '    if (html === "") continue\n', "", tagTests),
  documents(
    "PDF: boxes before a text stand as they were written",
    tags,
    "loose.toSorted((one, other) => one.left - other.left)",
    "loose",
    tagTests
  )
]
