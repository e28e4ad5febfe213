/** Bodies as their content codings left them. */
import type { Transform } from "node:stream"
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress
} from "node:zlib"
import { CurrentLease, type MemoryLease } from "@kittiwake/core/budget/MemoryBudget"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { Effect } from "effect"
import { bodyTooLarge, type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { leaseStepBytes, RoomInSteps } from "./room.ts"

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

interface Pieces {
  readonly chunkSize: number
}
/** Undoes a coding of a body that may end anywhere where it is a part. */
type Decoder = (bytes: Buffer, pieces: Pieces, isPart: boolean) => Transform

/** What the decoders are told of an input that may end anywhere: give what there is of it. */
const syncFlush = { finishFlush: constants.Z_SYNC_FLUSH }
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH }
const zstdFlush = { finishFlush: constants.ZSTD_e_flush }

/** RFC 9110 means a zlib stream; some servers send the bare one. */
const inflateEither: Decoder = (bytes, pieces, isPart) => {
  const head = bytes.readUInt16BE(0)
  const isZlib = (head >> 8) % 16 === 8 && head % 31 === 0
  const options = isPart ? { ...pieces, ...syncFlush } : pieces
  return isZlib ? createInflate(options) : createInflateRaw(options)
}

const gunzipAny: Decoder = (_bytes, pieces, isPart) => createGunzip(isPart ? { ...pieces, ...syncFlush } : pieces)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipAny,
  "x-gzip": gunzipAny,
  deflate: inflateEither,
  br: (_bytes, pieces, isPart) => createBrotliDecompress(isPart ? { ...pieces, ...brotliFlush } : pieces),
  zstd: (_bytes, pieces, isPart) => {
    const params = { [constants.ZSTD_d_windowLogMax]: zstdWindowLog }
    return createZstdDecompress({ ...pieces, params, ...(isPart ? zstdFlush : {}) })
  }
}

const damaged = failed("bad_response", "The body cannot be decompressed.")

interface Undoing {
  readonly isPart: boolean
  readonly maxBytes: number
  /** Most bytes that any layer may grow to, so that a bomb in a bomb is one bomb. */
  readonly maxOutputLength: number
}

/** As much as is unpacked in one go. */
const pieceBytes = 64 * 1024

/** As much as is put together in one go: memory that nobody had before takes some 4 ms for a megabyte. */
const joinedBytes = 1024 * 1024

/** The pieces of a body, each counted when it comes; none stays here when they go on, or the body is given up. */
const unpacked = (
  decoder: Transform,
  bytes: Buffer,
  { maxBytes, maxOutputLength }: Undoing,
  lease: MemoryLease
): Effect.Effect<ReadonlyArray<Buffer>, ExchangeFailed> =>
  Effect.callback((resume) => {
    const room = new RoomInSteps(lease)
    const pieces: Array<Buffer> = []
    let length = 0
    const giveUp = (failure: ExchangeFailed) => {
      decoder.destroy()
      for (const piece of pieces.splice(0)) giveBack(piece)
      resume(Effect.fail(failure))
    }
    decoder.on("data", (piece: Buffer) => {
      length += piece.length
      const counted = () => (length <= leaseStepBytes ? null : room.grow(length))
      const failure = length > maxOutputLength ? bodyTooLarge(maxBytes) : counted()
      if (failure === null) pieces.push(piece)
      else giveUp(failure)
    })
    decoder.on("error", () => giveUp(damaged))
    decoder.once("end", () => resume(Effect.succeed(pieces)))
    decoder.end(bytes)
    return Effect.sync(() => void decoder.destroy())
  })

/** In one piece, whose memory is nobody else's. */
const joined = Effect.fnUntraced(function* (pieces: ReadonlyArray<Buffer>) {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  let turnAt = joinedBytes
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    giveBack(piece)
    if (at < turnAt) continue
    turnAt = at + joinedBytes
    yield* Effect.yieldNow
  }
  return whole
})

const undo = Effect.fnUntraced(function* (
  coding: string,
  bytes: Buffer,
  undoing: Undoing
): Effect.fn.Return<Buffer, ExchangeFailed> {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (decoder === undefined) return yield* failed("bad_response", `The content coding ${coding} is not known.`)
  if (bytes.length < 2) return undoing.isPart ? Buffer.alloc(0) : yield* damaged
  const engine = decoder(bytes, { chunkSize: pieceBytes }, undoing.isPart)
  return yield* joined(yield* unpacked(engine, bytes, undoing, yield* CurrentLease))
})

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
