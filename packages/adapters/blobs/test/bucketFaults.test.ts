/**
 * What a bucket's store may do wrong, by a server that does what each test has it do. What can be seen is what a caller gets, and
 * the requests that came.
 */
import { assert, describe, it } from "@effect/vitest"
import { BlobName } from "@kittiwake/core/blobs/domain/BlobKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Exit, Fiber, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { noise } from "../../../core/src/testing/noise.ts"
import { BlobKeys, layerPlain } from "../src/BlobKeys.ts"
import { makeBlobStore } from "../src/BlobStore.ts"
import { services } from "./bucketServices.ts"
import { reasonOf, refuse, scripted, secret } from "./buckets.ts"

const test = <E>(name: string, body: Effect.Effect<void, E, ServiceCaller | Scope.Scope>) =>
  it.live(name, () => Effect.scoped(Effect.provide(body, services)))

const path = "org_1/suite/one"
const one = { owner: OrganizationId.make("org_1"), name: BlobName.make("suite/one") }
const some = Stream.succeed(noise(1_000))

/** Bytes that go up in two parts. */
const twoParts = Stream.fromIterable([noise(8_000_000), noise(1_000_000)])

const read = (pieces: ReadonlyArray<Uint8Array>) => Buffer.concat(pieces)

describe("a bucket whose store", () => {
  test(
    "is busy is asked three times, and told to be busy then",
    Effect.gen(function* () {
      const twice = yield* scripted((_, response, nth) =>
        nth < 3 ? refuse(response, 503, "SlowDown") : response.writeHead(200).end()
      )
      assert.isTrue(yield* twice.objects.put(path, some))
      assert.strictEqual(twice.requests(), 3)
      const always = yield* scripted((_, response) => refuse(response, 503, "SlowDown"))
      assert.strictEqual(yield* reasonOf(always.objects.put(path, some)), "busy")
      assert.strictEqual(always.requests(), 3)
    })
  )

  test(
    "cuts an answer off is asked for the same part again",
    Effect.gen(function* () {
      const bytes = noise(5_000_000)
      const asked: Array<string> = []
      const { objects } = yield* scripted((request, response, nth) => {
        const [, from = "", to = ""] = /bytes=(\d+)-(\d+)/.exec(String(request.headers.range)) ?? []
        asked.push(`${from}-${to}`)
        const part = bytes.subarray(Number(from), Number(to) + 1)
        response.writeHead(206, {
          "content-length": part.length,
          "content-range": `bytes ${from}-${to}/${bytes.length}`
        })
        if (nth !== 2) return response.end(part)
        return response.write(part.subarray(0, 300_000), () => response.destroy())
      })
      const got = yield* Stream.runCollect(objects.read(path, 0, bytes.length))
      assert.isTrue(read(got).equals(bytes))
      assert.deepStrictEqual(asked, ["0-4194303", "4194304-4999999", "4194304-4999999"])
    })
  )

  test(
    "cuts a put off is given the bytes again, with their digest",
    Effect.gen(function* () {
      const bytes = noise(700_000)
      const { objects, requests } = yield* scripted((request, response, nth) => {
        if (nth === 1) return request.socket.destroy()
        const isWhole =
          request.body.equals(bytes) && /^[0-9a-f]{64}$/.test(String(request.headers["x-amz-content-sha256"]))
        return isWhole ? response.writeHead(200).end() : refuse(response, 400, "BadDigest")
      })
      assert.isTrue(yield* objects.put(path, Stream.succeed(bytes)))
      assert.strictEqual(requests(), 2)
    })
  )

  test(
    "did what was asked, and whose answer was lost, has what was put",
    Effect.gen(function* () {
      const kept: Array<Buffer> = []
      const { objects } = yield* scripted((request, response) => {
        if (request.method === "PUT" && kept.length > 0) return refuse(response, 412, "PreconditionFailed")
        if (request.method === "PUT") {
          kept.push(request.body)
          return request.socket.destroy()
        }
        const [body] = kept
        if (body === undefined) return refuse(response, 404, "NoSuchKey")
        const range = `bytes 0-${body.length - 1}/${body.length}`
        return response.writeHead(206, { "content-range": range }).end(body)
      })
      const store = makeBlobStore(objects, yield* BlobKeys)
      const { size } = yield* store.put(one, noise(1_000))
      assert.deepStrictEqual([size, kept.length], [1_000, 1])
    }).pipe(Effect.provide(layerPlain))
  )

  test(
    "knows no conditions is not asked for them again",
    Effect.gen(function* () {
      const { objects, requests } = yield* scripted((request, response) =>
        request.headers["if-none-match"] === undefined
          ? response.writeHead(200).end()
          : refuse(response, 501, "NotImplemented")
      )
      assert.isTrue(yield* objects.put(path, some))
      assert.isTrue(yield* objects.put(path, some))
      assert.strictEqual(requests(), 3)
    })
  )

  test(
    "is somewhere else, or hears a wrong region, says what to write",
    Effect.gen(function* () {
      for (const script of [
        { status: 301, code: "PermanentRedirect", headers: { "x-amz-bucket-region": "ap-south-1" } },
        { status: 400, code: "AuthorizationHeaderMalformed", headers: { "x-region": "ap-south-1" } }
      ]) {
        const { objects } = yield* scripted((_, response) =>
          refuse(response, script.status, script.code, script.headers)
        )
        const { message, reason } = yield* Effect.flip(objects.end(path, 10))
        assert.strictEqual(reason, "wrong_region")
        assert.match(message, /not in the region eu-west-9.*write region=ap-south-1 in KITTIWAKE_BLOBS/)
      }
    })
  )

  test(
    "has another clock is followed, and told where it does not say what time it is",
    Effect.gen(function* () {
      const ahead = 7_200_000
      const late = yield* scripted((request, response) => {
        const [, date = "", time = ""] = /^(\d{8})T(\d{6})Z$/.exec(String(request.headers["x-amz-date"])) ?? []
        const iso = `${date.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`
        const now = Date.now() + ahead
        const headers = { date: new Date(now).toUTCString() }
        if (Math.abs(Date.parse(iso) - now) > 900_000) return refuse(response, 403, "RequestTimeTooSkewed", headers)
        return response.writeHead(200, headers).end()
      })
      assert.isTrue(yield* late.objects.put(path, some))
      assert.isTrue(yield* late.objects.put(path, some))
      assert.strictEqual(late.requests(), 3)
      const dumb = yield* scripted((_, response) => {
        response.sendDate = false
        refuse(response, 403, "RequestTimeTooSkewed")
      })
      assert.strictEqual(yield* reasonOf(dumb.objects.put(path, some)), "clock")
    })
  )

  test(
    "has no room, forgets how to speak, or answers with too much, is told so",
    Effect.gen(function* () {
      const full = yield* scripted((_, response) => refuse(response, 507, "XMinioStorageFull"))
      assert.strictEqual(yield* reasonOf(full.objects.put(path, some)), "full")
      const odd = yield* scripted((_, response) => response.writeHead(418).end("<html><Code>teapot"))
      assert.strictEqual(yield* reasonOf(odd.objects.end(path, 10)), "failed")
      const much = yield* scripted((_, response) => response.writeHead(206).end(noise(100_000)))
      assert.strictEqual(yield* reasonOf(much.objects.end(path, 10)), "unreachable")
      const short = yield* scripted((_, response) => response.writeHead(206).end(noise(9)))
      assert.strictEqual(yield* reasonOf(Stream.runDrain(short.objects.read(path, 0, 10))), "damaged")
    })
  )

  test(
    "fails what went up in parts has it given up, whichever request failed",
    Effect.gen(function* () {
      for (const failing of ["part", "complete", "belated"] as const) {
        const given: Array<string> = []
        const { objects } = yield* scripted((request, response) => {
          const url = new URL(String(request.url), "http://store")
          if (request.method === "DELETE") {
            given.push(String(url.searchParams.get("uploadId")))
            return response.writeHead(204).end()
          }
          if (request.method === "GET") return refuse(response, 404, "NoSuchKey")
          if (url.searchParams.has("uploads")) {
            return response.end("<R><UploadId>the-upload</UploadId></R>")
          }
          if (request.method === "PUT") {
            return failing === "part"
              ? refuse(response, 403, "AccessDenied")
              : response.writeHead(200, { etag: '"e"' }).end()
          }
          return refuse(
            response,
            failing === "belated" ? 200 : 403,
            failing === "belated" ? "InternalError" : "AccessDenied"
          )
        })
        const reason = yield* reasonOf(objects.put(path, twoParts))
        assert.strictEqual(reason, failing === "belated" ? "busy" : "refused", failing)
        assert.deepStrictEqual(given, ["the-upload"], failing)
      }
    })
  )

  test(
    "is asked for anything gets no secret to see, and no error repeats one",
    Effect.gen(function* () {
      const seen: Array<string> = []
      const { objects } = yield* scripted((request, response) => {
        seen.push(JSON.stringify(request.headers) + request.url)
        refuse(response, 403, "AccessDenied")
      })
      const error = yield* Effect.flip(objects.end(path, 10))
      assert.match(seen.join(), /AWS4-HMAC-SHA256 Credential=SCRIPTED/)
      assert.notInclude(seen.join() + JSON.stringify(error) + String(error) + String(error.cause), secret)
    })
  )
})

it.effect("a store that never answers is given up after three tries of ten seconds", () =>
  Effect.gen(function* () {
    const waiting = new Map<number, () => void>()
    const { objects, requests } = yield* scripted((_request, _response, nth) => waiting.get(nth)?.())
    const arrived = (nth: number) =>
      Effect.callback<void>((resume) => {
        if (requests() >= nth) resume(Effect.void)
        else waiting.set(nth, () => resume(Effect.void))
      })
    const asked = yield* Effect.forkChild(Effect.exit(objects.end(path, 10)))
    for (let nth = 1; nth <= 3; nth++) {
      yield* arrived(nth)
      yield* TestClock.adjust("11 seconds")
      yield* TestClock.adjust("1 second")
    }
    const exit = yield* Fiber.join(asked)
    assert.isTrue(Exit.isFailure(exit))
    assert.strictEqual(requests(), 3)
  }).pipe(Effect.provide(services), Effect.scoped)
)
