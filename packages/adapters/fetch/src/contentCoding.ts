/** Bodies as their content codings left them. */
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib"
import { Effect } from "effect"
import { bodyTooLarge, type ExchangeFailed, failed } from "./ExchangeFailed.ts"

/** What this module undoes, for the `accept-encoding` header. */
export const acceptedCodings = "gzip, deflate, br, zstd"

/** Codings stacked on each other; servers use one, and a second by mistake. */
const maxLayers = 2

/**
 * A body over 1 MB that grew more than this is a bomb. Ordinary pages grow 3 to 20 times; gzip can reach 1,030 times,
 * zstd 32,000 and brotli 650,000 (measured).
 */
const maxGrowth = 200
const growthFreeBytes = 1024 * 1024

/** RFC 9659: a zstd body may ask for a window of 8 MB at most; the library would allow 128 MB. */
const zstdWindowLog = 23

type Done = (cause: Error | null, result: Buffer) => void
interface Limit {
  readonly maxOutputLength: number
  readonly chunkSize: number
}
type Decode = (bytes: Buffer, limit: Limit, isPart: boolean, done: Done) => void

/** What the decoders are told of an input that may end anywhere: give what there is of it. */
const syncFlush = { finishFlush: constants.Z_SYNC_FLUSH }
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH }
const zstdFlush = { finishFlush: constants.ZSTD_e_flush }

/** RFC 9110 means a zlib stream; some servers send the bare one. */
const inflateEither: Decode = (bytes, limit, isPart, done) => {
  const head = bytes.readUInt16BE(0)
  const isZlib = (head >> 8) % 16 === 8 && head % 31 === 0
  const options = isPart ? { ...limit, ...syncFlush } : limit
  return isZlib ? inflate(bytes, options, done) : inflateRaw(bytes, options, done)
}

const gunzipAny: Decode = (bytes, limit, isPart, done) =>
  gunzip(bytes, isPart ? { ...limit, ...syncFlush } : limit, done)

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipAny,
  "x-gzip": gunzipAny,
  deflate: inflateEither,
  br: (bytes, limit, isPart, done) => brotliDecompress(bytes, isPart ? { ...limit, ...brotliFlush } : limit, done),
  zstd: (bytes, limit, isPart, done) => {
    const params = { [constants.ZSTD_d_windowLogMax]: zstdWindowLog }
    return zstdDecompress(bytes, { ...limit, params, ...(isPart ? zstdFlush : {}) }, done)
  }
}

const isTooLarge = (cause: Error): boolean => "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"

const damaged = failed("bad_response", "The body cannot be decompressed.")

interface Undoing {
  readonly isPart: boolean
  readonly maxBytes: number
  /** Most bytes that any layer may grow to, so that a bomb in a bomb is one bomb. */
  readonly maxOutputLength: number
}

const undo = (coding: string, bytes: Buffer, undoing: Undoing): Effect.Effect<Buffer, ExchangeFailed> => {
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (decode === undefined) return Effect.fail(failed("bad_response", `The content coding ${coding} is not known.`))
  if (bytes.length < 2) return undoing.isPart ? Effect.succeed(Buffer.alloc(0)) : Effect.fail(damaged)
  const limit = { maxOutputLength: undoing.maxOutputLength, chunkSize: 64 * 1024 }
  return Effect.callback((resume) => {
    decode(bytes, limit, undoing.isPart, (cause, result) => {
      if (cause === null) resume(Effect.succeed(result))
      else resume(Effect.fail(isTooLarge(cause) ? bodyTooLarge(undoing.maxBytes) : damaged))
    })
  })
}

/** The codings of a `content-encoding` header, outermost last as they were applied. */
export const codingsOf = (header: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  header === undefined
    ? []
    : (typeof header === "string" ? header : header.join())
        .toLowerCase()
        .split(",")
        .map((coding) => coding.trim())
        .filter((coding) => coding !== "" && coding !== "identity")

const undoAll = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number, isPart: boolean) => {
  if (body.length === 0 || codings.length === 0) return Effect.succeed(body)
  if (codings.length > maxLayers) {
    return Effect.fail(failed("bad_response", `The body has more than ${maxLayers} content codings.`))
  }
  const grown = Math.max(growthFreeBytes, body.length * maxGrowth)
  const undoing = { isPart, maxBytes, maxOutputLength: Math.max(1, Math.min(maxBytes, grown)) }
  return codings.reduceRight<Effect.Effect<Buffer, ExchangeFailed>>(
    (inner, coding) => Effect.flatMap(inner, (bytes) => undo(coding, bytes, undoing)),
    Effect.succeed(body)
  )
}

/** Undoes the codings, last first. An empty body stays empty whatever it is said to be coded in. */
export const decodeBody = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number) =>
  undoAll(codings, body, maxBytes, false)

/** Undoes the codings of a body that was cut off, as far as it goes. */
export const decodePart = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number) =>
  undoAll(codings, body, maxBytes, true)

/** Whether the bytes are a gzip file (RFC 1952). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
