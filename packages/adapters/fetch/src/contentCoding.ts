/** Bodies as their content codings left them. */
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress
} from "node:zlib"
import { CurrentLease } from "@kittiwake/core/budget/MemoryBudget"
import { Effect } from "effect"
import { bodyTooLarge, type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { gzipFootBytes, gzipHeadLength, isGzipFoot } from "./gzipMembers.ts"
import { RoomInSteps } from "./room.ts"
import { cutOff, type Decoder, damaged, drop, joined, type Undoing, type Unpacked, unpack } from "./unpack.ts"

/** What this module undoes, for the `accept-encoding` header. */
export const acceptedCodings = "gzip, deflate, br, zstd"

/**
 * What a body may really be packed in that nothing here unpacks: codings that are registered besides ours, and some that servers were
 * taught. Any other name is none (`utf-8`, `none`, `binary`, `aws-chunked`): under it bodies are read as they are, as browsers do.
 */
const foreignCodings: ReadonlySet<string> = new Set([
  ...["aes128gcm", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip"],
  ...["bzip2", "x-bzip2", "lz4", "lzma", "x-lzma", "sdch", "snappy", "x-snappy", "xz", "x-xz"]
])

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

/** What the decoders are told of an input that may end anywhere: give what there is of it. */
const syncFlush = { finishFlush: constants.Z_SYNC_FLUSH }
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH }
const zstdFlush = { finishFlush: constants.ZSTD_e_flush }

const inflateBare: Decoder = (_bytes, pieces, isPart) => createInflateRaw(isPart ? { ...pieces, ...syncFlush } : pieces)

/** RFC 9110 means a zlib stream; some servers send the bare one. */
const inflateEither: Decoder = (bytes, pieces, isPart) => {
  const head = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  const isZlib = (head >> 8) % 16 === 8 && head % 31 === 0
  if (!isZlib) return inflateBare(bytes, pieces, isPart)
  return createInflate(isPart ? { ...pieces, ...syncFlush } : pieces)
}

const gunzipAny: Decoder = (_bytes, pieces, isPart) => createGunzip(isPart ? { ...pieces, ...syncFlush } : pieces)

const unzstd: Decoder = (_bytes, pieces, isPart) => {
  const params = { [constants.ZSTD_d_windowLogMax]: zstdWindowLog }
  return createZstdDecompress({ ...pieces, params, ...(isPart ? zstdFlush : {}) })
}

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipAny,
  "x-gzip": gunzipAny,
  deflate: inflateEither,
  br: (_bytes, pieces, isPart) => createBrotliDecompress(isPart ? { ...pieces, ...brotliFlush } : pieces),
  zstd: unzstd
}

/** Members of a body that are unpacked one by one: each takes an engine of its own, and 64 KB for what it becomes. */
const maxMembers = 256

/** The members of a gzip file one by one, so that what stands behind the last one is known from another. */
const gunzipMembers = Effect.fnUntraced(function* (bytes: Buffer, undoing: Undoing, unpacked: Unpacked) {
  let at = 0
  for (let members = 0; members < maxMembers; members += 1) {
    const head = gzipHeadLength(bytes.subarray(at))
    if (head === null && members > 0) return
    if (head === null) return yield* damaged
    const before = unpacked.pieces.length
    at += head
    at += yield* unpack(inflateBare, bytes.subarray(at), undoing, unpacked)
    const foot = bytes.subarray(at, at + gzipFootBytes)
    if (foot.length < gzipFootBytes && undoing.isPart) return
    if (foot.length < gzipFootBytes) return yield* cutOff
    if (!(yield* isGzipFoot(foot, unpacked.pieces.slice(before)))) return yield* damaged
    at += gzipFootBytes
  }
  return yield* damaged
})

/** Whether another frame of zstd begins, be it one that is skipped (RFC 8878). */
const isZstdFrame = (bytes: Buffer): boolean =>
  bytes.length >= 4 && (bytes.readUInt32LE(0) === 0xfd2fb528 || bytes.readUInt32LE(0) >>> 4 === 0x184d2a5)

const unzstdFrames = Effect.fnUntraced(function* (bytes: Buffer, undoing: Undoing, unpacked: Unpacked) {
  let at = 0
  for (let frames = 0; frames < maxMembers; frames += 1) {
    at += yield* unpack(unzstd, bytes.subarray(at), undoing, unpacked)
    if (!isZstdFrame(bytes.subarray(at))) return
  }
  return yield* damaged
})

/** No gzip file, although it is said to be one. Browsers show it, and servers name codings twice. */
const isPlain = (decoder: Decoder, bytes: Buffer): boolean => decoder === gunzipAny && bytes[0] !== 0x1f

const undo = Effect.fnUntraced(function* (
  coding: string,
  bytes: Buffer,
  undoing: Undoing
): Effect.fn.Return<Buffer, ExchangeFailed> {
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (decoder === undefined) return yield* failed("bad_response", `The content coding ${coding} is not known.`)
  if (isPlain(decoder, bytes)) return bytes
  if (bytes.length < 2) return undoing.isPart ? Buffer.alloc(0) : yield* damaged
  const unpacked: Unpacked = { pieces: [], room: new RoomInSteps(yield* CurrentLease) }
  const all: Effect.Effect<unknown, ExchangeFailed> =
    decoder === unzstd ? unzstdFrames(bytes, undoing, unpacked) : unpack(decoder, bytes, undoing, unpacked)
  // The engine takes anything behind a member for another, and then gives up what it had of the last one.
  const again = Effect.suspend(() => {
    drop(unpacked)
    return gunzipMembers(bytes, undoing, unpacked)
  })
  yield* all.pipe(
    Effect.catchIf(
      (failure) => decoder === gunzipAny && failure.reason === "bad_response",
      () => again
    ),
    Effect.onError(() => Effect.sync(() => drop(unpacked)))
  )
  return yield* joined(unpacked.pieces)
})

const isCoding = (name: string): boolean => Object.hasOwn(decoders, name) || foreignCodings.has(name)

/** The codings of a `content-encoding` header, outermost last as they were applied. */
export const codingsOf = (header: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  header === undefined
    ? []
    : (typeof header === "string" ? header : header.join())
        .toLowerCase()
        .split(",")
        .map((coding) => coding.trim())
        .filter(isCoding)

const undoAll = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number, isPart: boolean) => {
  if (codings.length > maxLayers && body.length > 0) {
    return Effect.fail(failed("bad_response", `The body has more than ${maxLayers} content codings.`))
  }
  const grown = Math.max(growthFreeBytes, body.length * maxGrowth)
  const undoing = { isPart, maxBytes, maxOutputLength: Math.max(1, Math.min(maxBytes, grown)) }
  const whole = body.length === 0 ? [] : codings
  return whole
    .reduceRight<Effect.Effect<Buffer, ExchangeFailed>>(
      (inner, coding) => Effect.flatMap(inner, (bytes) => undo(coding, bytes, undoing)),
      Effect.succeed(body)
    )
    .pipe(
      Effect.filterOrFail(
        ({ length }) => length <= maxBytes,
        () => bodyTooLarge(maxBytes)
      )
    )
}

/** Undoes the codings, last first. An empty body stays empty whatever it is said to be coded in. */
export const decodeBody = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number) =>
  undoAll(codings, body, maxBytes, false)

/** Undoes the codings of a body that was cut off, as far as it goes. */
export const decodePart = (codings: ReadonlyArray<string>, body: Buffer, maxBytes: number) =>
  undoAll(codings, body, maxBytes, true)
