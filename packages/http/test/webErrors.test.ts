/** What callers are told when the web cannot be read: of every error, what it looks like on the wire. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { OutOfCredits } from "@kittiwake/core/credits/errors"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { WebError } from "@kittiwake/core/pages/errors"
import * as profileErrors from "@kittiwake/core/profiles/errors"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import * as errors from "@kittiwake/core/web/errors"
import { CallAbandoned } from "@kittiwake/core/web/errors"
import { Effect } from "effect"
import { ResearchTimedOut, refusalOf } from "../src/errors.ts"
import { call, layer, newCaller, newKey, newOrganization } from "./support/App.ts"
import { pathOf, readings } from "./support/operations.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const message = "The page answered 500."

const unusable = (reason: profileErrors.ProfileUnusable["reason"]) =>
  new profileErrors.ProfileUnusable({ reason, message })

type Wire = readonly [status: number, code: string, shouldRetry: string | null, retryAfter: string | null]

const final = "false"

const wire: ReadonlyArray<readonly [error: WebError, told: Wire]> = [
  [new errors.WebsiteNotFound({ message }), [400, "WEBSITE_NOT_FOUND", null, null]],
  [new errors.WebsiteInaccessible({ message }), [400, "WEBSITE_ACCESS_ERROR", null, null]],
  [new errors.NoExit({ message }), [400, "INPUT_VALIDATION_ERROR", null, null]],
  [new errors.WebsiteBlocked({ message }), [400, "WEBSITE_BLOCKED", null, null]],
  // The public client waits for as long as a header says, whatever that is: what a site asks for stands in the message alone.
  [new errors.WebsiteBlocked({ message, status: 429, retryAfterSeconds: 3_600 }), [400, "WEBSITE_BLOCKED", null, null]],
  [new errors.TargetNotFound({ message }), [404, "NOT_FOUND", null, null]],
  [new errors.PdfSkipped(), [400, "PDF_SKIPPED", null, null]],
  [new errors.PdfImagesOnly(), [400, "PDF_IMAGES_ONLY", null, null]],
  [new errors.ContentTooLarge({ message }), [413, "CONTENT_TOO_LARGE", null, null]],
  [new errors.ContentUnsupported({ message }), [415, "UNSUPPORTED_CONTENT", null, null]],
  [new errors.DeadlinePassed(), [408, "REQUEST_TIMEOUT", final, null]],
  [new errors.CapabilityMissing({ message }), [503, "INTERNAL_ERROR", final, null]],
  [new errors.MayHaveActed({ message }), [503, "INTERNAL_ERROR", final, null]],
  [new errors.TooBusy({ message }), [503, "INTERNAL_ERROR", null, "5"]],
  [new errors.SlowDown({ message, retryAfterSeconds: 42 }), [429, "RATE_LIMITED", null, "42"]],
  [new errors.SlowDown({ message, retryAfterSeconds: 200 }), [429, "RATE_LIMITED", null, "60"]],
  [new profileErrors.ProfileNotFound(), [404, "PROFILE_NOT_FOUND", null, null]],
  [new profileErrors.ProfileBusy(), [409, "PROFILE_BUSY", null, "5"]],
  [unusable("invalid_session"), [400, "PROFILE_INVALID_SESSION", null, null]],
  [unusable("session_expired"), [422, "PROFILE_SESSION_EXPIRED", null, null]],
  [unusable("origin_blocked"), [403, "PROFILE_ORIGIN_BLOCKED", null, null]],
  [unusable("reauthentication_required"), [422, "PROFILE_REAUTHENTICATION_REQUIRED", null, null]],
  [unusable("missing_credentials"), [422, "PROFILE_MISSING_CREDENTIALS", null, null]],
  [unusable("interaction_required"), [422, "PROFILE_INTERACTION_REQUIRED", null, null]],
  [unusable("authentication_unknown"), [422, "PROFILE_AUTHENTICATION_UNKNOWN", null, null]],
  [new CallAbandoned(), [408, "REQUEST_TIMEOUT", final, null]],
  [new InvalidInput({ field: "urlRegex", message: "is no pattern" }), [400, "INPUT_VALIDATION_ERROR", null, null]],
  [new OutOfCredits({ available: 0, needed: 5 }), [403, "USAGE_EXCEEDED", null, null]],
  [new StoreUnavailable({ operation: "PageCache.find", cause: "down" }), [503, "INTERNAL_ERROR", null, "2"]],
  [
    new StoreUnavailable({ operation: "PageCache.put", cause: "no room", isDiskFull: true }),
    [503, "INTERNAL_ERROR", null, "60"]
  ],
  [
    new StoreUnavailable({ operation: "PageCache.find", cause: "it is gone", isLost: true }),
    [500, "INTERNAL_ERROR", final, null]
  ]
]

/** Errors of the web that no reading ends in; they have tests of their own. */
const notOfReading = ["DisposableEmail", "FreeEmail", "ProfileLimitReached", "ProfileSessionTooLarge"]

