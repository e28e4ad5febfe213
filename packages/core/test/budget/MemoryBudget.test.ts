import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, leaving, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Deferred, Effect, Fiber, Schema } from "effect"

const budget = (capacityBytes = 120) => new MemoryCounter({ capacityBytes })

/** Takes one byte at a time until there is no more. */
const fill = (counter: MemoryCounter, owner: string) => {
  const lease = counter.open(owner)
  let bytes = 0
  while (lease.take(1)) bytes += 1
  return bytes
}

describe("memory that all share", () => {
  it("is half for who is alone, and leaves room for the next", () => {
    const counter = budget()
    assert.deepStrictEqual(
      ["a", "b", "c"].map((owner) => fill(counter, owner)),
      [60, 30, 15]
    )
    assert.strictEqual(fill(counter, "a"), 0)
  })

  it("is free again when its lease ends, whatever was given back before", () => {
    const counter = budget()
    const lease = counter.open("a")
    lease.take(50)
    lease.keep(100)
    lease.give(20)
    assert.strictEqual(counter.usedBytes, 130)
    assert.isFalse(counter.open("b").take(1))
    lease.close()
    assert.strictEqual(counter.usedBytes, 0)
    assert.isTrue(lease.take(1_000))
    assert.strictEqual(counter.usedBytes, 0)
  })

  it("may be taken as far as there is room, but for no less than is needed", () => {
    const counter = budget()
    const lease = counter.open("a")
    assert.isTrue(lease.takeUpTo(50, 10))
    assert.isTrue(lease.takeUpTo(50, 10))
    assert.strictEqual(counter.usedBytes, 70)
    lease.give(15)
    assert.isFalse(lease.takeUpTo(50, 11))
    assert.strictEqual(counter.usedBytes, 55)
  })

  it.effect("stays taken by what came of a work, and by nothing of one that came to nothing", () =>
    Effect.gen(function* () {
      const counter = budget()
      const lease = counter.open("a")
      const takes = Effect.map(CurrentLease, (own) => own.take(50))
      const leaves = leaving((bytes: number) => bytes)
      const begun = yield* Deferred.make<void>()
      const hangs = Effect.andThen(takes, Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      const ends = [Effect.as(takes, 20), Effect.andThen(takes, Effect.fail("lost")), Effect.as(takes, 0)]
      const counted: Array<number> = []
      for (const end of ends) {
        yield* Effect.exit(Effect.provideService(leaves(end), CurrentLease, lease))
        counted.push(counter.usedBytes)
      }
      const left = yield* Effect.forkChild(Effect.provideService(leaves(hangs), CurrentLease, lease))
      yield* Deferred.await(begun)
      counted.push(counter.usedBytes)
      yield* Fiber.interrupt(left)
      assert.deepStrictEqual([...counted, counter.usedBytes], [20, 20, 20, 70, 20])
      lease.close()
      assert.strictEqual(counter.usedBytes, 0)
    })
  )

  it("is told to fit as if nobody else held any", () => {
    const counter = budget()
    const lease = counter.open("a")
    counter.open("b").keep(100)
    assert.isFalse(lease.take(21))
    assert.deepStrictEqual([lease.fits(120), lease.fits(121), lease.enoughFor?.(121)], [true, false, 121])
    lease.keep(50)
    assert.strictEqual(lease.enoughFor?.(21), 121)
    assert.deepStrictEqual([lease.fits(20), lease.fits(21)], [true, false])
    // A part waits for nothing that the whole holds, but for what other parts do.
    const [part, other] = [lease.part?.(), lease.part?.()]
    other?.keep(30)
    assert.deepStrictEqual([part?.fits(20), part?.fits(21), part?.enoughFor?.(21)], [true, false, 121])
    assert.deepStrictEqual([part?.part?.().fits(21), part?.apart?.().fits(21)], [false, false])
    assert.deepStrictEqual([part?.fitsAlone?.(120), part?.fitsAlone?.(121)], [true, false])
    lease.close()
    assert.isTrue(lease.fits(1_000))
  })

  it("is given back by a part of a lease on its own, and with the whole at the latest", () => {
    const counter = budget()
    const lease = counter.open("a")
    lease.take(10)
    const [one, other] = [lease.part?.(), lease.part?.()]
    assert.isTrue(one?.take(20))
    assert.isTrue(other?.takeUpTo(100, 1))
    assert.strictEqual(counter.usedBytes, 90)
    one?.close()
    assert.strictEqual(counter.usedBytes, 70)
    lease.close()
    assert.strictEqual(counter.usedBytes, 0)
    assert.isTrue(other?.take(1_000))
    assert.isTrue(lease.part?.().take(1_000))
    assert.strictEqual(counter.usedBytes, 0)
  })

  it("is counted by a lease apart after the first has ended, and then as the heir's", () => {
    const counter = budget()
    const lease = counter.open("a")
    const apart = lease.apart?.()
    lease.keep(50)
    // What the work has beside it never leaves it room.
    assert.deepStrictEqual([apart?.fits(20), apart?.fits(21), apart?.apart?.().fits(21)], [true, false, false])
    lease.give(50)
    assert.isTrue(apart?.take(20))
    apart?.part?.().keep(10)
    lease.close()
    assert.deepStrictEqual([counter.usedBytes, apart?.take(1_000)], [30, false])
    assert.isTrue(lease.apart?.().take(5))
    const heir = counter.open("b")
    apart?.leaveTo(heir)
    assert.strictEqual(counter.usedBytes, 25)
    apart?.close()
    heir.close()
    assert.strictEqual(counter.usedBytes, 5)
  })

  it("has some for those who hold little, so many of them, where others hold more than there is", () => {
    const counter = budget(128_000)
    counter.open("much").keep(200_000)
    assert.deepStrictEqual([fill(counter, "a"), fill(counter, "a"), fill(counter, "much")], [1_000, 0, 0])
    // Who comes to hold more than little gives room to those who do not.
    const others = Array.from({ length: 20 }, (_, index) => fill(counter, `other ${index}`))
    assert.deepStrictEqual(others, [...Array.from({ length: 15 }, () => 1_000), 0, 0, 0, 0, 0])
    const more = counter.open("a")
    more.keep(1)
    assert.deepStrictEqual([fill(counter, "late"), counter.roomFor("a") < 0], [1_000, true])
    more.close()
    assert.strictEqual(fill(counter, "latest"), 0)
  })

  const step = Schema.Struct({
    owner: Schema.Literals(["a", "b", "c"]),
    verb: Schema.Literals(["take", "keep", "give", "close"]),
    bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 }))
  })

  it.prop("is never less than nothing, nor lost", [Schema.Array(step)], ([steps]) => {
    const counter = budget()
    const leases = { a: counter.open("a"), b: counter.open("b"), c: counter.open("c") }
    for (const { bytes, owner, verb } of steps) {
      if (verb === "close") leases[owner].close()
      else leases[owner][verb](bytes)
      assert.isAtLeast(counter.usedBytes, 0)
    }
    for (const lease of Object.values(leases)) lease.close()
    assert.strictEqual(counter.usedBytes, 0)
    assert.strictEqual(fill(counter, "a"), 60)
  })
})
