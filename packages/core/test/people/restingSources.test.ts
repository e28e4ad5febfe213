/** Sources that fail rest, longer each time, and the others go on. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { type PersonSource, PersonSourceFailed } from "../../src/people/PersonSource.ts"
import { restingSources } from "../../src/people/restingSources.ts"
import { noClues } from "../../src/testing/personSourceSuite.ts"
import { recordOf } from "./records.ts"

const turn = { organizationId: OrganizationId.make("org_a"), leftMillis: 10_000, zeroRetention: false }

const failing = (reason: PersonSourceFailed["reason"], retryAfterSeconds: number | null = null) =>
  Effect.fail(new PersonSourceFailed({ reason, retryAfterSeconds, message: "No." }))

/** A source that does what is given, and how often it was asked. */
const scripted = Effect.fnUntraced(function* (answer: ReturnType<PersonSource["find"]>) {
  const asked = yield* Ref.make(0)
  const source: PersonSource = {
    name: "github",
    find: () =>
      Effect.andThen(
        Ref.update(asked, (count) => count + 1),
        answer
      )
  }
  const [rested] = yield* restingSources([source])
  return { asked: Ref.get(asked), find: (given = turn) => rested!.find(noClues, given) }
})

describe("a source that fails", () => {
  it.effect("is not asked while it rests, and says until when", () =>
    Effect.gen(function* () {
      const { asked, find } = yield* scripted(failing("throttled", 120))
      yield* Effect.flip(find())
      const resting = yield* Effect.flip(find())
      assert.deepStrictEqual([resting.reason, resting.retryAfterSeconds, yield* asked], ["throttled", 120, 1])
      yield* TestClock.adjust("119 seconds")
      yield* Effect.flip(find())
      assert.strictEqual(yield* asked, 1)
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(find())
      assert.strictEqual(yield* asked, 2)
    })
  )

  it.effect("rests longer after each failure, for ten minutes at most where it rejects us", () =>
    Effect.gen(function* () {
      const { asked, find } = yield* scripted(failing("rejected"))
      const rests: Array<number> = []
      for (let round = 1; round <= 8; round++) {
        yield* Effect.flip(find())
        assert.strictEqual(yield* asked, round)
        const { retryAfterSeconds } = yield* Effect.flip(find())
        rests.push(retryAfterSeconds!)
        yield* TestClock.adjust(`${retryAfterSeconds!} seconds`)
      }
      assert.deepStrictEqual(rests, [60, 120, 240, 480, 600, 600, 600, 600])
    })
  )

  it.effect("is not at fault when it had no time, and is ended when it takes too long", () =>
    Effect.gen(function* () {
      const { asked, find } = yield* scripted(Effect.never)
      for (const round of [1, 2]) {
        const waiting = yield* Effect.forkChild(Effect.flip(find({ ...turn, leftMillis: 1_000 })))
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Fiber.join(waiting)).reason, "unreachable")
        assert.strictEqual(yield* asked, round)
      }
    })
  )

  it.effect("begins anew after an answer", () =>
    Effect.gen(function* () {
      const answers = yield* Ref.make(0)
      const { find } = yield* scripted(
        Effect.flatMap(
          Ref.updateAndGet(answers, (count) => count + 1),
          (count) => (count === 2 ? Effect.succeed([recordOf({ fullName: "Ada" })]) : failing("unreachable"))
        )
      )
      for (const expected of [5, null, 5]) {
        const result = yield* Effect.result(find())
        assert.strictEqual(result._tag === "Success", expected === null)
        if (expected === null) continue
        assert.strictEqual((yield* Effect.flip(find())).retryAfterSeconds, expected)
        yield* TestClock.adjust("5 seconds")
      }
    })
  )
})
