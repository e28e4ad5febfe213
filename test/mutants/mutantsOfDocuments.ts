/** Mistakes in what files become. */
import { documents, type Mutant } from "./Mutant.ts"

const numbering = "src/office/docxNumbering.ts"
const wordTests = "test/wordLists.test.ts"
const formats = "src/office/numberFormats.ts"
const formatTests = "test/numberFormats.test.ts"
const pieceTests = "test/pdfPieces.test.ts"

/** Mistakes that no release may have. */
export const mutantsOfDocuments: ReadonlyArray<Mutant> = [
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
  )
]
