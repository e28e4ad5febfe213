/** Zip files whose directory was checked before anything is unpacked, and whose bytes are counted while they are. */
import { Inflate, zipSync } from "fflate"
import { archive as limit } from "./limits.ts"
import { corrupt, tooComplex, Unreadable } from "./Unreadable.ts"

interface Entry {
  readonly method: number
  readonly offset: number
  readonly packedBytes: number
  readonly bytes: number
}

/** The files of an archive that passed the check. */
export interface Archive {
  /** With slashes between their folders. */
  readonly names: ReadonlyArray<string>
  /** Whether that is not how the archive has them. */
  readonly isRenamed: boolean
  /** Unpacks one file; null when the archive has none of this name. */
  readonly read: (name: string) => Uint8Array | null
}

const encryptedName = Buffer.from("EncryptedPackage", "utf16le")

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50

const findEnd = (view: DataView): number => {
  const last = view.byteLength - 22
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) if (view.getUint32(at, true) === endSignature) return at
  throw corrupt("The file is not the zip archive that files of its kind are, or it is cut short.")
}

/**
 * Opens an archive and refuses one that could unpack to more than is read: by the sizes it declares, by their ratio, by its
 * number of files, and by files that lie over each other. Encrypted files and zip64, which no small file needs, are refused.
 */
export const openArchive = (bytes: Uint8Array): Archive => {
  refuseEncrypted(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { entries, isRenamed } = readDirectory(bytes, view)
  const unpacked = new Map<Entry, number>()
  let all = 0
  // A file that is read twice counts once.
  const count = (entry: Entry, length: number) => {
    const more = length - (unpacked.get(entry) ?? 0)
    if (more <= 0) return
    unpacked.set(entry, length)
    all += more
    if (all > limit.bytes) throw tooComplex("The file unpacks to more than is read.")
  }
  return {
    names: [...entries.keys()],
    isRenamed,
    read: (name) => {
      const entry = entries.get(name)
      return entry === undefined ? null : inflate(packedBytes(bytes, view, entry), entry, count)
    }
  }
}

/** The archive for a program that opens it by itself: as it came, or put together anew with its names and parts as given. */
export const archiveBytes = (
  bytes: Uint8Array,
  archive: Archive,
  replaced: ReadonlyMap<string, Uint8Array> = new Map()
): Uint8Array => {
  if (replaced.size === 0 && !archive.isRenamed) return bytes
  const files = archive.names.map(
    (name) => [name, replaced.get(name) ?? archive.read(name) ?? new Uint8Array(0)] as const
  )
  return zipSync(Object.fromEntries(files), { level: 0 })
}

/** With a password, office files are put into the container of their predecessors. */
export const refuseEncrypted = (bytes: Uint8Array): void => {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.includes(encryptedName)) throw new Unreadable("encrypted", "The file is protected by a password.")
}

const readDirectory = (
  bytes: Uint8Array,
  view: DataView
): { readonly entries: ReadonlyMap<string, Entry>; readonly isRenamed: boolean } => {
  const end = findEnd(view)
  const total = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (total === 0xffff || at === 0xffffffff)
    throw tooComplex("The file is an archive of the zip64 kind, which is not read.")
  if (total > limit.entries) throw tooComplex("The file is an archive of too many files.")
  const entries = new Map<string, Entry>()
  let isRenamed = false
  let declared = 0
  let packed = 0
  for (let index = 0; index < total; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) {
      throw corrupt("The directory of the archive is damaged.")
    }
    const nameLength = view.getUint16(at + 28, true)
    const entry = {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true)
    }
    if ((view.getUint16(at + 8, true) & 1) !== 0)
      throw new Unreadable("encrypted", "The file is protected by a password.")
    declared += entry.bytes
    packed += entry.packedBytes
    const written = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    // Some writers put the separators of their system into names.
    const name = written.replaceAll("\\", "/")
    isRenamed ||= name !== written
    // Of two files of one name the last counts, as in the software that such files are made with.
    entries.set(name, entry)
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (declared > limit.bytes) throw tooComplex("The file unpacks to more than is read.")
  if (declared > limit.ratioFromBytes && declared > packed * limit.ratio) {
    throw tooComplex("The file is packed more tightly than files of its kind are.")
  }
  // Files that share their bytes unpack to far more than the archive is long.
  if (packed > bytes.length) throw tooComplex("Files of the archive lie over each other.")
  return { entries, isRenamed }
}

const packedBytes = (bytes: Uint8Array, view: DataView, entry: Entry): Uint8Array => {
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== fileSignature) {
    throw corrupt("A file of the archive is damaged.")
  }
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  if (start + entry.packedBytes > bytes.length) throw corrupt("A file of the archive is cut short.")
  return bytes.subarray(start, start + entry.packedBytes)
}

const inflate = (packed: Uint8Array, entry: Entry, count: (entry: Entry, length: number) => void): Uint8Array => {
  if (entry.method === 0) {
    count(entry, packed.length)
    return packed
  }
  if (entry.method !== 8) throw corrupt("A file of the archive is packed in a way that is not read.")
  const chunks: Array<Uint8Array> = []
  let length = 0
  const stream = new Inflate((chunk) => {
    length += chunk.length
    count(entry, length)
    // What the directory says of sizes is a claim; what comes out is what counts.
    if (length > entry.bytes) throw tooComplex("A file of the archive is larger than its directory says.")
    chunks.push(chunk)
  })
  // Pieces, so that a bomb is found out before it has gone off.
  const step = 65_536
  for (let at = 0; at < packed.length || at === 0; at += step) {
    stream.push(packed.subarray(at, at + step), at + step >= packed.length)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
