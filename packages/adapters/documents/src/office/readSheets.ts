/** Workbooks: every sheet as a table under its name. */
import { type CellValue, readOds, readXls, readXlsb, readXlsx, type Sheet, type Workbook } from "hucre"
import { archiveBytes, openArchive, refuseEncrypted } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { sheets as limit, outputCharacters, tableNodes } from "../reading/limits.ts"
import { escapeHtml, heading, link, paragraph, tableOf } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { RowsThatFit } from "../reading/RowsThatFit.ts"
import { tooMuchText, Unreadable } from "../reading/Unreadable.ts"
import { WrittenParts } from "../reading/WrittenParts.ts"
import { type Compound, containerOf, openCompound } from "./Compound.ts"
import { closeGaps } from "./closeGaps.ts"
import { type Authorship, readCoreProperties, readOdfProperties } from "./coreProperties.ts"
import { formattedOds } from "./formattedOds.ts"
import { writeXlsTexts } from "./formattedXls.ts"
import { formattedXlsx } from "./formattedXlsx.ts"
import type { OdsTable } from "./odsTables.ts"

const isCompound = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf

const mostChartSheets = 20

/** Reads XLSX, XLSB, XLS and ODS. */
export const readSheets = async ({ bytes, type }: FileToRead): Promise<Fragment> => {
  // One more than is told, so that it is seen that there are others.
  const options = { maxRows: limit.rows + 1 }
  refuseEncrypted(bytes)
  if (isCompound(bytes) || type === "xls") {
    const compound = openCompound(bytes)
    refuseProtected(compound)
    const workbook = await readXls(namedWorkbook(compound) ?? bytes, options).catch(refused)
    const records = compound.stream("Workbook")
    if (records !== null) writeXlsTexts(workbook, records)
    return workbookFragment(workbook.sheets, compound.authorship)
  }
  const archive = openArchive(bytes)
  // The sizes that the directory declares are held against what comes out before another program unpacks it.
  for (const name of archive.names) archive.read(name)
  if (type === "ods") {
    const { parts, tables } = formattedOds(archive)
    const workbook = await readOds(archiveBytes(bytes, archive, parts), options).catch(refused)
    const sheets = workbook.sheets.map((sheet, at): SheetToTell => ({ ...sheet, ...tables[at] }))
    return workbookFragment(sheets, readOdfProperties(archive))
  }
  const given = archiveBytes(bytes, archive, closeGaps(archive, formattedXlsx(archive)))
  const readOne = archive.names.includes("xl/workbook.bin") ? readXlsb : readXlsx
  const workbook = await readTables((sheets) => readOne(given, { ...options, sheets })).catch(refused)
  return workbookFragment(workbook.sheets, readCoreProperties(archive))
}

/** hucre looks for the workbook by the letters that Excel writes; the format has names in any. */
const namedWorkbook = (compound: Compound): Uint8Array | null => {
  const records = compound.isNamed("Workbook") ? null : compound.stream("Workbook")
  return records === null ? null : containerOf("Workbook", records)
}

const protection = 0x2f
const recordsBeforeSheets = 50

/** The mark of a password stands among the first records; hucre takes such a workbook for damaged. */
const refuseProtected = (compound: Compound): void => {
  const records = compound.stream("Workbook")
  if (records === null) {
    if (compound.stream("Book") === null) return
    throw new Unreadable("unsupported_content", "Workbooks older than Excel 97 are not read.")
  }
  for (let at = 0, seen = 0; at + 4 <= records.length && seen < recordsBeforeSheets; seen++) {
    if (records.readUInt16LE(at) === protection) {
      throw new Unreadable("encrypted", "The workbook is protected by a password.")
    }
    at += 4 + records.readUInt16LE(at + 2)
  }
}

/** hucre refuses a workbook for a sheet that is a chart. Such sheets are left out one after the other. */
const readTables = async (
  read: (sheets: (info: { readonly name: string }) => boolean) => Promise<Workbook>
): Promise<Workbook> => {
  const charts = new Set<string>()
  for (;;) {
    try {
      return await read(({ name }) => !charts.has(name))
    } catch (cause) {
      const name =
        cause instanceof Error ? /missing worksheet file for sheet "(.*)"/.exec(cause.message)?.[1] : undefined
      if (name === undefined || charts.has(name) || charts.size >= mostChartSheets) throw cause
      charts.add(name)
    }
  }
}

