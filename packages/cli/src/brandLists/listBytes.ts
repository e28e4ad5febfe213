/** The bytes of a list that an operator has: a file or standard input, plain, gzip or zip. Whatever its size, some chunks are held. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { packingOf, skipping, unpacked } from "./unpacked.ts"

/** What is looked at of a list before it is read: to know it again, and to tell what it is. */
const headBytes = 65_536

/** A list that can be read from any of its bytes on. */
export interface ListBytes {
  /** What it is known by: how long it is, where that is known, how it begins and how it ends. */
  readonly digest: string
  /** Its first bytes, unpacked. */
  readonly head: Buffer
  /** Of it as it lies there; null on standard input. */
  readonly size: number | null
  /** Bytes that were read of it as it lies there. */
  readonly read: () => number
  /** Its bytes, unpacked, without the first of them. */
  readonly from: (skipped: number) => AsyncIterable<Buffer>
  /** Leaves what was not read: whoever still writes it hears so, and no process waits for more. */
  readonly close: () => void
}

/** The first bytes of a list, which may be cut off anywhere. */
const firstOf = async (bytes: AsyncIterable<Buffer>, most: number): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let length = 0
  try {
    for await (const chunk of bytes) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= most) break
    }
  } catch (cause) {
    // A part of an archive ends too early.
    if (length === 0) throw cause
  }
  return Buffer.concat(chunks).subarray(0, most)
}

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}

const digestOf = (...parts: ReadonlyArray<Buffer | string>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest("hex").slice(0, 32)
}

const fileBytes = async (path: string): Promise<ListBytes> => {
  const found = await stat(path)
  // What a shell puts in the place of a file, as in `import <(zcat …)`, is read once, and has no size.
  if (!found.isFile() && !found.isDirectory()) return streamBytes(createReadStream(path))
  const { size } = found
  const file = await open(path)
  const ends = [Buffer.alloc(Math.min(headBytes, size)), Buffer.alloc(Math.min(headBytes, size))] as const
  try {
    await file.read(ends[0], 0, ends[0].length, 0)
    await file.read(ends[1], 0, ends[1].length, size - ends[1].length)
  } finally {
    await file.close()
  }
  const head = await firstOf(unpacked(once(ends[0]), ends[0]), headBytes)
  let read = 0
  async function* counted(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      read += chunk.length
      yield chunk
    }
  }
  return {
    digest: digestOf(String(size), ...ends),
    head,
    size,
    read: () => read,
    from: (skipped) => {
      const isPlain = packingOf(ends[0]) === "plain"
      read = isPlain ? skipped : 0
      const stream = createReadStream(path, { highWaterMark: 262_144, start: isPlain ? skipped : 0 })
      return isPlain ? counted(stream) : skipping(unpacked(counted(stream), ends[0]), skipped)
    },
    // Each stream of it ends with whoever reads it.
    close: () => {}
  }
}

const streamBytes = async (stream: Readable): Promise<ListBytes> => {
  const all = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const held: Array<Buffer> = []
  let [length, isOver, read] = [0, false, 0]
  while (length < headBytes && !isOver) {
    const next = await all.next()
    isOver = next.done === true
    if (next.done !== true) held.push(next.value)
    length += next.done === true ? 0 : next.value.length
  }
  const start = Buffer.concat(held).subarray(0, headBytes)
  async function* whole(): AsyncGenerator<Buffer> {
    for (const chunk of held.splice(0)) {
      read += chunk.length
      yield chunk
    }
    for (let next = await all.next(); next.done !== true; next = await all.next()) {
      read += next.value.length
      yield next.value
    }
  }
  return {
    digest: digestOf("stream", start),
    head: await firstOf(unpacked(once(start), start), headBytes),
    size: null,
    read: () => read,
    from: (skipped) => skipping(unpacked(whole(), start), skipped),
    close: () => void stream.destroy()
  }
}

/** The list at a path, or what standard input gives where there is none. */
export const listBytes = (path: string | null): Promise<ListBytes> =>
  path === null ? streamBytes(process.stdin) : fileBytes(path)
