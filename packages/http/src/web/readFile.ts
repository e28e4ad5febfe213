/** Reads the file that a caller sends: the body itself, or the one part of a form. */
import { createHash } from "node:crypto"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { ContentTooLarge, TooBusy } from "@kittiwake/core/web/errors"
import { ByteSize, Context, Effect, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerRequest, Multipart } from "effect/http"
import { BodyTooLarge } from "../errors.ts"
import { gather, readBytes } from "../readBytes.ts"

/** Most bytes of a file (spec/service.md, Limits). */
export const maxFileBytes = 50 * 1024 * 1024

/** A file, with what its sender says of it. */
export interface SentFile {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** Empty when it was sent under none. */
  readonly name: string
  /** Stands for the bytes. */
  readonly digest: string
}

type FileProblem = BodyTooLarge | ContentTooLarge | InvalidInput | TooBusy

const tooLarge = new BodyTooLarge({ maxBytes: maxFileBytes })
const notWhole = new InvalidInput({ field: "body", message: "The file did not arrive whole. Send it again." })
const notOneFile = new InvalidInput({ field: "body", message: "The form must have one part named file, and no other." })

const readBody = (request: HttpServerRequest.HttpServerRequest) =>
  readBytes(request, maxFileBytes).pipe(
    Effect.mapError((error): FileProblem => (error._tag === "HttpServerError" ? notWhole : error)),
    Effect.map((bytes) => ({
      bytes,
      contentType: request.headers["content-type"] ?? null,
      name: ""
    }))
  )

/** Bytes of a form beside its file: boundaries, and the headers of the part. */
const formBytes = 16_384

const formLimits = Context.make(
  HttpIncomingMessage.MaxBodySize,
  ByteSize.fromInputUnsafe(maxFileBytes + formBytes)
).pipe(
  Context.add(Multipart.MaxFileSize, ByteSize.fromInputUnsafe(maxFileBytes)),
  Context.add(Multipart.MaxFieldSize, ByteSize.fromInputUnsafe(formBytes)),
  Context.add(Multipart.MaxParts, 2)
)

const formProblem = (error: Multipart.MultipartError | FileProblem): FileProblem => {
  if (error._tag !== "MultipartError") return error
  switch (error.reason._tag) {
    case "FileTooLarge":
    case "BodyTooLarge":
      return tooLarge
    case "FieldTooLarge":
    case "TooManyParts":
      return notOneFile
    default:
      return notWhole
  }
}

const readPart = (
  request: HttpServerRequest.HttpServerRequest,
  part: Multipart.Part
): Effect.Effect<Omit<SentFile, "digest">, Multipart.MultipartError | FileProblem> =>
  Multipart.isFile(part) && part.key === "file"
    ? Effect.map(gather(request, part.content, maxFileBytes), (bytes) => ({
        bytes,
        contentType: part.contentType,
        name: part.name
      }))
    : Effect.fail(notOneFile)

const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const parts = request.multipartStream.pipe(
    Stream.mapEffect((part) => readPart(request, part)),
    Stream.runCollect
  )
  const [file, second] = yield* Effect.mapError(Effect.provideContext(parts, formLimits), formProblem)
  return file === undefined || second !== undefined ? yield* notOneFile : file
})

const isForm = /^multipart\/form-data\b/i

/** As much as is digested in one go: a millisecond or two. */
const digestedBytes = 1024 * 1024

/** In pieces, with the thread left to others in between: `crypto.subtle` would copy all of a file before it begins. */
const digestOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const hash = createHash("sha256")
  for (let at = 0; at < bytes.length; at += digestedBytes) {
    hash.update(bytes.subarray(at, at + digestedBytes))
    if (bytes.length > digestedBytes) yield* Effect.yieldNow
  }
  return hash.digest("base64")
})

/** The file as it came, counted while it arrives. */
export const readFile = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"]) > maxFileBytes + formBytes) return yield* tooLarge
  const file = yield* isForm.test(request.headers["content-type"] ?? "") ? readForm(request) : readBody(request)
  // A small file came as a part of what the socket read; whoever reads it may pass its memory on.
  const isAlone = file.bytes.byteLength === file.bytes.buffer.byteLength
  const bytes = (isAlone ? file.bytes : file.bytes.slice()) as Uint8Array<ArrayBuffer>
  return { ...file, bytes, digest: yield* digestOf(bytes) } satisfies SentFile
})
