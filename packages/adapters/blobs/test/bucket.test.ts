import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { type BlobKey, BlobName } from "@kittiwake/core/blobs/domain/BlobKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { suite } from "@kittiwake/core/testing/blobStoreSuite"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { DateTime, Effect, Layer, Option, Redacted, Stream } from "effect"
import { sideInTurn, takesAll } from "../../../../test/setup/turns.ts"
import { noise } from "../../../core/src/testing/noise.ts"
import { BlobKeys, layerPlain } from "../src/BlobKeys.ts"
import { makeBlobStore } from "../src/BlobStore.ts"
import { probe } from "../src/probe.ts"
import { type Bucket, bucketObjects } from "../src/s3/s3.ts"
import { objectsOf, services } from "./bucketServices.ts"
import { needsBucket, newBucket, reasonOf } from "./buckets.ts"
import { sealing } from "./sealing.ts"

const storesOf = (bucket: () => Bucket) =>
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      return makeBlobStore(bucketObjects(bucket(), yield* ServiceCaller), yield* BlobKeys)
    })
  ).pipe(Layer.provide(services))

const key: BlobKey = { owner: OrganizationId.make("org_1"), name: BlobName.make("suite/one") }
const path = "org_1/suite/one"

/** What else a bucket may be than one with a prefix, which every run has; the two take turns (`test/setup/turns.ts`). */
const others = [
  () => suite("bucket, sealed", Layer.provide(storesOf(newBucket), sealing)),
  () =>
    suite(
      "the root of a bucket named before the host",
      Layer.provide(
        storesOf(() => {
          const bucket = newBucket()
          const endpoint = bucket.endpoint.replace("127.0.0.1", "localhost")
          return { ...bucket, style: "virtual", prefix: "", endpoint }
        }),
        layerPlain
      )
    )
]

describe("on a store of S3", needsBucket, () => {
  suite("bucket", Layer.provide(storesOf(newBucket), layerPlain))
  for (const [index, other] of others.entries()) if (takesAll || sideInTurn === index) other()
})

const test = <E>(name: string, body: Effect.Effect<void, E, ServiceCaller>) =>
  it.live(name, () => Effect.provide(body, services))

