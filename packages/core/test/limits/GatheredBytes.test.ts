import { assert, describe, it, vi } from "@effect/vitest"
import { Schema } from "effect"
import { GatheredBytes } from "../../src/limits/domain/GatheredBytes.ts"

const of = (length: number, value = 7) => new Uint8Array(length).fill(value)

describe("Bytes that arrive in pieces", () => {
  it.prop(
    "are the same as the pieces one after the other",
    [
      Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 70_000 }))),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300_000 }))
    ],
    ([lengths, expected]) => {
      const pieces = lengths.map((length, index) => of(length, index))
      const gathered = new GatheredBytes(Number.MAX_SAFE_INTEGER, expected)
      for (const piece of pieces) assert.strictEqual(gathered.add(piece), "kept")
      assert.isTrue(Buffer.concat(pieces).equals(gathered.whole()))
    }
  )

  it("keep no small piece, so that what it is a part of can go", () => {
    const gathered = new GatheredBytes(100)
    const piece = of(1)
    gathered.add(of(2))
    gathered.add(piece)
    piece[0] = 0
    assert.deepStrictEqual([...gathered.whole()], [7, 7, 7])
  })

  it("take no place for what was announced and does not come", () => {
    const asked = vi.spyOn(globalThis, "Uint8Array")
    const gathered = new GatheredBytes(50_000_000, 50_000_000)
    const piece = of(1_000)
    for (let sent = 0; sent < 250_000; sent += piece.length) gathered.add(piece)
    const sizes = asked.mock.calls.map(([size]: ReadonlyArray<unknown>) => (typeof size === "number" ? size : 0))
    const most = Math.max(...sizes)
    asked.mockRestore()
    assert.isBelow(most, 100_000)
  })

  it("hand back each piece that was copied, and all of them where nobody will ask", () => {
    const given: Array<Uint8Array> = []
    const pieces = Array.from({ length: 20 }, (_, index) => of(40_000, index))
    const expected = Buffer.concat(pieces)
    for (const announced of [0, expected.length]) {
      const gathered = new GatheredBytes(1_000_000, announced, (piece) => given.push(piece))
      for (const piece of pieces) gathered.add(piece)
      assert.isTrue(expected.equals(gathered.whole()))
      assert.isTrue(expected.equals(gathered.whole()))
      assert.isTrue(pieces.every((piece) => given.includes(piece)))
      given.length = 0
    }
    const dropped = new GatheredBytes(1_000_000, expected.length, (piece) => given.push(piece))
    for (const piece of pieces) dropped.add(piece)
    dropped.drop()
    assert.strictEqual(
      given.reduce((most, { buffer }) => Math.max(most, buffer.byteLength), 0),
      expected.length
    )
  })

  it("have their place where their length was announced", () => {
    const gathered = new GatheredBytes(1_000_000, 300_000)
    for (const piece of [of(100_000, 1), of(1, 2), of(199_999, 3)]) gathered.add(piece)
    const whole = gathered.whole()
    assert.deepStrictEqual([whole.length, whole[99_999], whole[100_000], whole[299_999]], [300_000, 1, 2, 3])
    assert.strictEqual(gathered.whole().buffer, whole.buffer)
    assert.strictEqual(whole.buffer.byteLength, 300_000)
  })

  it("are refused when they are too many", () => {
    const gathered = new GatheredBytes(100)
    assert.strictEqual(gathered.add(of(100)), "kept")
    assert.strictEqual(gathered.add(of(1)), "too_many_bytes")
  })

  it("are refused when the pieces are too many for so few bytes", () => {
    const gathered = new GatheredBytes(20 * 1024 * 1024)
    const piece = of(1)
    let pieces = 0
    while (gathered.add(piece) === "kept") pieces += 1
    assert.isBelow(pieces, 52_000)
  })

  it("may come in more pieces where these cost less", () => {
    const gathered = new GatheredBytes(100_000, 0, undefined, { free: 100, leastBytes: 4 })
    for (let pieces = 0; pieces < 10_000; pieces++) assert.strictEqual(gathered.add(of(4)), "kept")
    const bytes = new GatheredBytes(100_000, 0, undefined, { free: 100, leastBytes: 4 })
    let pieces = 0
    while (bytes.add(of(1)) === "kept") pieces += 1
    assert.strictEqual(pieces, 133)
  })

  it("may come in as many pieces of an ordinary line as there are", () => {
    const gathered = new GatheredBytes(20 * 1024 * 1024)
    const line = of(50)
    let pieces = 0
    while (gathered.add(line) === "kept") pieces += 1
    assert.strictEqual(pieces, Math.floor((20 * 1024 * 1024) / line.length))
  })
})