describe("an error of reading the web", () => {
  it("is in this table, whichever it is", () => {
    const known = new Set<string>([...wire.map(([{ _tag }]) => _tag), ...notOfReading])
    const classes = Object.keys(errors).filter((name) => /^[A-Z]/.test(name))
    for (const name of classes) assert.isTrue(known.has(name), name)
  })

  for (const operation of readings) {
    it.effect(
      `looks as the contract says when ${operation.method} ${operation.path} ends in it, and costs nothing`,
      () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization({ overrides: { unlimitedRequests: true } })
          const key = (yield* newKey(organization)).secret
          const script = yield* WebScript
          // What is researched ends in another status (contract/extract-answers.md §2).
          const late = ({ _tag }: { readonly _tag: string }) =>
            operation.path === "/web/answers" && _tag === "DeadlinePassed"
          for (const [error, usual] of wire) {
            const told = late(error) ? ([504, ...usual.slice(1)] as const) : usual
            script.before = Effect.fail(error)
            const { body, headers, status } = yield* call(operation.method, pathOf(operation, {}), {
              key,
              body: operation.body
            })
            assert.deepStrictEqual(
              [status, body.error_code, headers.get("x-should-retry"), headers.get("retry-after")],
              [...told],
              error._tag
            )
            assert.sameMembers(Object.keys(body), ["request_id", "message", "error_code", "key_metadata"])
            assert.strictEqual(body.message, refusalOf(late(error) ? new ResearchTimedOut() : error).message)
            assert.deepStrictEqual(body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
          }
          const account = yield* (yield* Credits).account(organization.id)
          assert.deepInclude(account, { available: 1_000 })
        }).pipe(Effect.provide(layer))
    )
  }

  it.effect("is a bug when it is none of them: told as one, with nothing of its cause, and free", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      ;(yield* WebScript).before = Effect.die(new Error("secret cause"))
      const reply = yield* call("GET", pathOf(readings[0]!, {}), { key })
      assert.deepStrictEqual([reply.status, reply.body.error_code], [500, "INTERNAL_ERROR"])
      assert.strictEqual(reply.headers.get("x-should-retry"), "false")
      assert.notInclude(JSON.stringify(reply.body), "secret")
      assert.deepStrictEqual(reply.body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
    }).pipe(Effect.provide(layer))
  )
})

describe("an answer of the web", () => {
  it.effect("tells what it cost, and the ledger agrees", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const script = yield* WebScript
      let remaining = 1_000
      for (const [index, operation] of readings.entries()) {
        script.credits = index + 1
        const reply = yield* call(operation.method, pathOf(operation, {}), { key, body: operation.body })
        remaining -= index + 1
        assert.deepStrictEqual(
          reply.body.key_metadata,
          { credits_consumed: index + 1, credits_remaining: remaining },
          operation.path
        )
        const logged = yield* call("GET", `/v1/logs/${reply.body.request_id}`, { key })
        assert.deepInclude(logged.body.data, { credits_used: index + 1, zdr: false, response: null })
      }
      const exact = "/v1/web/screenshot?directUrl=https://shop.example/"
      const picture = yield* call("GET", exact, { key })
      assert.deepInclude(picture.body.key_metadata, { credits_consumed: 5 })
      assert.strictEqual((yield* (yield* Credits).account(organization.id)).available, remaining - 5)
    }).pipe(Effect.provide(layer))
  )

  it("says how many credits are missing, of lists that were not counted to their end at least how many", () => {
    const told = (missing: typeof OutOfCredits.Type) => refusalOf(missing).message
    assert.deepStrictEqual(
      [
        told(new OutOfCredits({ available: 1, needed: 10 })),
        told(new OutOfCredits({ available: 0, needed: 1 })),
        told(new OutOfCredits({ available: 2, needed: 1_003, isAtLeast: true }))
      ],
      [
        "This needs 10 credits and 1 is available.",
        "This needs 1 credit and 0 are available.",
        "This needs at least 1003 credits and 2 are available."
      ]
    )
  })

  it.effect("is refused before the work to who cannot pay", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const script = yield* WebScript
      script.credits = 1_001
      let ran = false
      script.before = Effect.sync(() => {
        ran = true
      })
      const reply = yield* call("GET", pathOf(readings[0]!, {}), { key })
      assert.deepStrictEqual([reply.status, reply.body.error_code, ran], [403, "USAGE_EXCEEDED", false])
    }).pipe(Effect.provide(layer))
  )

  it.effect("has browser actions on paid plans only", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ plan: "free" })
      const actions = encodeURIComponent('[{"do":"wait","timeMs":1}]')
      for (const name of ["markdown", "html", "images"]) {
        const path = `/v1/web/scrape/${name}?url=https://shop.example/&actions=`
        const refused = yield* call("GET", path + actions, { key })
        assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "PAID_PLAN_REQUIRED"])
        assert.deepInclude(refused.body.key_metadata, { credits_consumed: 0 })
        assert.strictEqual((yield* call("GET", `${path}[]`, { key })).status, 200)
      }
    }).pipe(Effect.provide(layer))
  )
})