describe("a bucket", needsBucket, () => {
  test(
    "is told to be refused, missing or out of reach, in words that name the setting",
    Effect.gen(function* () {
      const bucket = newBucket()
      const stranger = yield* objectsOf({ ...bucket, keyId: "SOMEBODYELSE" })
      assert.strictEqual(yield* reasonOf(stranger.end(path, 10)), "refused")
      const wrong = Redacted.make("not-the-secret-of-that-key")
      const error = yield* Effect.flip((yield* objectsOf({ ...bucket, secret: wrong })).end(path, 10))
      assert.strictEqual(error.reason, "refused")
      assert.match(error.message, /403 SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/)
      assert.notInclude(JSON.stringify(error) + String(error.cause), "not-the-secret-of-that-key")
      const missing = yield* objectsOf({ ...bucket, name: "there-is-no-such-bucket" })
      for (const asked of [
        missing.put(path, Stream.succeed(noise(10))),
        missing.end(path, 10),
        missing.list({ within: "", after: "", limit: 1 }),
        missing.remove(path)
      ]) {
        assert.strictEqual(yield* reasonOf(Effect.asVoid(asked as Effect.Effect<unknown, never>)), "no_place")
      }
      const nobody = yield* objectsOf({ ...bucket, endpoint: "http://127.0.0.1:1" })
      assert.strictEqual(yield* reasonOf(nobody.end(path, 10)), "unreachable")
      const closed = yield* objectsOf({ ...bucket, endpoint: "http://10.0.0.1:9000" })
      const { message, reason } = yield* Effect.flip(closed.end(path, 10))
      assert.strictEqual(reason, "refused")
      assert.match(message, /KITTIWAKE_EGRESS_ALLOW/)
    })
  )

  test(
    "keeps the first object of a name, says a trial of it",
    Effect.gen(function* () {
      const objects = yield* objectsOf(newBucket())
      assert.deepStrictEqual(yield* probe(objects), { keepsFirst: true })
      assert.deepStrictEqual(yield* objects.list({ within: "", after: "", limit: 10 }), [])
    })
  )

  test(
    "is listed and swept under its prefix alone, page after page",
    Effect.gen(function* () {
      const bucket = newBucket()
      const [objects, beside] = [
        yield* objectsOf(bucket),
        yield* objectsOf({ ...bucket, prefix: `${bucket.prefix.slice(0, -1)}0/` })
      ]
      const paths = Array.from({ length: 1_203 }, (_, index) => `org_1/suite/${String(index).padStart(4, "0")}`)
      yield* Effect.forEach(paths, (one) => objects.put(one, Stream.succeed(noise(3))), { concurrency: 8 })
      yield* beside.put(path, Stream.succeed(noise(3)))
      // What others keep there, which no blob is named.
      const stranger = yield* objectsOf({ ...bucket, prefix: bucket.prefix })
      yield* stranger.put("LICENSE", Stream.succeed(noise(3)))
      const listed = yield* objects.list({ within: "", after: "", limit: 5_000 })
      assert.deepStrictEqual(
        listed.map((one) => one.path),
        paths
      )
      const after = paths[1_100]!
      assert.strictEqual((yield* objects.list({ within: "org_1/", after, limit: 50 })).length, 50)
      assert.strictEqual((yield* objects.list({ within: "org_1/", after, limit: 500 })).length, 102)
      assert.strictEqual((yield* beside.list({ within: "", after: "", limit: 5_000 })).length, 1)
    })
  )

  test(
    "has dropped what a process left that died while it put, and nobody else's",
    Effect.gen(function* () {
      const bucket = newBucket()
      const dying = yield* objectsOf(bucket)
      // Interruption gives up what went up; a process that dies cannot. So the calls of that are lost on the way.
      const caller = yield* ServiceCaller
      const deaf = bucketObjects(
        bucket,
        ServiceCaller.of({
          ...caller,
          send: (request) => (request.method === "DELETE" ? Effect.never : caller.send(request))
        })
      )
      const beside = { ...bucket, prefix: `${bucket.prefix.slice(0, -1)}0/` }
      const bytes = Stream.fromIterable([noise(9_000_000), noise(9_000_000)])
      const broken = Stream.concat(bytes, Stream.fail("power cut"))
      yield* Effect.exit(deaf.put(path, broken))
      yield* Effect.exit(deaf.put("org_1/suite/two", broken))
      const [past, future] = [DateTime.makeUnsafe(0), DateTime.makeUnsafe("9999-01-01T00:00:00Z")]
      assert.strictEqual(yield* (yield* objectsOf(beside)).dropUnfinished(future, 10), 0)
      assert.isTrue(Option.isNone(yield* dying.end(path, 10)))
      assert.strictEqual(yield* dying.dropUnfinished(past, 10), 0)
      assert.strictEqual(yield* dying.dropUnfinished(future, 1), 1)
      assert.strictEqual(yield* dying.dropUnfinished(future, 10), 1)
      assert.strictEqual(yield* dying.dropUnfinished(future, 10), 0)
    })
  )

  test(
    "holds sealed blobs that show nothing",
    Effect.gen(function* () {
      const objects = yield* objectsOf(newBucket())
      const store = makeBlobStore(objects, yield* BlobKeys)
      yield* store.put(key, Buffer.from("what only its owner may read ".repeat(1_000)))
      const stored = Option.getOrThrow(yield* objects.end(path, 100_000))
      assert.isAbove(stored.size, 29_000)
      assert.strictEqual(Buffer.from(stored.bytes).indexOf("owner"), -1)
    }).pipe(Effect.provide(sealing))
  )
})
