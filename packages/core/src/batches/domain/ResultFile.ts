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
  /** Whether it stands with its row. */
  readonly isSmall: boolean
}

/** A file of results; its number is its place in the batch, from 0. */
export interface ResultFile {
  readonly number: number
  readonly items: number
  /** Compressed. */
  readonly bytes: number
  /** The piece before its first, null where there is none; and its last piece. */
  readonly after: string | null
  readonly last: string
}

/** Whether the parts are those of one member, which has a head and an end; those of before are files already. */
const isOneMember = ({ crc }: Pick<FilePart, "crc">): boolean => crc !== null

const memberBytes = gzipHead.length + gzipEndBytes

/**
 * The files of a batch, made of its pieces in their order, some at a time. A piece is never cut, so that a file holds more only where
 * one piece does.
 */
export class FileTable {
  readonly #files: Array<ResultFile> = []
  #open:
    | (Pick<ResultFile, "items" | "bytes" | "last"> & { readonly rawBytes: number; readonly crc: number | null })
    | null = null

  add(part: FilePart): void {
    const before = this.#fits(part) ? this.#open : this.#close()
    const { bytes, crc, id, items, rawBytes } = part
    this.#open = {
      items: (before?.items ?? 0) + items,
      bytes: (before?.bytes ?? (isOneMember(part) ? memberBytes : 0)) + bytes,
      rawBytes: (before?.rawBytes ?? 0) + rawBytes,
      crc,
      last: id
    }
  }

  /** The files of all pieces that were added. Nothing is added any more. */
  end(): ReadonlyArray<ResultFile> {
    this.#close()
    return this.#files
  }

  #fits({ crc, items, rawBytes }: FilePart): boolean {
    const open = this.#open
    return (
      open === null ||
      (open.items + items <= fileLimits.items &&
        open.rawBytes + rawBytes <= fileLimits.rawBytes &&
        isOneMember(open) === isOneMember({ crc }))
    )
  }

  #close(): null {
    if (this.#open !== null) {
      const { bytes, items, last } = this.#open
      this.#files.push({ number: this.#files.length, items, bytes, after: this.#files.at(-1)?.last ?? null, last })
    }
    this.#open = null
    return null
  }
}

/** The table of files as databases keep it: what stands before a file follows from the one before it. @internal */
export const filesText = (files: ReadonlyArray<ResultFile>): string =>
  JSON.stringify(files.map(({ bytes, items, last }) => [items, bytes, last]))

/** Reads what `filesText` wrote. @internal */
export const readFiles = (text: string | null): ReadonlyArray<ResultFile> | null => {
  if (text === null) return null
  const rows: ReadonlyArray<readonly [items: number, bytes: number, last: string]> = JSON.parse(text)
  return rows.map(([items, bytes, last], number) => ({
    number,
    items,
    bytes,
    after: rows[number - 1]?.[2] ?? null,
    last
  }))
}

/** What is known of all that a file of one member holds. */
const checkedOf = (parts: ReadonlyArray<FilePart>): Checked =>
  parts.reduce((all, { crc, rawBytes }) => followedBy(all, { crc: crc!, length: rawBytes }), ofNothing)

/** Some bytes of a file: of one of its pieces, or its own. */
export type FileBytes =
  | {
      readonly _tag: "Of"
      readonly id: string
      readonly isSmall: boolean
      readonly offset: number
      readonly length: number
    }
  | { readonly _tag: "Own"; readonly bytes: Uint8Array }

/** The bytes of the file of these pieces from `offset` on, `length` of them. */
export const bytesWithin = (
  parts: ReadonlyArray<FilePart>,
  offset: number,
  length: number
): ReadonlyArray<FileBytes> => {
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
  const hasEnds = parts[0] !== undefined && isOneMember(parts[0])
  if (hasEnds) own(gzipHead.length, () => gzipHead)
  for (const { bytes, id, isSmall } of parts) {
    add(bytes, (from, until) => ({ _tag: "Of", id, isSmall, offset: from, length: until - from }))
  }
  if (hasEnds) own(gzipEndBytes, () => gzipEnd(checkedOf(parts)))
  return found
}
