/**
 * Objects on their way into a bucket.
 *
 * **Details**
 *
 * - What fits into one part is one request. More goes up in parts, and is there when the last request was answered.
 * - A name keeps its first object by `If-None-Match: *`. Where the store does not know it for what goes up in parts, whoever comes
 *   later finds the object there before the last request; of two that end within one request of each other, the later stays.
 *   Names of blobs have an id in them, so nobody does that.
 * - A put that fails gives up what went up. What a process leaves that dies is dropped by `dropUnfinished`.
 */
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import type { ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { Duration, Effect, Stream } from "effect"
import { errorCode, textIn } from "./answers.ts"
import type { BucketCaller } from "./bucketCalls.ts"
import { inParts } from "./inParts.ts"

/** Bytes of a part: S3 wants five million at least, and 10,000 parts at most. */
export const partBytes = 8_388_608

/** Time to give up what went up, for a caller that has failed already. */
const givingUp = Duration.seconds(5)

const operation = "BlobStore.put"

/** What is going up in parts; no id while one part may be all. */
interface Upload {
  id: string | null
  readonly etags: Array<string>
  isOver: boolean
}

/** Puts objects with calls of a bucket. */
export const makePut = (
  call: BucketCaller,
  options: {
    readonly fault: (operation: string, reply: ServiceReply) => BlobStoreUnavailable
    /** Whether an object is there. */
    readonly isThere: (path: string) => Effect.Effect<boolean, BlobStoreUnavailable>
  }
) => {
  /** Whether the store knows conditions of a put; until it says that it does not. */
  let knowsConditions = true

  const refused = (reply: ServiceReply) => Effect.fail(options.fault(operation, reply))

  const condition = (): Readonly<Record<string, string>> => (knowsConditions ? { "if-none-match": "*" } : {})

  const putWhole = (path: string, body: Uint8Array): Effect.Effect<boolean, BlobStoreUnavailable> =>
    Effect.flatMap(
      Effect.suspend(() => call(operation, { method: "PUT", path, body, headers: condition() })),
      (reply) => {
        if (reply.status < 300) return Effect.succeed(true)
        if (reply.status === 412) return Effect.succeed(false)
        if (reply.status !== 501 || !knowsConditions) return refused(reply)
        knowsConditions = false
        return putWhole(path, body)
      }
    )

  const begin = Effect.fnUntraced(function* (path: string) {
    const reply = yield* call(operation, { method: "POST", path, query: { uploads: "" } })
    const id = reply.status < 300 ? textIn(reply.body, "UploadId") : ""
    return id === "" ? yield* refused(reply) : id
  })

  const putPart = Effect.fnUntraced(function* (path: string, uploadId: string, partNumber: number, body: Uint8Array) {
    const query = { partNumber: String(partNumber), uploadId }
    const reply = yield* call(operation, { method: "PUT", path, query, body })
    const etag = reply.status < 300 ? (reply.headers.etag ?? "") : ""
    return etag === "" ? yield* refused(reply) : etag
  })

  const complete = Effect.fnUntraced(function* (path: string, upload: Upload, uploadId: string) {
    if (yield* options.isThere(path)) return false
    const parts = upload.etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`
    )
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`)
    const headers = { ...condition(), "content-type": "application/xml" }
    const reply = yield* call(operation, { method: "POST", path, query: { uploadId }, body, headers })
    if (reply.status < 300) return true
    if (reply.status === 412) return false
    // A try before this one was not answered, and had done it.
    if (reply.status === 404 && errorCode(reply.body) === "NoSuchUpload") return false
    return yield* refused(reply)
  })

  /** Sends a part once another follows it: a first part that is the last is all there is. */
  const send = Effect.fnUntraced(function* <E, R>(
    path: string,
    bytes: Stream.Stream<Uint8Array, E, R>,
    upload: Upload
  ) {
    let pending = new Uint8Array(0) as Uint8Array
    let count = 0
    const sendPending = Effect.fnUntraced(function* () {
      upload.id ??= yield* begin(path)
      upload.etags.push(yield* putPart(path, upload.id, upload.etags.length + 1, pending))
      return upload.id
    })
    yield* Stream.runForEach(inParts(bytes, partBytes), (part) =>
      Effect.gen(function* () {
        if (count > 0) yield* sendPending()
        pending = part
        count += 1
      })
    )
    if (count < 2) return yield* putWhole(path, pending)
    upload.isOver = yield* complete(path, upload, yield* sendPending())
    return upload.isOver
  })

  const giveUp = (path: string, { id, isOver }: Upload) =>
    id === null || isOver
      ? Effect.void
      : call(operation, { method: "DELETE", path, query: { uploadId: id } }).pipe(
          Effect.interruptible,
          Effect.timeoutOption(givingUp),
          Effect.ignore
        )

  return <E, R>(path: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync((): Upload => ({ id: null, etags: [], isOver: false })),
      (upload) => send(path, bytes, upload),
      (upload) => giveUp(path, upload)
    )
}
