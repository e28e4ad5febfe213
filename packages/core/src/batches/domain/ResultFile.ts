/** How the pieces of results are put together to files (contract/batches.md §10). */

/** Most records of a file, and most bytes of them before they are compressed. */
const fileLimits = { items: 5_000, rawBytes: 64 * 1024 * 1024 } as const

/** What a file is made of. */
export interface FilePart {
  readonly id: string
  readonly items: number
  readonly bytes: number
  readonly rawBytes: number
}

/** A file of results; its number is its place in the batch, from 0. */
export interface ResultFile {
  readonly number: number
  readonly items: number
  /** Compressed. */
  readonly bytes: number
  readonly parts: ReadonlyArray<FilePart>
}

/** Puts pieces together in their order. A piece is never cut, so that a file holds more only where one piece does. */
export const filesOf = (parts: ReadonlyArray<FilePart>): ReadonlyArray<ResultFile> => {
  const files: Array<ResultFile> = []
  let open: Array<FilePart> = []
  let sums = { items: 0, bytes: 0, rawBytes: 0 }
  const close = () => {
    if (open.length > 0) files.push({ number: files.length, items: sums.items, bytes: sums.bytes, parts: open })
    open = []
    sums = { items: 0, bytes: 0, rawBytes: 0 }
  }
  for (const part of parts) {
    if (sums.items + part.items > fileLimits.items || sums.rawBytes + part.rawBytes > fileLimits.rawBytes) close()
    open.push(part)
    sums = {
      items: sums.items + part.items,
      bytes: sums.bytes + part.bytes,
      rawBytes: sums.rawBytes + part.rawBytes
    }
  }
  close()
  return files
}

/** Which bytes of which pieces are those from `offset` on, `length` of them. */
export const partsWithin = (
  { parts }: ResultFile,
  offset: number,
  length: number
): ReadonlyArray<{ readonly id: string; readonly offset: number; readonly length: number }> => {
  const found: Array<{ readonly id: string; readonly offset: number; readonly length: number }> = []
  let start = 0
  for (const { bytes, id } of parts) {
    const from = Math.max(offset, start)
    const until = Math.min(offset + length, start + bytes)
    if (from < until) found.push({ id, offset: from - start, length: until - from })
    start += bytes
  }
  return found
}
