/** Bodies as their content codings left them. */
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib"
import { maxBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import { type ExchangeFailed, failed } from "./ExchangeFailed.ts"

/** What this module undoes, for the `accept-encoding` header. */
export const acceptedCodings = "gzip, deflate, br, zstd"

/** Codings stacked on each other (undici refuses more since CVE-2026-22036). */
const maxLayers = 5

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
type Decode = (bytes: Buffer, limit: Limit, done: Done) => void

/** RFC 9110 means a zlib stream; some servers send the bare one. */
const inflateEither: Decode = (bytes, limit, done) => {
  const head = bytes.readUInt16BE(0)
  const isZlib = (head >> 8) % 16 === 8 && head % 31 === 0
  return isZlib ? inflate(bytes, limit, done) : inflateRaw(bytes, limit, done)
}

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflateEither,
  br: brotliDecompress,
  zstd: (bytes, limit, done) =>
    zstdDecompress(bytes, { ...limit, params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }, done)
}

const tooLarge = failed("too_large", "The body is larger than 20 MB, or grows beyond reason when it is decompressed.")

const isTooLarge = (cause: Error): boolean => "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"

const undo = (coding: string, bytes: Buffer): Effect.Effect<Buffer, ExchangeFailed> => {
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (decode === undefined) return Effect.fail(failed("bad_response", `The content coding ${coding} is not known.`))
  if (bytes.length < 2) return Effect.fail(failed("bad_response", "The body cannot be decompressed."))
  const maxOutputLength = Math.min(maxBodyBytes, Math.max(growthFreeBytes, bytes.length * maxGrowth))
  return Effect.callback((resume) => {
    decode(bytes, { maxOutputLength, chunkSize: 64 * 1024 }, (cause, result) => {
      if (cause === null) resume(Effect.succeed(result))
      else
        resume(Effect.fail(isTooLarge(cause) ? tooLarge : failed("bad_response", "The body cannot be decompressed.")))
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

/** Undoes the codings, last first. An empty body stays empty whatever it is said to be coded in. */
export const decodeBody = (codings: ReadonlyArray<string>, body: Buffer): Effect.Effect<Buffer, ExchangeFailed> => {
  if (body.length === 0 || codings.length === 0) return Effect.succeed(body)
  return codings.length > maxLayers
    ? Effect.fail(failed("bad_response", `The body has more than ${maxLayers} content codings.`))
    : codings.reduceRight<Effect.Effect<Buffer, ExchangeFailed>>(
        (inner, coding) => Effect.flatMap(inner, (bytes) => undo(coding, bytes)),
        Effect.succeed(body)
      )
}

/** Whether the bytes are a gzip file (RFC 1952). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
