/** Lines of a list, and rows of a table that may have lines within quotes, each with where it ends. */

/** A line or a row; null where it is longer than any can be. */
export interface Line {
  readonly text: Buffer | null
  /** Bytes of the list up to its end. */
  readonly bytes: number
}

const lineEnd = 0x0a

/** Some programs of Windows begin a file with it. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

const withoutReturn = (line: Buffer): Buffer => (line.at(-1) === 0x0d ? line.subarray(0, -1) : line)

/**
 * Lines without their ends, from `start` bytes of the list on. What goes on for more bytes than the `longest` may have is dropped as
 * it comes.
 */
export async function* linesOf(bytes: AsyncIterable<Buffer>, start: number, longest: number): AsyncGenerator<Line> {
  let rest: Array<Buffer> = []
  let [length, at, isFirst] = [0, start, start === 0]
  const taken = (last: Buffer): Buffer | null => {
    const isTooLong = length + last.length > longest
    const whole = isTooLong ? null : rest.length === 0 ? last : Buffer.concat([...rest, last])
    const isMarked = isFirst && whole?.subarray(0, byteOrderMark.length).equals(byteOrderMark) === true
    rest = []
    length = 0
    isFirst = false
    return whole === null ? null : withoutReturn(isMarked ? whole.subarray(byteOrderMark.length) : whole)
  }
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      const text = taken(chunk.subarray(from, end))
      yield { text, bytes: at + end + 1 }
      from = end + 1
    }
    at += chunk.length
    const left = chunk.subarray(from)
    length += left.length
    if (length > longest) rest = []
    else if (left.length > 0) rest.push(left)
  }
  if (length > 0) yield { text: taken(Buffer.alloc(0)), bytes: at }
}

const quote = 0x22

const hasOpenQuotes = (line: Buffer): boolean => {
  let count = 0
  for (let found = line.indexOf(quote); found >= 0; found = line.indexOf(quote, found + 1)) count += 1
  return count % 2 === 1
}

/** Lines that one row of a table may have, and the bytes of them: a biography of 5,000 characters may have some hundreds of lines. */
const mostOfRow = { lines: 1_000, bytes: 65_536 } as const

/** A row of a table that ends before its quotes do. */
export const openQuotes = Symbol("open quotes")

export interface TableLine {
  readonly text: Buffer | typeof openQuotes | null
  readonly bytes: number
}

/**
 * Rows of a table: lines, with those that follow where quotes are open. Where quotes are never closed, or what they hold together is no
 * row (`isRow`), the line alone is bad, and not all that follow it.
 */
export async function* tableLines(
  lines: AsyncIterable<Line>,
  isRow: (text: Buffer) => boolean
): AsyncGenerator<TableLine> {
  let open: Array<Line> = []
  let size = 0
  function* given(line: Line): Generator<TableLine> {
    if (open.length === 0 && (line.text === null || !hasOpenQuotes(line.text))) return yield line
    const closes = open.length > 0 && line.text !== null && hasOpenQuotes(line.text)
    open.push(line)
    size += line.text?.length ?? Number.POSITIVE_INFINITY
    if (closes) {
      const texts = open.flatMap(({ text }, index) => (index === 0 ? [text!] : [Buffer.from("\n"), text!]))
      const text = Buffer.concat(texts)
      if (!isRow(text)) return yield* givenUp()
      ;[open, size] = [[], 0]
      return yield { text, bytes: line.bytes }
    }
    if (open.length > mostOfRow.lines || size > mostOfRow.bytes) yield* givenUp()
  }
  function* givenUp(): Generator<TableLine> {
    const [first, ...others] = open
    ;[open, size] = [[], 0]
    yield { text: openQuotes, bytes: first!.bytes }
    for (const line of others) yield* given(line)
  }
  for await (const line of lines) yield* given(line)
  while (open.length > 0) yield* givenUp()
}
