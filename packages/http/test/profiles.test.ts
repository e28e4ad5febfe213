/** Browser profiles at the door. Observed: replies, and all that is kept of calls. */
import { assert, describe, it } from "@effect/vitest"
import { maxProfileSessionBytes } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "../../core/src/memory/Database.ts"
import { call, layer, newCaller, newKey, newOrganization, pick } from "./support/App.ts"

const profiles = "/v1/org/browser/profiles"

const cookie = {
  name: "sid",
  value: "swordfish",
  domain: "shop.example",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: "Lax"
}

const session = { cookies: [cookie], origins: [] }

const create = (key: string, body?: unknown) => call("POST", profiles, { key, body })

describe("browser profiles", () => {
  it.effect("are made, listed newest first by pages, and removed", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const made: Array<string> = []
      for (const body of [undefined, {}, { description: null, session: null }, { description: "Shop", session }]) {
        yield* TestClock.adjust("1 second")
        const reply = yield* create(key, body)
        assert.strictEqual(reply.status, 201, JSON.stringify(reply.body))
        assert.match(String(reply.body.id), /^prof_[0-9a-f]{32}$/)
        assert.sameMembers(Object.keys(reply.body), [
          ...["id", "description", "created_at", "last_used_at", "request_id", "key_metadata"]
        ])
        assert.deepInclude(reply.body.key_metadata, { credits_consumed: 0 })
        made.unshift(String(reply.body.id))
      }
      const first = yield* call("GET", `${profiles}?limit=3`, { key })
      const second = yield* call("GET", `${profiles}?limit=3&cursor=${first.body.next_cursor}`, { key })
      const ids = [first, second].flatMap(({ body }) =>
        (body.data as ReadonlyArray<{ id: string }>).map(({ id }) => id)
      )
      assert.deepStrictEqual(ids, made)
      assert.deepStrictEqual([first.body.has_more, second.body.has_more, second.body.next_cursor], [true, false, null])
      assert.deepInclude(pick(first.body, "data", 0), { description: "Shop", last_used_at: null })
      const removed = yield* call("DELETE", `${profiles}/${made[0]}`, { key })
      assert.deepInclude(removed.body, { id: made[0], deleted: true })
      const again = yield* call("DELETE", `${profiles}/${made[0]}`, { key })
      assert.deepStrictEqual([again.status, again.body.error_code], [404, "PROFILE_NOT_FOUND"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are renewed in their place, by who may and with a session alone", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const made = (yield* create(key, { description: "Shop", session })).body
      const renew = (body: unknown, id = String(made.id), by = key) =>
        call("PUT", `${profiles}/${id}/session`, { key: by, body })
      const renewed = yield* renew({ session })
      assert.strictEqual(renewed.status, 200, JSON.stringify(renewed.body))
      const { key_metadata, request_id, ...record } = renewed.body
      const { key_metadata: _, request_id: __, ...before } = made
      assert.deepStrictEqual(record, before)
      assert.notInclude(JSON.stringify(renewed.body), "swordfish")
      const refusals: ReadonlyArray<readonly [status: number, code: string, body: unknown, id?: string]> = [
        [400, "INPUT_VALIDATION_ERROR", {}],
        [400, "INPUT_VALIDATION_ERROR", { session: null }],
        [400, "INPUT_VALIDATION_ERROR", { session, description: "Shop" }],
        [400, "PROFILE_INVALID_SESSION", { session: { cookies: 1 } }],
        [413, "PROFILE_SESSION_TOO_LARGE", { session: { ...session, origins: [{ value: "x".repeat(1_200_000) }] } }],
        [404, "PROFILE_NOT_FOUND", { session }, `prof_${"0".repeat(32)}`]
      ]
      for (const [status, code, body, id] of refusals) {
        const reply = yield* renew(body, id)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [status, code])
      }
      const strange = yield* renew({ session }, String(made.id), yield* newCaller())
      assert.deepStrictEqual([strange.status, strange.body.error_code], [404, "PROFILE_NOT_FOUND"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are nobody else's", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const stranger = yield* newCaller()
      const id = String((yield* create(key, { session })).body.id)
      assert.deepStrictEqual((yield* call("GET", profiles, { key: stranger })).body.data, [])
      for (const unknown of [id, `prof_${"0".repeat(32)}`, "x", "x".repeat(65)]) {
        const reply = yield* call("DELETE", `${profiles}/${unknown}`, { key: stranger })
        assert.deepStrictEqual([reply.status, reply.body.error_code], [404, "PROFILE_NOT_FOUND"], unknown)
      }
      assert.strictEqual(pick((yield* call("GET", profiles, { key })).body, "data", "length"), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("never show their session: in no reply, and nowhere in the log, whatever came of the call", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const deep: unknown = Array.from({ length: 40 }).reduce((inner) => [inner], "swordfish")
      const bodies: ReadonlyArray<readonly [status: number, body: unknown]> = [
        [201, { session }],
        [400, { session: { ...session, cookies: [{ ...cookie, name: "a\u0000b" }] } }],
        [400, { session: { swordfish: deep } }],
        [400, { session: { ...session, cookies: [{ ...cookie, sameSite: "swordfish" }] } }],
        [400, { session: "swordfish" }],
        [400, { session, description: "x".repeat(501) }],
        [400, { session, more: "swordfish" }],
        [400, '{"session":{"cookies":["swordfish"'],
        [413, { session: { ...session, origins: [{ value: "swordfish".repeat(130_000) }] } }],
        [413, { session: { value: "swordfish".repeat(300_000) } }]
      ]
      for (const [status, body] of bodies) {
        const reply = yield* create(key, body)
        assert.strictEqual(reply.status, status, JSON.stringify(reply.body))
        assert.notInclude(JSON.stringify(reply.body), "swordfish")
        const logged = yield* call("GET", `/v1/logs/${reply.body.request_id}`, { key })
        assert.strictEqual(logged.status, 200)
        assert.deepInclude(logged.body.data, { status_code: status })
      }
      assert.notInclude(JSON.stringify((yield* call("GET", profiles, { key })).body), "swordfish")
      const { usage } = yield* Database
      const kept = JSON.stringify([...usage.values()].map(({ logs }) => [...logs]))
      assert.include(kept, "/v1/org/browser/profiles")
      assert.notInclude(kept, "swordfish")
    }).pipe(Effect.provide(layer))
  )

  it.effect("take what Playwright writes, up to a megabyte of it, and nothing else", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const malformed = [{}, { cookies: [] }, { cookies: "x", origins: [] }, { cookies: [{}], origins: [] }]
      for (const one of malformed) {
        const reply = yield* create(key, { session: one })
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "PROFILE_INVALID_SESSION"])
      }
      const padded = (bytes: number) => {
        const empty = { ...session, cookies: [{ ...cookie, value: "" }] }
        const value = "x".repeat(bytes - JSON.stringify(empty).length)
        return { session: { ...session, cookies: [{ ...cookie, value }] } }
      }
      assert.strictEqual((yield* create(key, padded(maxProfileSessionBytes))).status, 201)
      const long = yield* create(key, padded(maxProfileSessionBytes + 1))
      assert.deepStrictEqual([long.status, long.body.error_code], [413, "PROFILE_SESSION_TOO_LARGE"])
      const longer = yield* create(key, padded(3 * maxProfileSessionBytes))
      assert.deepStrictEqual([longer.status, longer.body.error_code], [413, "PROFILE_SESSION_TOO_LARGE"])
      for (const [field, body] of [
        ["description", { description: 5 }],
        ["session", { session: [] }],
        ["more", { more: 1 }]
      ] as const) {
        const reply = yield* create(key, body)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
        assert.match(String(reply.body.message), new RegExp(`^${field}`))
      }
    }).pipe(Effect.provide(layer))
  )
})
