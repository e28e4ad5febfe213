/**
 * Signed calls of one bucket, through the operator's door.
 *
 * **Details**
 *
 * - Every call may be made again without harm, so what passes by itself is tried again here, and nowhere above.
 * - What is sent is signed with its digest: a body that was cut or changed on its way is refused.
 * - Where the store says that our clock is wrong, its own is taken from then on, as its makers' clients do.
 */
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { CurrentLease, uncounted } from "@kittiwake/core/budget/MemoryBudget"
import type { ServiceCaller, ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { AwsV4Signer } from "aws4fetch"
import { Clock, Duration, Effect, Option, Redacted, Schedule } from "effect"
import { errorCode } from "./answers.ts"
import { addressOf, type Bucket } from "./Bucket.ts"
import { replyFault, sendFault } from "./bucketFault.ts"

/** A call of a bucket. */
export interface BucketCall {
  readonly method: "DELETE" | "GET" | "POST" | "PUT"
  /** Null is the bucket itself. */
  readonly path: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Most bytes of the answer; what a list takes unless given. */
  readonly maxBytes?: number
}

/** Calls a bucket. What may pass was tried again; any other answer is the caller's to judge. */
export type BucketCaller = (operation: string, call: BucketCall) => Effect.Effect<ServiceReply, BlobStoreUnavailable>

/** More than a list of a thousand keys takes. */
const listBytes = 4_194_304

/** Room for an error, however little was asked for. */
const errorBytes = 65_536

/** Time for a call without bytes, and bytes a second that are waited for beyond it. */
const patience = { call: Duration.seconds(10), bytesASecond: 131_072 } as const

const timeoutOf = (bytes: number): Duration.Duration =>
  Duration.sum(patience.call, Duration.seconds(Math.ceil(bytes / patience.bytesASecond)))

/** Two more tries, a tenth of a second and a half after the one before, give or take. */
const again = Schedule.jittered(Schedule.exponential("100 millis", 5)).pipe(Schedule.upTo({ times: 2 }))

const empty = new Uint8Array()

const digestOf = (bytes: Uint8Array) =>
  Effect.map(
    // It is computed off the thread. What is sent is in memory that nobody shares.
    Effect.promise(() => crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)),
    (digest) => Buffer.from(digest).toString("hex")
  )

const timestamp = (millis: number): string => new Date(millis).toISOString().replace(/[:-]|\.\d{3}/g, "")

/** Signs calls of a bucket. */
const makeSign = (bucket: Bucket) => {
  const cache = new Map<string, ArrayBuffer>()
  return Effect.fnUntraced(function* (call: BucketCall, digest: string, millis: number) {
    const url = addressOf(bucket, call.path === null ? null : `${bucket.prefix}${call.path}`)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method: call.method,
      url: url.href,
      headers: { ...call.headers, "x-amz-content-sha256": digest },
      accessKeyId: bucket.keyId,
      secretAccessKey: Redacted.value(bucket.secret),
      ...Option.match(bucket.sessionToken, {
        onNone: () => ({}),
        onSome: (token) => ({ sessionToken: Redacted.value(token) })
      }),
      service: "s3",
      region: bucket.region,
      datetime: timestamp(millis),
      cache
    })
    return yield* Effect.promise(() => signer.sign())
  })
}

/** How much the store's clock is ahead, by the time of its answer; none when it does not say. */
const aheadBy = (reply: ServiceReply, nowMillis: number): number | null => {
  const at = Date.parse(reply.headers.date ?? "")
  return Number.isNaN(at) ? null : at - nowMillis
}

/** An answer that says by an error in its body that it is none, although its status does not. */
const isBelated = ({ body, status }: ServiceReply, { method }: BucketCall): boolean =>
  status === 200 && method === "POST" && errorCode(body) !== ""

/** Calls of a bucket. */
export const bucketCaller = (bucket: Bucket, services: ServiceCaller["Service"]): BucketCaller => {
  const sign = makeSign(bucket)
  let aheadMillis = 0

  const send = Effect.fnUntraced(function* (operation: string, call: BucketCall, digest: string, nowMillis: number) {
    const { headers, url } = yield* sign(call, digest, nowMillis + aheadMillis)
    const { body = null } = call
    const maxBytes = Math.max(errorBytes, call.maxBytes ?? listBytes)
    const timeout = timeoutOf(Math.max(body?.length ?? 0, call.maxBytes ?? 0))
    return yield* services
      .send({ url: url.href, method: call.method, headers: Object.fromEntries(headers), body, timeout, maxBytes })
      .pipe(
        // What is read or sent at once is a part of a bounded length.
        Effect.provideService(CurrentLease, uncounted),
        Effect.mapError((error) => sendFault(operation, bucket, error))
      )
  })

  const tryOnce = Effect.fnUntraced(function* (operation: string, call: BucketCall, digest: string) {
    const nowMillis = yield* Clock.currentTimeMillis
    const reply = yield* send(operation, call, digest, nowMillis)
    if (reply.status !== 403 || errorCode(reply.body) !== "RequestTimeTooSkewed") return reply
    const ahead = aheadBy(reply, nowMillis)
    if (ahead === null) return reply
    aheadMillis = ahead
    yield* Effect.logWarning("The clock of this machine is wrong, says the store of KITTIWAKE_BLOBS.").pipe(
      Effect.annotateLogs({ aheadSeconds: Math.round(-ahead / 1_000) })
    )
    return yield* send(operation, call, digest, nowMillis)
  })

  return Effect.fnUntraced(function* (operation, call) {
    const digest = yield* digestOf(call.body ?? empty)
    const judged = Effect.flatMap(tryOnce(operation, call, digest), (reply) => {
      if (reply.status < 300 && !isBelated(reply, call)) return Effect.succeed(reply)
      const fault = replyFault(operation, bucket, reply)
      return fault.reason === "busy" || isBelated(reply, call) ? Effect.fail(fault) : Effect.succeed(reply)
    })
    return yield* Effect.retry(judged, {
      schedule: again,
      while: ({ reason }) => reason === "busy" || reason === "unreachable"
    })
  })
}
