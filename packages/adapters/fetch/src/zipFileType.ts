/** What a zip file holds, by the names in its directory. Nothing is unpacked. */
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

const directoryNames = (bytes: Buffer, start: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  let at = start
  while (names.length < maxEntries && signature(bytes, at) === 0x02014b50 && at + entryLength <= bytes.length) {
    const nameLength = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString("latin1", at + entryLength, at + entryLength + nameLength))
    at += entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}

/** Names of the entries that follow each other from the start of the file, as far as their lengths are known. */
const localNames = (bytes: Buffer): ReadonlyArray<string> => {
  const names: Array<string> = []
  let at = 0
  while (names.length < maxEntries && signature(bytes, at) === 0x04034b50 && at + localLength <= bytes.length) {
    const nameLength = bytes.readUInt16LE(at + 26)
    names.push(bytes.toString("latin1", at + localLength, at + localLength + nameLength))
    const hasLength = (bytes.readUInt16LE(at + 6) & 8) === 0
    if (!hasLength) break
    at += localLength + nameLength + bytes.readUInt16LE(at + 28) + bytes.readUInt32LE(at + 18)
  }
  return names
}

/** What the first entry says when it is an uncompressed `mimetype`, as in OpenDocument and EPUB files. */
const statedType = (bytes: Buffer): string => {
  if (bytes.length < localLength + 8 || bytes.readUInt16LE(8) !== 0) return ""
  const nameLength = bytes.readUInt16LE(26)
  if (bytes.toString("latin1", localLength, localLength + nameLength) !== "mimetype") return ""
  const start = localLength + nameLength + bytes.readUInt16LE(28)
  const length = bytes.readUInt32LE(18)
  // The length may stand behind the content; every name we look for is shorter than this.
  return bytes.toString("latin1", start, start + (length === 0 ? 60 : Math.min(length, 100)))
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

/** The kind of document in a zip file; null when it is none, or none that can be read. */
export const zipFileType = (bytes: Buffer): FileType | null => {
  const says = statedType(bytes)
  const byStatement = stated.find(([start]) => says.startsWith(start))
  if (byStatement !== undefined) return byStatement[1]
  const start = directoryStart(bytes)
  const listed = start === null ? [] : directoryNames(bytes, start)
  const names = listed.length > 0 ? listed : localNames(bytes)
  if (names.includes("META-INF/container.xml")) return "epub"
  const part = names.includes("[Content_Types].xml")
    ? mainParts.find(([main]) => names.some((name) => main.test(name)))
    : undefined
  return part?.[1] ?? null
}
