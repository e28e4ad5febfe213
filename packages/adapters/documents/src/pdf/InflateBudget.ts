/**
 * A budget for what the streams of one PDF page unpack to, which pdf.js has none for.
 *
 * **Details**
 *
 * pdf.js unpacks contents and fonts with the `DecompressionStream` of its surroundings, and keeps all of what comes out.
 * `boundInflating` puts ours in its place: it hands everything out at the end, and nothing at all of a stream with which the
 * page is over its budget. It never fails then, because pdf.js would unpack a stream that failed once more by itself,
 * without a bound.
 *
 * **Gotchas**
 *
 * Forms inside a page, and streams packed in another way, pdf.js unpacks by itself: those are held by the memory and the
 * time that the process may take.
 */
import { createBrotliDecompress, createInflateRaw } from "node:zlib"
import { pdf as limit } from "../reading/limits.ts"
import { tooComplex } from "../reading/Unreadable.ts"

/** No byte of deflate unpacks to more. */
const mostInflated = 1_032

/** What the page at hand may still unpack to; below zero when it has asked for more. Files are read one after the other. */
let left: number = limit.inflatedBytesOfPage

/** Gives the next page a budget of its own. */
export const beginPage = (): void => {
  left = limit.inflatedBytesOfPage
}

/** Ends the reading of a page that unpacked to more than it may: what pdf.js has of it is not the page. */
export const checkInflated = (): void => {
  if (left < 0)
    throw tooComplex(`A page of the PDF unpacks to more than ${limit.inflatedBytesOfPage / 1024 / 1024} MB.`)
}

const take = (bytes: number): boolean => {
  left -= bytes
  return left >= 0
}

type Format = "deflate" | "brotli"

/** Of zlib's frame pdf.js looks at the head alone; damaged checksums are common. */
const unpacker = (format: Format) =>
  format === "deflate" ? { skipped: 2, stream: createInflateRaw() } : { skipped: 0, stream: createBrotliDecompress() }

/** What the bytes unpack to; null when pdf.js had better look for itself what is left of a damaged stream. */
const inflate = async (format: Format, packed: Uint8Array): Promise<ReadonlyArray<Uint8Array> | null> => {
  const { skipped, stream } = unpacker(format)
  const chunks: Array<Uint8Array> = []
  stream.end(packed.subarray(skipped))
  try {
    for await (const chunk of stream) {
      if (!take((chunk as Uint8Array).length)) return []
      chunks.push(chunk as Uint8Array)
    }
  } catch {
    return packed.length * mostInflated <= left && take(packed.length * mostInflated) ? null : chunks
  }
  return chunks
}

/** Gives the memory of pieces back that were read: pdf.js has put them together by then, and would hold a page twice. */
const giveBack = (pieces: ReadonlyArray<Uint8Array>): void => {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
  }
}

/** Hands out one piece after the other, each when it is asked for. */
const handedOut = (pieces: Promise<ReadonlyArray<Uint8Array> | null>): ReadableStream<Uint8Array> => {
  let next = 0
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunks = await pieces
    if (chunks === null) return controller.error(new TypeError("The stream is damaged."))
    const chunk = chunks[next]
    next += 1
    if (chunk !== undefined) return controller.enqueue(chunk)
    controller.close()
    // Who hears that this was the last piece puts them together in that moment.
    setImmediate(giveBack, chunks)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

/** As much of a `DecompressionStream` as pdf.js uses. */
class BoundedDecompression {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>

  constructor(format: Format) {
    const packed: Array<Uint8Array> = []
    const whole = Promise.withResolvers<Uint8Array>()
    this.writable = new WritableStream<Uint8Array>({
      write: (chunk) => void packed.push(chunk),
      close: () => whole.resolve(Buffer.concat(packed))
    })
    this.readable = handedOut(whole.promise.then((bytes) => inflate(format, bytes)))
  }
}

const isOfPdf = (format: unknown): format is Format => format === "deflate" || format === "brotli"

/**
 * Has pdf.js unpack within the budget. Formats that it does not ask for are unpacked as ever: those of workbooks, whose archive was held
 * against its own bounds before.
 */
export const boundInflating = (): void => {
  globalThis.DecompressionStream = new Proxy(globalThis.DecompressionStream, {
    construct: (Unbounded, [format]) =>
      isOfPdf(format) ? new BoundedDecompression(format) : new Unbounded(format as CompressionFormat)
  })
}
