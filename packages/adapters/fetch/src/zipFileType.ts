/**
 * What a zip file holds, by the names in its directory. Nothing is unpacked but a part that says what the file is, where its
 * names do not, and of that the beginning.
 */
import { constants, inflateRawSync } from "node:zlib"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"

/** Most names that are read. Office files have the parts that tell them among the first hundred. */
const maxEntries = 4_096

const endLength = 22
const maxCommentLength = 65_535
const entryLength = 46
const localLength = 30

const signature = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0)

/** Whether the bytes begin as a zip file does. An empty one begins with its end. */
export const isZip = (bytes: Buffer): boolean => {
  const first = signature(bytes, 0)
  return first === 0x04034b50 || first === 0x06054b50 || first === 0x08074b50
}

/** Where the directory begins, by the record at the end of the file; null when the file was cut off. */
const directoryStart = (bytes: Buffer): number | null => {
  const stop = Math.max(0, bytes.length - endLength - maxCommentLength)
  for (let at = bytes.length - endLength; at >= stop; at--) {
    if (bytes[at] === 0x50 && signature(bytes, at) === 0x06054b50) return bytes.readUInt32LE(at + 16)
  }
  return null
}

interface Entry {
  readonly name: string
  /** Where the file begins, with a head of its own. */
  readonly offset: number
}

/** No name that tells what a file is is longer; others are not made into texts, each of which may have 64 KB. */
const longestName = 64

/** Some writers put the separators of their system into names; empty where the name tells nothing. */
const nameAt = (bytes: Buffer, start: number, end: number): string =>
  end - start > longestName ? "" : bytes.toString("latin1", start, end).replaceAll("\\", "/")

const directoryEntries = (bytes: Buffer, start: number): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  let at = start
  while (entries.length < maxEntries && signature(bytes, at) === 0x02014b50 && at + entryLength <= bytes.length) {
    const end = at + entryLength + bytes.readUInt16LE(at + 28)
    entries.push({ name: nameAt(bytes, at + entryLength, end), offset: bytes.readUInt32LE(at + 42) })
    at = end + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Names of the entries that follow each other from the start of the file, as far as their lengths are known. */
const localEntries = (bytes: Buffer): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  let at = 0
  while (entries.length < maxEntries && signature(bytes, at) === 0x04034b50 && at + localLength <= bytes.length) {
    const nameLength = bytes.readUInt16LE(at + 26)
    entries.push({ name: nameAt(bytes, at + localLength, at + localLength + nameLength), offset: at })
    const hasLength = (bytes.readUInt16LE(at + 6) & 8) === 0
    if (!hasLength) break
    at += localLength + nameLength + bytes.readUInt16LE(at + 28) + bytes.readUInt32LE(at + 18)
  }
  return entries
}

/** As much of a part as is unpacked to learn what the file is, and as much as is read of that: most has ten times its size. */
const packedBytes = 4 * 1024
const readBytes = 64 * 1024

/** The beginning of a part, as letters of a byte each; empty where it cannot be unpacked. */
const beginningOf = (bytes: Buffer, offset: number | null): string => {
  if (offset === null || offset + localLength > bytes.length || signature(bytes, offset) !== 0x04034b50) return ""
  const start = offset + localLength + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (bytes.readUInt16LE(offset + 8) === 0) return bytes.toString("latin1", start, start + readBytes)
  try {
    const packed = bytes.subarray(start, start + packedBytes)
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1", 0, readBytes)
  } catch {
    return ""
  }
}

const stated: ReadonlyArray<readonly [string, FileType]> = [
  ["application/epub+zip", "epub"],
  ["application/vnd.oasis.opendocument.text", "odt"],
  ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["application/vnd.oasis.opendocument.presentation", "odp"]
]

const mainParts: ReadonlyArray<readonly [RegExp, FileType]> = [
  [/^word\/document[0-9]*\.xml$/i, "docx"],
  [/^xl\/workbook[0-9]*\.(?:xml|bin)$/i, "xlsx"],
  [/^ppt\/presentation[0-9]*\.xml$/i, "pptx"]
]

/** What the list of an office file's types calls its main part, wherever that stands. */
const mainTypes: ReadonlyArray<readonly [RegExp, FileType]> = [
  [/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.\w+\.macroEnabled\w*\.main\+xml/i, "docx"],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.\w+\.(?:macroEnabled|binary\.macroEnabled)\.main/i, "xlsx"],
  [
    /presentationml\.(?:presentation|template|slideshow)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled\.main\+xml/i,
    "pptx"
  ]
]

const statedBy = (text: string): FileType | null => stated.find(([start]) => text.startsWith(start))?.[1] ?? null

/** OpenDocument, by its `mimetype` wherever it stands and however it is packed, or by the list of its files. */
const openDocumentType = (bytes: Buffer, offsetOf: (name: string) => number | null): FileType | null => {
  const own = statedBy(beginningOf(bytes, offsetOf("mimetype")).trim())
  if (own !== null) return own
  const files = beginningOf(bytes, offsetOf("META-INF/manifest.xml"))
  for (const [entry] of files.matchAll(/<[\w:.-]*file-entry\s[^<>]*>/g)) {
    if (!/full-path\s*=\s*["']\/["']/.test(entry)) continue
    return statedBy(/media-type\s*=\s*["']([^"']*)["']/.exec(entry)?.[1] ?? "")
  }
  return null
}

/** The kind of document in a zip file; null when it is none, or none that can be read. */
export const zipFileType = (bytes: Buffer): FileType | null => {
  // A file that was cut off has no directory, and may say at its start what it is.
  const first = localEntries(bytes)
  const byStatement = first[0]?.name === "mimetype" ? statedBy(beginningOf(bytes, 0)) : null
  if (byStatement !== null) return byStatement
  const start = directoryStart(bytes)
  const listed = start === null ? [] : directoryEntries(bytes, start)
  const entries = listed.length > 0 ? listed : first
  const offsetOf = (name: string) =>
    entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())?.offset ?? null
  if (entries.some(({ name }) => name === "META-INF/container.xml")) return "epub"
  const types = offsetOf("[Content_Types].xml")
  if (types === null) return openDocumentType(bytes, offsetOf)
  const part = mainParts.find(([main]) => entries.some(({ name }) => main.test(name)))
  return part?.[1] ?? mainTypes.find(([main]) => main.test(beginningOf(bytes, types)))?.[1] ?? null
}
