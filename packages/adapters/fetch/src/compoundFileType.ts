/** What a compound file holds ([MS-CFB]), by the names in its root directory: Word, Excel and PowerPoint up to 2003. */
import type { FileType } from "@kittiwake/core/pages/domain/FileType"

/** Most directory entries and sectors that are looked at. */
const maxEntries = 4_096
const maxSectors = 1_024

const entryLength = 128
const headerFatSectors = 109
const none = 0xfffffff0

/** Whether the bytes begin as a compound file does. */
export const isCompound = (bytes: Buffer): boolean =>
  bytes.length >= 512 && bytes.readUInt32BE(0) === 0xd0cf11e0 && bytes.readUInt32BE(4) === 0xa1b11ae1

interface Entry {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly child: number
}

const readEntry = (bytes: Buffer, at: number): Entry => {
  const nameLength = Math.min(64, bytes.readUInt16LE(at + 64))
  return {
    name: bytes.toString("utf16le", at, at + Math.max(0, nameLength - 2)),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76)
  }
}

/** The directory, which is a chain of sectors. Only as much of the table of chains is read as the header lists. */
const readDirectory = (bytes: Buffer): ReadonlyArray<Entry> => {
  const sectorLength = bytes.readUInt16LE(30) === 12 ? 4_096 : 512
  const offsetOf = (sector: number) => (sector + 1) * sectorLength
  const next = (sector: number): number => {
    const index = Math.floor((sector * 4) / sectorLength)
    if (index >= headerFatSectors) return none
    const at = offsetOf(bytes.readUInt32LE(76 + index * 4)) + ((sector * 4) % sectorLength)
    return at + 4 <= bytes.length ? bytes.readUInt32LE(at) : none
  }
  const entries: Array<Entry> = []
  let sector = bytes.readUInt32LE(48)
  for (let read = 0; read < maxSectors && sector < none && entries.length < maxEntries; read++) {
    for (let at = offsetOf(sector); at < offsetOf(sector + 1); at += entryLength) {
      if (at + entryLength <= bytes.length) entries.push(readEntry(bytes, at))
    }
    sector = next(sector)
  }
  return entries
}

/** Names at the top, which are the same in whatever letters: a document inside another has them further down. */
const rootNames = (entries: ReadonlyArray<Entry>): ReadonlySet<string> => {
  const names = new Set<string>()
  const seen = new Set<number>()
  const waiting = [entries[0]?.child ?? none]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index]
    if (entry === undefined || seen.has(index)) continue
    seen.add(index)
    names.add(entry.name.toLowerCase())
    waiting.push(entry.left, entry.right)
  }
  return names
}

/** The kind of document in a compound file; `encrypted` for a newer office file with a password. */
export const compoundFileType = (bytes: Buffer): FileType | "encrypted" | null => {
  const names = rootNames(readDirectory(bytes))
  if (names.has("worddocument")) return "doc"
  if (names.has("workbook") || names.has("book")) return "xls"
  if (names.has("powerpoint document")) return "ppt"
  return names.has("encryptedpackage") ? "encrypted" : null
}
