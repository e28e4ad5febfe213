/** What a file or standard input holds, read whole and never for more than a bound. */
import { createReadStream } from "node:fs"

/** The bytes of a stream to its end; null where there are more than `most`, of which it reads no further. */
export const boundedBytes = async (stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Those of a file. A pipe or a device says no size beforehand, and may have no end. */
export const boundedFile = (path: string, most: number): Promise<Buffer | null> =>
  boundedBytes(createReadStream(path), most)
