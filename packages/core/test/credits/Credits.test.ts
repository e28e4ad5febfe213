import { assert, describe } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Exit, Fiber } from "effect"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { holdLifetime } from "../../src/credits/holdLifetime.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { paidBy } from "../paid.ts"
import { advance, scenario } from "../watching.ts"

const account = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return yield* Credits.use((credits) => credits.account(organization.id))
})

const holding = Effect.fnUntraced(function* <A, E, R>(id: string, credits: number, work: Effect.Effect<A, E, R>) {
  const { organization } = yield* TestInstallation
  const charging = withCharge(paidBy(organization.id, id), exactly(credits))
  return (yield* charging(() => Effect.map(work, (value) => ({ value, credits })))).value
})

describe("holding credits while work runs", () => {
  scenario(
    "sets them aside, and spends them when the work succeeds",
    Effect.gen(function* () {
      const seen = yield* holding("a", 30, account)
      assert.deepStrictEqual(seen, { balance: 100, held: 30, available: 70 })
      assert.deepStrictEqual(yield* account, { balance: 70, held: 0, available: 70 })
    }),
    { credits: 100 }
  )

  scenario(
    "gives them back when it fails, breaks or is interrupted",
    Effect.gen(function* () {
      assert.isTrue(Exit.isFailure(yield* Effect.exit(holding("a", 30, Effect.fail("failed")))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(holding("b", 30, Effect.die("broke")))))
      const fiber = yield* Effect.forkChild(holding("c", 30, Effect.never))
      yield* advance("1 minute")
      assert.strictEqual((yield* account).held, 30)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* account, { balance: 100, held: 0, available: 100 })
    }),
    { credits: 100 }
  )

  scenario(
    "begins no work that cannot be paid, and lets many at once overdraw nothing",
    Effect.gen(function* () {
      let begun = 0
      const work = Effect.gen(function* () {
        begun += 1
        yield* Effect.sleep("1 second")
      })
      const fiber = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 10 }, (_, index) => `${index}`),
          (id) => Effect.exit(holding(id, 30, work)),
          {
            concurrency: "unbounded"
          }
        )
      )
      yield* advance("2 seconds")
      const exits = yield* Fiber.join(fiber)
      assert.strictEqual(begun, 3)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 3)
      assert.deepStrictEqual(yield* account, { balance: 10, held: 0, available: 10 })
    }),
    { credits: 100 }
  )

  scenario(
    "expires in the customer's favour when its holder dies",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const ledger = yield* CreditLedger
      const expiresAt = DateTime.addDuration(yield* DateTime.now, holdLifetime)
      yield* ledger.hold({
        id: "hold_1",
        organizationId: organization.id,
        cause: { kind: "request", id: "a" },
        credits: 30,
        expiresAt
      })
      yield* advance("899999 millis")
      assert.strictEqual(yield* Credits.use((credits) => credits.expireHolds(10)), 0)
      assert.strictEqual((yield* account).available, 70)
      yield* advance("1 millis")
      assert.strictEqual(yield* Credits.use((credits) => credits.expireHolds(10)), 1)
      assert.deepStrictEqual(yield* account, { balance: 100, held: 0, available: 100 })
    }),
    { credits: 100, loops: false }
  )
})

describe("posting credits", () => {
  scenario(
    "counts a cause once, and never makes a balance negative",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const credits = yield* Credits
      const cause = { kind: "grant", id: "march" } as const
      yield* credits.post(organization.id, cause, 50)
      yield* credits.post(organization.id, cause, 50)
      assert.strictEqual((yield* account).balance, 150)
      const error = yield* Effect.flip(credits.post(organization.id, { kind: "adjustment", id: "a" }, -151))
      assert.strictEqual(error._tag, "OutOfCredits")
      assert.strictEqual((yield* account).balance, 150)
    }),
    { credits: 100 }
  )
})
