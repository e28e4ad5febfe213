/** Mistakes in where values of tables stand, and in texts of other charsets. */
import { fetch, html, type Mutant } from "./Mutant.ts"

const placing = "src/tableRows.ts"
const writing = "src/markdown/table.ts"
const tableTests = "test/tables.test.ts"

const code = "src/markdown/codeBlock.ts"

const tables: ReadonlyArray<Mutant> = [
  html("tables: columns stand where no style puts them", writing, "/text-align:", "/text-aligns:", tableTests),
  html("tables: those that lay out parts of a page have values", writing, ' || role === "none"', "", tableTests),
  html(
    "code: empty boxes are no lines",
    code,
    " || element.children.length === 0)) this.out",
    ")) this.out",
    "test/codeLines.test.ts"
  ),
  html(
    "code: spaces are those of typesetters",
    code,
    'this.out.replace(/\\u00a0/g, " ")',
    "this.out",
    "test/codeLines.test.ts"
  ),
  html("keywords: commas alone part them", "src/readMetadata.ts", "/[,;，、]/", "/[,]/", "test/metadata.test.ts"),
  html(
    "links: one that is not to be followed closes the others",
    "src/findLinks.ts",
    "nofollow: known.nofollow && nofollow",
    "nofollow: known.nofollow || nofollow",
    "test/links.test.ts"
  ),
  html(
    "tables: a cell reaches down a row less",
    placing,
    "Math.min(at + down, end)",
    "Math.min(at + (down > 2 ? down - 1 : down), end)",
    tableTests
  ),
  html(
    "tables: a cell reaches out of its group",
    placing,
    "? end : Math.min(at + down, end)",
    "? end : at + down",
    tableTests
  ),
  html(
    "tables: a cell to the end of its group reaches one row",
    placing,
    "down === 0 ? end",
    "down === 0 ? at + 1",
    tableTests
  ),
  html("tables: a foot stays where it is written", placing, "[...shown, ...feet]", "[...feet, ...shown]", tableTests),
  html(
    "tables: groups of rows that are not shown are read",
    placing,
    "!groups.has(part.name) || isHidden(part)",
    "!groups.has(part.name)",
    tableTests
  ),
  html(
    "tables: cells that are not shown take a column",
    placing,
    "!isCell(element) || isHidden(element)",
    "!isCell(element)",
    tableTests
  ),
  html(
    "tables: a wide cell ends one from above",
    placing,
    "Math.max(covered[next] ?? 0, rowsUntil)",
    "rowsUntil",
    tableTests
  ),
  html(
    "tables: columns are left out without a word",
    placing,
    "return { cells, isCut: true }",
    "return { cells, isCut: false }",
    tableTests
  ),
  html(
    "tables: rows beyond the most cells are kept",
    writing,
    "= Math.floor(maxCells / width)",
    "= lines.length",
    tableTests
  ),
  html(
    "tables: rows are left out without a word",
    writing,
    "isCut: isCut || lines.length > height",
    "isCut",
    tableTests
  ),
  html(
    "tables: columns that say nothing are kept",
    writing,
    "[...used.keys()].filter((column) => used[column] === true)",
    "[...used.keys()]",
    tableTests
  ),
  html(
    "tables: a column is aligned by its last cell",
    writing,
    "alignments[column] ??= alignmentOf",
    "alignments[column] = alignmentOf",
    tableTests
  )
]

const charsets: ReadonlyArray<Mutant> = [
  html(
    "charsets: a mark behind a NUL is taken for one of the encoding",
    "src/takeText.ts",
    "ignoreBOM: bytes[0] === 0",
    "ignoreBOM: false",
    "test/longPages.test.ts"
  ),
  html(
    "charsets: pages are decoded by the tables of ICU",
    "src/takeText.ts",
    'import { TextDecoder } from "@exodus/bytes/encoding.js"\n',
    "",
    "test/longPages.test.ts"
  ),
  html(
    "charsets: characters are cut where a piece of a page ends",
    "src/takeText.ts",
    "const stream = at + pieceBytes < bytes.length",
    "const stream = at < 0",
    "test/longPages.test.ts"
  ),
  fetch(
    "charsets: texts are decoded by the tables of ICU",
    "src/decodeText.ts",
    'import { TextDecoder } from "@exodus/bytes/encoding.js"\n',
    "",
    "test/standardCharsets.test.ts"
  ),
  fetch(
    "charsets: characters are cut where a piece of a text ends",
    "src/decodeText.ts",
    "{ stream: at + pieceBytes < bytes.length }",
    "{ stream: false }",
    "test/standardCharsets.test.ts"
  )
]

export const mutantsOfTables = [...tables, ...charsets]
