/**
 * Objects under the prefix of a bucket.
 *
 * **Gotchas** The key needs `s3:GetObject`, `PutObject`, `DeleteObject`, `AbortMultipartUpload`, `ListBucket` and
 * `ListBucketMultipartUploads`. Without the right to list, S3 refuses a look at what is absent, and so does this store.
 */
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { blobKeyOf } from "@kittiwake/core/blobs/domain/BlobKey"
import type { ServiceCaller, ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { DateTime, Effect, Option, Stream } from "effect"
import type { ListedObject, Objects } from "../Objects.ts"
import { damaged, unavailable } from "../unavailable.ts"
import { type Entry, errorCode, listPageOf, type UploadPage, uploadPageOf } from "./answers.ts"
import type { Bucket } from "./Bucket.ts"
import { bucketCaller } from "./bucketCalls.ts"
import { replyFault } from "./bucketFault.ts"
import { makePut } from "./uploads.ts"

export type { Bucket } from "./Bucket.ts"

/** Bytes that one request reads: they are held until whoever reads takes them. */
const readBytes = 4_194_304

/** Keys, or uploads, that one request lists. */
const listedTogether = 1_000

/** How many bytes an object has, by the answer to a part of it. */
const sizeIn = ({ body, headers, status }: ServiceReply): number =>
  status === 206 ? Number(/\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] ?? Number.NaN) : body.length

/** Objects of a bucket. */
export const bucketObjects = (bucket: Bucket, services: ServiceCaller["Service"]): Objects => {
  const call = bucketCaller(bucket, services)
  const fault = (operation: string, reply: ServiceReply) => replyFault(operation, bucket, reply)

  const expected = (operation: string, reply: ServiceReply) =>
    reply.status < 300 ? Effect.succeed(reply) : Effect.fail(fault(operation, reply))

  const unreadable = (operation: string) =>
    unavailable(
      "failed",
      operation,
      "The store of KITTIWAKE_BLOBS answers a list with what is none, or with more than was asked for."
    )

  const isAbsent = ({ body, status }: ServiceReply) => status === 404 && errorCode(body) !== "NoSuchBucket"

  const end = Effect.fnUntraced(function* (path: string, length: number) {
    const headers = { range: `bytes=-${length}` }
    const reply = yield* call("BlobStore.get", { method: "GET", path, headers, maxBytes: length })
    if (isAbsent(reply)) return Option.none()
    // An object without a byte has no last ones.
    if (reply.status === 416) return Option.some({ size: 0, bytes: new Uint8Array() })
    const size = sizeIn(yield* expected("BlobStore.get", reply))
    if (Number.isNaN(size)) return yield* fault("BlobStore.get", reply)
    return Option.some({ size, bytes: reply.body })
  })

  const put = makePut(call, { fault, isThere: (path) => Effect.map(end(path, 1), Option.isSome) })

  const readAt = Effect.fnUntraced(function* (path: string, offset: number, limit: number) {
    if (offset >= limit) return undefined
    const next = Math.min(limit, offset + readBytes)
    const headers = { range: `bytes=${offset}-${next - 1}` }
    const reply = yield* call("BlobStore.get", { method: "GET", path, headers, maxBytes: readBytes })
    if (isAbsent(reply)) {
      return yield* unavailable("failed", "BlobStore.get", `The blob ${path} was removed while it was read.`)
    }
    const { body } = yield* expected("BlobStore.get", reply)
    return body.length === next - offset ? ([body, next] as const) : yield* damaged("BlobStore.get", path)
  })

  const toListed = ({ key, lastModified, size }: Entry): ReadonlyArray<ListedObject> => {
    const path = key.slice(bucket.prefix.length)
    const storedAt = DateTime.make(lastModified)
    // What others keep there is none of ours.
    return key.startsWith(bucket.prefix) && Option.isSome(blobKeyOf(path)) && Option.isSome(storedAt)
      ? [{ path, size, storedAt: DateTime.toUtc(storedAt.value) }]
      : []
  }

  const listPage = Effect.fnUntraced(function* (prefix: string, after: string, limit: number) {
    const query = {
      "list-type": "2",
      "max-keys": String(limit),
      ...(prefix === "" ? {} : { prefix }),
      ...(after === "" ? {} : { "start-after": after })
    }
    const reply = yield* call("BlobStore.list", { method: "GET", path: null, query })
    const page = listPageOf((yield* expected("BlobStore.list", reply)).body)
    return page ?? (yield* unreadable("BlobStore.list"))
  })

  const list = Effect.fnUntraced(function* (options: {
    readonly within: string
    readonly after: string
    readonly limit: number
  }) {
    const found: Array<ListedObject> = []
    let after = options.after === "" ? "" : `${bucket.prefix}${options.after}`
    while (found.length < options.limit) {
      const limit = Math.min(listedTogether, options.limit - found.length)
      const page = yield* listPage(`${bucket.prefix}${options.within}`, after, limit)
      found.push(...page.entries.flatMap(toListed))
      const last = page.entries.at(-1)
      if (!page.isMore || last === undefined) break
      // The same page again has no end.
      if (last.key === after) return yield* unreadable("BlobStore.list")
      after = last.key
    }
    return found
  })

  const giveUp = Effect.fnUntraced(function* (path: string, uploadId: string) {
    const reply = yield* call("BlobStore.dropUnfinished", { method: "DELETE", path, query: { uploadId } })
    // Somebody else was faster.
    if (reply.status !== 404) yield* expected("BlobStore.dropUnfinished", reply)
  })

  const dropUnfinished = Effect.fnUntraced(function* (before: DateTime.Utc, limit: number) {
    let dropped = 0
    let marker: Readonly<Record<string, string>> | null = {}
    while (marker !== null && dropped < limit) {
      const prefix: Readonly<Record<string, string>> = bucket.prefix === "" ? {} : { prefix: bucket.prefix }
      const query: Readonly<Record<string, string>> = {
        uploads: "",
        "max-uploads": String(listedTogether),
        ...prefix,
        ...marker
      }
      const reply: ServiceReply = yield* call("BlobStore.dropUnfinished", { method: "GET", path: null, query })
      const page: UploadPage | null = uploadPageOf((yield* expected("BlobStore.dropUnfinished", reply)).body)
      if (page === null) return yield* unreadable("BlobStore.dropUnfinished")
      for (const { initiated, key, uploadId } of page.uploads) {
        const path = key.slice(bucket.prefix.length)
        const isOurs = key.startsWith(bucket.prefix) && Option.isSome(blobKeyOf(path))
        if (dropped === limit || !isOurs || !(Date.parse(initiated) < before.epochMilliseconds)) continue
        yield* giveUp(path, uploadId)
        dropped += 1
      }
      marker = page.next
    }
    return dropped
  })

  return {
    put,
    end,
    read: (path, offset, length): Stream.Stream<Uint8Array, BlobStoreUnavailable> =>
      Stream.unfold(offset, (at) => readAt(path, at, offset + length)),
    remove: Effect.fnUntraced(function* (path) {
      const reply = yield* call("BlobStore.remove", { method: "DELETE", path })
      if (!isAbsent(reply)) yield* expected("BlobStore.remove", reply)
    }),
    list,
    dropUnfinished
  }
}