const refused = (cause: unknown): never => {
  if (cause instanceof Error && /encrypt|password/i.test(`${cause.name} ${cause.message}`)) {
    throw new Unreadable("encrypted", "The workbook is protected by a password.")
  }
  throw cause
}

/** A sheet, of which an OpenDocument says by itself whether it is hidden, and how many rows are taken out. */
type SheetToTell = Sheet & Partial<OdsTable>

const workbookFragment = (sheets: ReadonlyArray<SheetToTell>, authorship: Partial<Authorship>): Fragment => {
  const visible = sheets.filter(({ hidden, isHidden, veryHidden }) => !hidden && !veryHidden && isHidden !== true)
  let left: number = tableNodes
  const repeats = new Repeats()
  const parts = new WrittenParts()
  for (const sheet of visible.slice(0, limit.sheets)) {
    const written = sheetHtml(sheet, left, repeats)
    left -= written.nodes
    parts.add(heading(2, escapeHtml(sheet.name)) + written.html)
  }
  const more = visible.length - limit.sheets
  const note = more > 0 ? paragraph(escapeHtml(`${more} more sheets are left out.`)) : ""
  return fragment(parts.html() + note, { ...authorship, pageCount: sheets.length })
}

const isFilled = (value: CellValue | undefined) => value !== null && value !== undefined && value !== ""

/** The rows and columns of a sheet up to the last that holds something, without those that hold nothing at its start. */
const sheetHtml = (
  sheet: SheetToTell,
  nodesLeft: number,
  repeats: Repeats
): { readonly html: string; readonly nodes: number } => {
  // hucre leaves rows without cells out of its list, whatever its types say.
  const all = Array.from(sheet.rows, (row: ReadonlyArray<CellValue> | undefined) => row ?? [])
  const last = all.findLastIndex((row) => row.some(isFilled))
  const first = all.findIndex((row) => row.some(isFilled))
  if (first < 0) return { html: "", nodes: 0 }
  let width = 0
  let left = Number.POSITIVE_INFINITY
  for (const row of all) {
    const end = row.findLastIndex(isFilled) + 1
    if (end === 0) continue
    width = Math.max(width, end)
    left = Math.min(left, row.findIndex(isFilled))
  }
  const columns = Math.min(width - left, limit.columns)
  const fit = new RowsThatFit(nodesLeft)
  // A text that many cells share is one text until it is written.
  let characters = 0
  const written: Array<ReadonlyArray<string>> = []
  for (const [at, row] of all.slice(first, Math.min(last + 1, first + limit.rows)).entries()) {
    const end = Math.min(row.findLastIndex(isFilled) + 1 - left, columns)
    const cells: Array<string> = []
    let texts = 0
    for (let column = 0; column < end; column += 1) {
      const target = sheet.cells?.get(`${first + at},${left + column}`)?.hyperlink?.target
      const text = escapeHtml(cellText(row[left + column]))
      cells.push(target === undefined || !repeats.isAddressShown(target) ? text : link(target, text))
      if (text !== "") texts += target === undefined ? 1 : 2
      characters += text.length
    }
    if (!fit.takes(cells.length, texts)) break
    if (characters > outputCharacters) throw tooMuchText()
    written.push(cells)
  }
  const rowsLeftOut = sheet.rowsLeftOut ?? 0
  const moreRows = last + 1 - first - fit.rows + rowsLeftOut
  const leftOut = [
    moreRows > 0 ? `${all.length + rowsLeftOut > limit.rows ? "further" : `${moreRows} more`} rows` : "",
    width - left > columns ? `${width - left - columns} more columns` : ""
  ].filter((text) => text !== "")
  const note = leftOut.length === 0 ? "" : paragraph(`${leftOut.join(" and ").replace(/^f/, "F")} are left out.`)
  return { html: tableOf(written, fit.width) + note, nodes: fit.nodes }
}

const cellText = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ""
  if (value instanceof Date) return dateText(value)
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE"
  if (typeof value === "number") return numberText(value)
  return value.trim()
}

/** Sums of decimal fractions show the digits that people see in a sheet, not the last bits of a float. */
const numberText = (value: number): string => String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

const dateText = (value: Date): string => {
  if (Number.isNaN(value.getTime())) return ""
  const [day = "", time = ""] = value.toISOString().split("T")
  const clock = time.slice(0, 8)
  // Serial 0 is a time of day without a day.
  if (value.getUTCFullYear() < 1900) return clock
  return clock === "00:00:00" ? day : `${day} ${clock.replace(/:00$/, "")}`
}
