/** Many clients at the HTTP door at once: what every reply says of the limit, and what the limit lets in. */
import { assert, describe, it } from "@effect/vitest"
import { secondsUntilReset, sharedBucketSizes, windowMillis, windowStart } from "@kittiwake/core/limits/domain/Window"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Clock, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { assertWindow } from "../../core/src/testing/limitPropertiesSuite.ts"
import { newKey, newOrganization } from "./support/App.ts"
import { type Operation, operations, Probe } from "./support/Probe.ts"

const clients = 24
const callsOfEach = 12

/** Two rounds in one window, one in the next: seconds before each. */
const rounds = [7, 20.5, 40]

const usual: ReadonlyArray<Operation> = ["light", "light", "crawl", "look", "light", "watch", "submit"]

/** A reply, and when it was asked for and came, by the count of such moments. */
interface Seen {
  readonly operation: Operation
  readonly keyId: string
  readonly atMillis: number
  readonly asked: number
  readonly came: number
  readonly status: number
  readonly mode: string | null
  readonly limit: number
  readonly remaining: number
  readonly reset: string | null
  readonly retryAfter: string | null
}

const decodeRefusal = Schema.decodeUnknownSync(
  Schema.Struct({
    error_code: Schema.Literal("RATE_LIMITED"),
    message: Schema.String,
    request_id: Schema.String,
    key_metadata: Schema.Struct({ credits_consumed: Schema.Literal(0), credits_remaining: Schema.Int })
  })
)

const digits = (text: string | null): number => {
  assert.match(text ?? "", /^\d+$/)
  return Number(text)
}

/** Lets all clients call at once, in every round, and gives the replies. */
const storm = Effect.fnUntraced(function* (keys: ReadonlyArray<{ readonly id: string; readonly secret: string }>) {
  const { web } = yield* Probe
  const seen: Array<Seen> = []
  let moments = 0
  const call = Effect.fnUntraced(function* (client: number, turn: number) {
    const key = keys[client % keys.length]!
    const operation = usual[(client * 5 + turn) % usual.length]!
    const atMillis = yield* Clock.currentTimeMillis
    const asked = moments++
    const request = new Request(`http://kittiwake.test/v1/probe/${operation}`, {
      headers: { authorization: `Bearer ${key.secret}` }
    })
    const { headers, status, ...response } = yield* Effect.promise(async () => {
      const answer = await web(request)
      return { headers: answer.headers, status: answer.status, body: await answer.json() }
    })
    const came = moments++
    assert.include([200, 429], status, JSON.stringify(response.body))
    if (status === 429) assert.strictEqual(decodeRefusal(response.body).request_id, headers.get("x-request-id"))
    seen.push({
      ...{ operation, keyId: key.id, atMillis, asked, came, status },
      mode: headers.get("x-ratelimit-mode"),
      limit: digits(headers.get("x-ratelimit-limit")),
      remaining: digits(headers.get("x-ratelimit-remaining")),
      reset: headers.get("x-ratelimit-reset"),
      retryAfter: headers.get("retry-after")
    })
  })
  for (const seconds of rounds) {
    yield* TestClock.adjust(`${seconds} seconds`)
    yield* Effect.forEach(
      Array.from({ length: clients }, (_, client) => client),
      (client) =>
        Effect.forEach(Array.from({ length: callsOfEach }), (_, turn) => call(client, turn), { discard: true }),
      { concurrency: "unbounded", discard: true }
    )
  }
  assert.lengthOf(seen, clients * callsOfEach * rounds.length)
  return seen
})

const assertByTheMinute = (replies: ReadonlyArray<Seen>, limit: number) => {
  for (const { atMillis, mode, reset, retryAfter, status, ...reply } of replies) {
    assert.isNull(mode, "a limit by the minute names no mode")
    assert.strictEqual(reply.limit, limit)
    assert.strictEqual(digits(reset), (windowStart(atMillis) + windowMillis) / 1_000)
    assert.strictEqual(retryAfter, status === 429 ? String(secondsUntilReset(atMillis)) : null)
    if (retryAfter !== null) assert.isTrue(digits(retryAfter) >= 1 && digits(retryAfter) <= 60)
  }
  for (const start of new Set(replies.map(({ atMillis }) => windowStart(atMillis)))) {
    const window = replies.filter(({ atMillis }) => windowStart(atMillis) === start)
    assertWindow(
      limit,
      window.map(({ operation, remaining, status }) => ({
        weight: operations[operation].weight,
        admitted: status === 200,
        remaining
      }))
    )
    for (const earlier of window) {
      for (const later of window) {
        if (later.asked > earlier.came) assert.isAtMost(later.remaining, earlier.remaining, "what remains rose again")
      }
    }
  }
}

