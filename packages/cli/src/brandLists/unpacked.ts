/** Unpacks a list as it is read: what comes out is held for one chunk, however little it was packed into. */
import type { Transform } from "node:stream"
import { createGunzip, createInflateRaw } from "node:zlib"

/** The list cannot be read, or no further. */
export class ListUnreadable extends Error {}

type Packing = "gzip" | "plain" | "zip"

/** How each way of packing begins; null stands for those that nothing here unpacks, with what does. */
const signatures: ReadonlyArray<readonly [begins: string, packing: Packing | null, unpacker: string]> = [
  ["\x1f\x8b", "gzip", "zcat"],
  ["PK\x03\x04", "zip", "unzip -p"],
  ["BZh", null, "bzcat"],
  ["\xfd7zXZ\0", null, "xzcat"],
  ["\x28\xb5\x2f\xfd", null, "zstdcat"]
]

/** How a list is packed, by its first bytes. */
export const packingOf = (head: Buffer): Packing => {
  const found = signatures.find(([begins]) => head.toString("latin1", 0, begins.length) === begins)
  if (found === undefined) return "plain"
  const [, packing, unpacker] = found
  if (packing !== null) return packing
  throw new ListUnreadable(
    `it is packed neither by gzip nor as zip. Unpack it with ${unpacker}, and give what that writes to the same command, with - for the file`
  )
}

/** What zlib says, in words for whoever brought the list. */
const unpackingFault = (cause: unknown): unknown => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (!code?.startsWith("Z_")) return cause
  return new ListUnreadable(
    code === "Z_BUF_ERROR"
      ? "it ends too early, as a file does that was not downloaded whole"
      : `it is damaged there (${message})`
  )
}

/** The first file of an archive. */
interface FirstFile {
  /** Where its bytes begin. */
  readonly from: number
  /** How many there are; null where they tell their own end, so that what stands behind it need not be found. */
  readonly bytes: number | null
}

const methods = { stored: 0, deflated: 8 } as const

/** Bits of its flags: it is encrypted, and its sizes stand behind it. */
const flags = { encrypted: 1, sizesBehind: 8 } as const

/** Stands for a size that is said elsewhere. */
const elsewhere = 0xffff_ffff

const firstFile = (head: Buffer): FirstFile => {
  if (head.length < 30) throw new ListUnreadable("it ends too early")
  const said = head.readUInt16LE(6)
  const method = head.readUInt16LE(8)
  const bytes = head.readUInt32LE(18)
  const from = 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  if ((said & flags.encrypted) === 0) {
    if (method === methods.deflated) return { from, bytes: null }
    if (method === methods.stored && (said & flags.sizesBehind) === 0 && bytes !== elsewhere) return { from, bytes }
  }
  throw new ListUnreadable(
    "the archive is encrypted, or packed otherwise than by deflate: unpack it, and name the file"
  )
}

/** So many bytes from the first on. */
async function* firstOf(bytes: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count
  for await (const chunk of bytes) {
    if (left === 0) return
    const some = chunk.subarray(0, left)
    left -= some.length
    yield some
  }
  if (left > 0) throw new ListUnreadable("it ends too early, as a file does that was not downloaded whole")
}

/** The bytes without the first of them. */
export async function* skipping(bytes: AsyncIterable<Buffer>, skipped: number): AsyncGenerator<Buffer> {
  let left = skipped
  for await (const chunk of bytes) {
    if (left >= chunk.length) left -= chunk.length
    else {
      yield left === 0 ? chunk : chunk.subarray(left)
      left = 0
    }
  }
}

/** What comes out of a stream that is fed as it is read. */
async function* through(bytes: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const feeding = (async () => {
    for await (const chunk of bytes) {
      // What stands behind the last byte of an archive's file is left alone.
      if (transform.readableEnded || transform.destroyed) return
      if (!transform.write(chunk)) {
        await new Promise<void>((resolve) => {
          const go = () => {
            transform.off("drain", go).off("end", go).off("close", go)
            resolve()
          }
          transform.once("drain", go).once("end", go).once("close", go)
        })
      }
    }
    transform.end()
  })()
  feeding.catch((cause) => transform.destroy(cause))
  try {
    yield* transform as AsyncIterable<Buffer>
  } catch (cause) {
    throw unpackingFault(cause)
  } finally {
    transform.destroy()
  }
}

/** The bytes of a list as it was before it was packed. */
export const unpacked = (bytes: AsyncIterable<Buffer>, head: Buffer): AsyncIterable<Buffer> => {
  const packing = packingOf(head)
  if (packing === "plain") return bytes
  if (packing === "gzip") return through(bytes, createGunzip())
  const { bytes: stored, from } = firstFile(head)
  const content = skipping(bytes, from)
  return stored === null ? through(content, createInflateRaw()) : firstOf(content, stored)
}
