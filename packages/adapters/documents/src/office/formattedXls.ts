/** Numbers of a workbook of before 2007 as its cells show them. */
import type { CellValue, Workbook } from "hucre"
import { isWriter, type NumberWriter, numberWriter } from "./numberFormats.ts"

const endOfPart = 0x0a
const dateMode = 0x22
const extendedFormat = 0xe0
const formatCode = 0x41e
const boundSheet = 0x85
const formula = 0x06
const number = 0x203
const shortNumber = 0x27e
const shortNumbers = 0xbd

interface Row {
  readonly id: number
  readonly data: Buffer
}

function* recordsFrom(stream: Buffer, start: number): Generator<Row> {
  for (let at = start; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) return
    yield { id: stream.readUInt16LE(at), data: stream.subarray(at + 4, end) }
    at = end
  }
}

const lettersOf = (data: Buffer, at: number): string => {
  const length = data.readUInt16LE(at)
  const isWide = (data.readUInt8(at + 2) & 1) === 1
  return isWide
    ? data.toString("utf16le", at + 3, at + 3 + length * 2)
    : data.toString("latin1", at + 3, at + 3 + length)
}

/** Numbers of four bytes: an integer or the upper half of a float, perhaps in hundredths. */
const shortNumberOf = (bits: number): number => {
  const value = (bits & 2) !== 0 ? bits >> 2 : floatOf(bits & ~3)
  return (bits & 1) !== 0 ? value / 100 : value
}

const eight = Buffer.alloc(8)
const floatOf = (upper: number): number => {
  eight.writeInt32LE(0, 0)
  eight.writeInt32LE(upper, 4)
  return eight.readDoubleLE(0)
}

/** Puts the texts of numbers into the rows of a workbook that was read from this stream. */
export const writeXlsTexts = (workbook: Workbook, stream: Buffer): void => {
  const codes = new Map<number, string>()
  const formats: Array<number> = []
  const starts: Array<number> = []
  let is1904 = false
  for (const { data, id } of recordsFrom(stream, 0)) {
    if (id === endOfPart) break
    if (id === dateMode && data.length >= 2) is1904 = data.readUInt16LE(0) === 1
    else if (id === extendedFormat && data.length >= 4) formats.push(data.readUInt16LE(2))
    else if (id === formatCode && data.length >= 5) codes.set(data.readUInt16LE(0), lettersOf(data, 2))
    else if (id === boundSheet && data.length >= 4) starts.push(data.readUInt32LE(0))
  }
  const known = new Map<number, NumberWriter>()
  const writers = formats.map((id) => {
    const writer = known.get(id) ?? numberWriter(id, codes.get(id), is1904)
    known.set(id, writer)
    return writer
  })
  if (!writers.some(isWriter)) return
  for (const [at, start] of starts.entries()) {
    writeSheet(workbook.sheets[at]?.rows, recordsFrom(stream, start), writers)
  }
}

const writeSheet = (
  rows: ReadonlyArray<ReadonlyArray<CellValue>> | undefined,
  records: Iterable<Row>,
  writers: ReadonlyArray<NumberWriter>
): void => {
  const write = (row: number, column: number, style: number, value: number) => {
    const cells = rows?.[row] as Array<CellValue> | undefined
    const text = cells?.[column] === undefined ? null : (writers[style]?.(value) ?? null)
    if (cells !== undefined && text !== null) cells[column] = text
  }
  for (const { data, id } of records) {
    if (id === endOfPart) return
    if (data.length < 10) continue
    const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)]
    if (id === shortNumber) write(row, column, data.readUInt16LE(4), shortNumberOf(data.readInt32LE(6)))
    else if (id === number && data.length >= 14) write(row, column, data.readUInt16LE(4), data.readDoubleLE(6))
    else if (id === formula && data.length >= 14 && data.readUInt16LE(12) !== 0xffff)
      write(row, column, data.readUInt16LE(4), data.readDoubleLE(6))
    else if (id === shortNumbers) {
      for (let at = 4, place = column; at + 6 <= data.length - 2; at += 6, place += 1) {
        write(row, place, data.readUInt16LE(at), shortNumberOf(data.readInt32LE(at + 2)))
      }
    }
  }
}