const assertInFlight = (replies: ReadonlyArray<Seen>, limit: number) => {
  for (const { mode, remaining, reset, retryAfter, status, ...reply } of replies) {
    assert.strictEqual(mode, "concurrency")
    assert.isNull(reset, "slots have no reset")
    assert.strictEqual(reply.limit, limit)
    if (status === 429) assert.deepStrictEqual([remaining, retryAfter], [0, "1"])
    else assert.isTrue(remaining >= 0 && remaining < limit && retryAfter === null)
  }
}

const of = (seen: ReadonlyArray<Seen>, bucket: string, keyId?: string) =>
  seen.filter((reply) => operations[reply.operation].bucket === bucket && (keyId ?? reply.keyId) === reply.keyId)

const admitted = (replies: ReadonlyArray<Seen>) => replies.filter(({ status }) => status === 200)

const begin = Effect.fnUntraced(function* (given: Partial<Organization>) {
  const organization = yield* newOrganization(given)
  const keys = [yield* newKey(organization), yield* newKey(organization)]
  return { organization, keys, seen: yield* storm(keys) }
})

/** The buckets that every plan and generation has by the minute, across the organization. */
const assertSharedBuckets = (seen: ReadonlyArray<Seen>) => {
  for (const bucket of ["monitors", "batches", "logs"] as const) {
    assertByTheMinute(of(seen, bucket), sharedBucketSizes[bucket])
  }
  const refused = of(seen, "batches").filter(({ status }) => status === 429)
  assert.isAbove(refused.length, 0, "nobody asked for more than there is")
  assert.lengthOf(of(seen, "monitors"), admitted(of(seen, "monitors")).length, "its budget is the monitors' alone")
}

describe("many clients at once", () => {
  it.effect(
    "of organizations counted by the minute never get more than each key's limit, and are told what remains",
    () =>
      Effect.gen(function* () {
        const { keys, seen } = yield* begin({ plan: "developer", limitScheme: "rate" })
        for (const { id } of keys) {
          const replies = of(seen, "default", id)
          assertByTheMinute(replies, 60)
          assert.isAbove(replies.length, admitted(replies).length, "nobody asked for more than there is")
        }
        assertSharedBuckets(seen)
      }).pipe(Effect.provide(Probe.layer))
  )

  it.effect(
    "of organizations counted in flight never have more calls inside than each key's slots, and give all back",
    () =>
      Effect.gen(function* () {
        const overrides = { concurrentRequests: 4 }
        const { keys, seen } = yield* begin({ plan: "developer", limitScheme: "concurrency", overrides })
        const { most } = yield* Probe
        for (const { id } of keys) {
          const replies = of(seen, "default", id)
          assertInFlight(replies, 4)
          assert.strictEqual(most(id), 4, "every slot was used, and none twice")
          assert.isAbove(replies.length, admitted(replies).length)
        }
        // All slots are free again: as many calls as there are get in, one after the other and all together.
        const again = yield* storm(keys)
        assert.isAbove(admitted(of(again, "default")).length, 0)
        assert.isAtMost(most(keys[0]!.id), 4)
        assertSharedBuckets(seen)
      }).pipe(Effect.provide(Probe.layer))
  )

  it.effect("of a new Free organization share two slots and ten calls a minute, whatever key they have", () =>
    Effect.gen(function* () {
      const { organization, seen } = yield* begin({ plan: "free", limitScheme: "free" })
      const { most } = yield* Probe
      const replies = of(seen, "default")
      const forWantOfASlot = replies.filter(({ mode }) => mode !== null)
      assertInFlight(forWantOfASlot, 2)
      assert.isTrue(
        forWantOfASlot.every(({ status }) => status === 429),
        "what is admitted tells of the minute"
      )
      assert.isAbove(forWantOfASlot.length, 0)
      // Calls that found no slot are no part of the window: they drew nothing from it.
      assertByTheMinute(
        replies.filter(({ mode }) => mode === null),
        10
      )
      assert.strictEqual(most(organization.id), 2)
      assertSharedBuckets(seen)
    }).pipe(Effect.provide(Probe.layer))
  )

  it.effect("of a paid plan of the newest generation are counted by the minute and for each key alone", () =>
    Effect.gen(function* () {
      const { keys, seen } = yield* begin({ plan: "developer", limitScheme: "free" })
      for (const { id } of keys) assertByTheMinute(of(seen, "default", id), 60)
      assertSharedBuckets(seen)
    }).pipe(Effect.provide(Probe.layer))
  )
})
