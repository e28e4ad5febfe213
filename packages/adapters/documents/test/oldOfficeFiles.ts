/** Office files of before 2007, written byte by byte. */
import { utils, write } from "cfb"

/** A container of these streams. */
export const compound = (streams: Readonly<Record<string, Buffer>>): Uint8Array => {
  const container = utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(container, `/${name}`, content)
  return new Uint8Array(write(container, { type: "buffer" }) as Buffer)
}

/** The streams of a Word document of one piece of text, a byte a letter. */
export const docStream = (text: string): { readonly main: Buffer; readonly table: Buffer } => {
  const letters = Buffer.from(text, "latin1")
  const main = Buffer.alloc(0x800 + letters.length)
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(193, 2)
  main.writeUInt16LE(0x200, 0x0a)
  main.writeUInt32LE(text.length, 0x4c)
  letters.copy(main, 0x800)
  const table = Buffer.alloc(5 + 16)
  table.writeUInt8(2, 0)
  table.writeUInt32LE(16, 1)
  table.writeUInt32LE(text.length, 9)
  table.writeUInt32LE((0x800 * 2) | 0x40000000, 15)
  return { main: Buffer.concat([main, Buffer.alloc(4096)]), table: Buffer.concat([table, Buffer.alloc(4096)]) }
}

const record = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

const words = (...values: ReadonlyArray<number>) => {
  const body = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => {
    body.writeUInt16LE(value, at * 2)
  })
  return body
}

/** A number in a format, counted from 1, and in the record that holds it. */
export interface FormattedCell {
  readonly value: number
  readonly format: number
  readonly record: "number" | "formula" | "hundredths" | "hundredthsInRow"
}

const formattedCell = ({ format, record: kind, value }: FormattedCell, row: number, column: number): Buffer => {
  const number = Buffer.alloc(8)
  number.writeDoubleLE(value)
  if (kind === "number") return record(0x203, Buffer.concat([words(row, column, format), number]))
  if (kind === "formula") return record(0x06, Buffer.concat([words(row, column, format), number, Buffer.alloc(8)]))
  const short = Buffer.alloc(4)
  short.writeInt32LE((Math.round(value * 100) << 2) | 3)
  if (kind === "hundredths") return record(0x27e, Buffer.concat([words(row, column, format), short]))
  return record(0xbd, Buffer.concat([words(row, column, format), short, words(column)]))
}

/** The workbook stream of one sheet of texts and numbers. */
export const xlsStream = (
  name: string,
  rows: ReadonlyArray<ReadonlyArray<string | number | FormattedCell>>,
  formats: ReadonlyArray<string> = [],
  is1904 = false
): Buffer => {
  const start = (kind: number) => record(0x809, Buffer.concat([words(0x600, kind, 0, 0), Buffer.alloc(8)]))
  const end = record(0x0a, Buffer.alloc(0))
  const cells = rows.flatMap((row, at) =>
    row.map((value, column) => {
      if (typeof value === "object") return formattedCell(value, at, column)
      if (typeof value === "number") {
        const number = Buffer.alloc(8)
        number.writeDoubleLE(value)
        return record(0x203, Buffer.concat([words(at, column, 0), number]))
      }
      const letters = Buffer.from(value, "latin1")
      return record(0x204, Buffer.concat([words(at, column, 0, letters.length), Buffer.from([0]), letters]))
    })
  )
  const sheet = Buffer.concat([start(0x10), ...cells, end])
  const globals = (offset: number) => {
    const place = Buffer.alloc(8)
    place.writeUInt32LE(offset, 0)
    place.writeUInt8(name.length, 6)
    const codes = formats.map((code, at) =>
      record(0x41e, Buffer.concat([words(164 + at, code.length), Buffer.from([1]), Buffer.from(code, "utf16le")]))
    )
    const styles = ["", ...formats].map((_, at) =>
      record(0xe0, Buffer.concat([words(0, at === 0 ? 0 : 163 + at), Buffer.alloc(16)]))
    )
    const looks = formats.length === 0 ? [] : [record(0x22, words(is1904 ? 1 : 0)), ...codes, ...styles]
    return Buffer.concat([start(5), ...looks, record(0x85, Buffer.concat([place, Buffer.from(name, "latin1")])), end])
  }
  return Buffer.concat([globals(globals(0).length), sheet, Buffer.alloc(4096)])
}

const atom = (type: number, body: Buffer, version = 0): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(version, 0)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const numbers = (...values: ReadonlyArray<number>) => {
  const body = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => {
    body.writeUInt32LE(value, at * 4)
  })
  return body
}

/** The streams of a presentation whose slides each have a title and a body. */
export const pptStream = (
  slides: ReadonlyArray<readonly [title: string, body: string]>
): { readonly document: Buffer; readonly user: Buffer } => {
  const text = (place: number, value: string) =>
    Buffer.concat([atom(0x0f9f, numbers(place)), atom(0x0fa0, Buffer.from(value, "utf16le"))])
  const listed = slides.flatMap(([title, body], at) => [
    atom(0x03f3, numbers(at + 2, 0, 2, 256 + at, 0)),
    text(0, title),
    text(1, body)
  ])
  const document = atom(0x03e8, atom(0x0ff0, Buffer.concat(listed), 0x0f), 0x0f)
  const own = slides.map(() =>
    atom(
      0x03ee,
      Buffer.concat([atom(0x03ef, numbers(0, 0, 0, 0, 0, 0)), atom(0x0f9e, numbers(0)), atom(0x0f9e, numbers(1))]),
      0x0f
    )
  )
  const offsets = own.map((_, at) => document.length + own.slice(0, at).reduce((sum, one) => sum + one.length, 0))
  const parts = Buffer.concat([document, ...own])
  const directory = atom(0x1772, numbers(1 | ((slides.length + 1) << 20), 0, ...offsets))
  const edit = atom(0x0ff5, numbers(0, 0, 0, parts.length, 1, 0, 0))
  return {
    document: Buffer.concat([parts, directory, edit, Buffer.alloc(4096)]),
    user: Buffer.concat([numbers(0, 20, 20, 0xe391c05f, parts.length + directory.length), Buffer.alloc(4096)])
  }
}
