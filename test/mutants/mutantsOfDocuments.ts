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
const data = "src/text/readData.ts"
const odf = "src/office/readOdf.ts"
const odsSheets = "src/office/odsTables.ts"
const sheetTests = "test/sheets.test.ts"
const running = "src/pdf/runningText.ts"
const runningTests = "test/runningText.test.ts"
const partedTests = "test/partedTexts.test.ts"
const delimiterTests = "test/delimiters.test.ts"

/** Mistakes that no release may have. */
export const mutantsOfDocuments: ReadonlyArray<Mutant> = [
  documents(
    "pdf: an address loses the hyphen at the end of a line",
    "src/pdf/hyphens.ts",
    "if (/:\\/\\/|[/@]|^www\\./i.test(word))",
    'if (word === "")',
    "test/hyphens.test.ts"
  ),
  documents(
    "pdf: a part that is left to the next word is one with what joins them",
    "src/pdf/hyphens.ts",
    "if (conjunction.test(next))",
    "if (conjunction.test(word))",
    "test/hyphens.test.ts"
  ),
  documents(
    "pdf: a compound loses the last of its hyphens",
    "src/pdf/hyphens.ts",
    "inCompound.test(word) || ",
    "",
    "test/hyphens.test.ts"
  ),
  documents(
    "pdf: a hyphen ahead of a capital cut a word in two",
    "src/pdf/hyphens.ts",
    "!/^\\p{Ll}/u.test(next)",
    "!/^\\p{L}/u.test(next)",
    "test/hyphens.test.ts"
  ),
  documents(
    "pdf: a word that begins as a prefix does keeps its hyphen",
    "src/pdf/hyphens.ts",
    "(?:^|[^\\p{L}\\p{N}-])(?:self",
    "(?:self",
    "test/hyphens.test.ts"
  ),
  documents(
    "sheets: cells that lie far apart are read with all between them",
    "src/office/closeGaps.ts",
    "before.isTooLarge && before.isPlaced",
    "before.isTooLarge && !before.isPlaced",
    repeatTests
  ),
  documents(
    "sheets: their archives are unpacked within the budget of a page",
    "src/pdf/InflateBudget.ts",
    "isOfPdf(format) ? new",
    "isOfPdf(format) || format !== undefined ? new",
    "test/DocumentReader.test.ts"
  ),
  documents(
    "sheets: rows in groups are lost",
    "src/office/formattedOds.ts",
    '.replace(aroundRows, "")',
    "",
    "test/numberFormats.test.ts"
  ),
  documents(
    "sheets: a number is told as it is stored where its cell has a decimal comma",
    "src/office/formattedOds.ts",
    "if (english !== null) return text.replace(numbers, english)",
    "if (english === text) return text",
    "test/numberFormats.test.ts"
  ),
  documents(
    "documents: a table that has more rows than are read of a page is told to have no others",
    data,
    "|| !this.#fit.takes(length, texts)) {\n      this.#isCut = true",
    "|| !this.#fit.takes(length, texts)) {\n      this.#isCut = false",
    "test/textFiles.test.ts"
  ),
  documents(
    "documents: a long row of a table makes no other longer",
    "src/reading/RowsThatFit.ts",
    "Math.max(this.#width, width), this.#texts + texts",
    "Math.min(this.#width, width), this.#texts + texts",
    "test/textFiles.test.ts"
  ),
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
    odsSheets,
    "#cells += times * filled",
    "#cells += filled",
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
  ),
  documents(
    "tables: commas of numbers divide rows as well as any others",
    data,
    "head.search(ofNoNumber) >= 0 ? even",
    "even >= 0 ? even",
    delimiterTests
  ),
  documents(
    "tables: a comma before a text divides it as well as a semicolon",
    data,
    "b.ofNoText - a.ofNoText ||",
    "0 ||",
    delimiterTests
  ),
  documents(
    "tables: commas divide the sentences of one column",
    data,
    '=== "," && isOneColumn(lines)',
    '=== ";" && isOneColumn(lines)',
    delimiterTests
  ),
  documents(
    "OpenDocument: texts of a box are those of its line",
    odf,
    "boxes.push(blockHtml(document, node))",
    "boxes.push(lineHtml(document, node))",
    partedTests
  ),
  documents(
    "OpenDocument: a box parts the word that it hangs on",
    odf,
    'isInWord(element.children, at) ? ""',
    'isInWord(element.children, at) ? " "',
    partedTests
  ),
  documents(
    "OpenDocument: empty cells that are there several times are there once",
    odf,
    'if (html === "") empty += more',
    'if (html === "") empty += 0',
    partedTests
  ),
  documents(
    "OpenDocument: cells that are there several times hold any amount of text",
    odf,
    "added.characters > repeatedCharacters",
    "added.characters > repeatedCharacters * 10",
    partedTests
  ),
  documents(
    "books: texts of two blocks are one word",
    "src/reading/SafeMarkup.ts",
    "divisions.has(local)",
    "divisions.has(name + local)",
    partedTests
  ),
  documents(
    "slides: lines of a title are one word",
    "src/office/readPptx.ts",
    'part.name === "a:br" ? " "',
    'part.name === "a:br" ? ""',
    partedTests
  ),
  documents(
    "Rich Text: halves of a character are two",
    "src/office/readRtf.ts",
    "const whole = half + piece",
    "const whole = piece",
    partedTests
  ),
  documents(
    "Rich Text: cells of a table in a cell are one word",
    "src/office/RtfBody.ts",
    'if (gap !== "row") gap = "cell"',
    'if (gap !== "row") gap = "none"',
    partedTests
  ),
  documents(
    "Rich Text: a text box ends the paragraph that it hangs on",
    "src/office/readRtf.ts",
    "body = makeRtfBody(headings)\n        }",
    "body = around.at(-1)!.body\n        }",
    partedTests
  ),
  documents(
    "documents: a page that ends within a line of Word parts no words",
    "src/office/docxParagraphs.ts",
    "/^(?:page|column)$/",
    "/^(?:column)$/",
    partedTests
  ),
  documents(
    "documents: cells of Word stand from the left where their row begins later",
    "src/office/docxParagraphs.ts",
    "|| columnsBefore === 0) return",
    "|| columnsBefore >= 0) return",
    partedTests
  ),
  documents(
    "documents: a Word document in another that is not read is nothing",
    "src/office/docxChunks.ts",
    "if (html === null) leftOut += 1",
    "if (html === null) leftOut += 0",
    partedTests
  ),
  documents(
    "documents: what a Word document holds is shown any number of times",
    "src/office/docxChunks.ts",
    "!repeats.isShown(name, html.length)",
    "!repeats.isShown(name, 0)",
    partedTests
  ),
  documents(
    "documents: boxes that are drawn in two ways are read twice",
    "src/office/docxBoxes.ts",
    "start > old.start",
    "start > drawing.length",
    partedTests
  ),
  documents(
    "PDF: rows of a list that differ in figures are headers",
    running,
    "(line.isNumber && isAlike(line))",
    "isAlike(line)",
    runningTests
  ),
  documents("PDF: what stands inside the pages too is a header", running, "<= mostInside ||", ">= 0 ||", runningTests),
  documents(
    "PDF: the heading of a table is a header",
    running,
    "!isRunning(line) || rows.has(line.text)",
    "!isRunning(line)",
    runningTests
  ),
  documents(
    "PDF: numbers of tickets are those of pages",
    "src/pdf/pageNumbers.ts",
    "isAlone || Math.abs(ahead) <= farthest",
    "isAlone || Math.abs(ahead) >= 0",
    runningTests
  ),
  documents(
    "sheets: hidden ones are shown",
    odsSheets,
    '=== "false") hiddenStyles',
    '=== "no") hiddenStyles',
    sheetTests
  ),
  documents(
    "sheets: rows without room are kept in memory",
    odsSheets,
    "if (counted.isFull && depth",
    "if (depth < 0 && depth",
    sheetTests
  ),
  documents(
    "sheets: a number has no format where its cell has a note",
    "src/office/formattedOds.ts",
    "withoutNotes(content)",
    "content",
    sheetTests
  ),
  documents(
    "sheets: those before take no room",
    "src/office/readSheets.ts",
    "    left -= written.nodes\n",
    "",
    sheetTests
  ),
  documents(
    "sheets: a link is one text",
    "src/office/readSheets.ts",
    "texts += target === undefined ? 1 : 2",
    "texts += 1",
    sheetTests
  ),
  documents(
    "sheets: empty columns at the left are left out ones",
    "src/office/readSheets.ts",
    "width - left - columns} more",
    "width - columns} more",
    sheetTests
  )
]
