/** How the pieces of results are put together to files (contract/batches.md §10). */
import { type Checked, followedBy, gzipEnd, gzipEndBytes, gzipHead, ofNothing } from "./gzipFile.ts"

/** Most records of a file, and most bytes of them before they are compressed. */
const fileLimits = { items: 5_000, rawBytes: 64 * 1024 * 1024 } as const

/** What a file is made of. */
export interface FilePart {
  readonly id: string
  readonly items: number
  readonly bytes: number
  readonly rawBytes: number
  /** CRC-32 of the records; null of a piece of before, each of whose records is a gzip file by itself. */
  readonly crc: number | null
}

/** A file of results; its number is its place in the batch, from 0. */
export interface ResultFile {
  readonly number: number
  readonly items: number
  /** Compressed. */
  readonly bytes: number
  readonly parts: ReadonlyArray<FilePart>
}

/** Whether the parts are those of one member, which has a head and an end; those of before are files already. */
const isOneMember = (parts: ReadonlyArray<FilePart>): boolean => parts[0]?.crc !== null

const sizeOf = (parts: ReadonlyArray<FilePart>): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, isOneMember(parts) ? gzipHead.length + gzipEndBytes : 0)

/** Puts pieces together in their order. A piece is never cut, so that a file holds more only where one piece does. */
export const filesOf = (parts: ReadonlyArray<FilePart>): ReadonlyArray<ResultFile> => {
  const files: Array<ResultFile> = []
  let open: Array<FilePart> = []
  let sums = { items: 0, rawBytes: 0 }
  const close = () => {
    if (open.length > 0) files.push({ number: files.length, items: sums.items, bytes: sizeOf(open), parts: open })
    open = []
    sums = { items: 0, rawBytes: 0 }
  }
  const fits = (part: FilePart) =>
    sums.items + part.items <= fileLimits.items &&
    sums.rawBytes + part.rawBytes <= fileLimits.rawBytes &&
    (open.length === 0 || isOneMember(open) === isOneMember([part]))
  for (const part of parts) {
    if (!fits(part)) close()
    open.push(part)
    sums = { items: sums.items + part.items, rawBytes: sums.rawBytes + part.rawBytes }
  }
  close()
  return files
}

/** What is known of all that a file of one member holds. */
const checkedOf = (parts: ReadonlyArray<FilePart>): Checked =>
  parts.reduce((all, { crc, rawBytes }) => followedBy(all, { crc: crc!, length: rawBytes }), ofNothing)

/** Some bytes of a file: of one of its pieces, or its own. */
export type FileBytes =
  | { readonly _tag: "Of"; readonly id: string; readonly offset: number; readonly length: number }
  | { readonly _tag: "Own"; readonly bytes: Uint8Array }

/** The bytes from `offset` on, `length` of them. */
export const bytesWithin = ({ parts }: ResultFile, offset: number, length: number): ReadonlyArray<FileBytes> => {
  const found: Array<FileBytes> = []
  const [first, end] = [offset, offset + length]
  let start = 0
  const add = (bytes: number, part: (from: number, until: number) => FileBytes) => {
    const from = Math.max(first, start)
    const until = Math.min(end, start + bytes)
    if (from < until) found.push(part(from - start, until - start))
    start += bytes
  }
  const own = (bytes: number, whole: () => Uint8Array) =>
    add(bytes, (from, until) => ({ _tag: "Own", bytes: whole().subarray(from, until) }))
  if (isOneMember(parts)) own(gzipHead.length, () => gzipHead)
  for (const { bytes, id } of parts) {
    add(bytes, (from, until) => ({ _tag: "Of", id, offset: from, length: until - from }))
  }
  if (isOneMember(parts)) own(gzipEndBytes, () => gzipEnd(checkedOf(parts)))
  return found
}
