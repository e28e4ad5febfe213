import { assert, describe, it } from "@effect/vitest"
import { byteRange, mayResume } from "../../src/batches/byteRange.ts"

describe("the bytes that a request wants", () => {
  it.each([
    ["bytes=0-0", { offset: 0, length: 1 }],
    ["bytes=0-9", { offset: 0, length: 10 }],
    ["bytes=3-", { offset: 3, length: 7 }],
    ["bytes=3-99", { offset: 3, length: 7 }],
    ["bytes=-4", { offset: 6, length: 4 }],
    ["bytes=-99", { offset: 0, length: 10 }],
    ["BYTES=9-9", { offset: 9, length: 1 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=10-12", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-3", null],
    ["bytes=0-1,3-4", null],
    ["lines=0-1", null],
    ["bytes=a-b", null],
    ["bytes=-", null],
    [undefined, null]
  ] as const)("%s", (header, wanted) => {
    assert.deepStrictEqual(byteRange(header, 10), wanted)
  })

  it("has none in an empty file", () => {
    for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"])
      assert.strictEqual(byteRange(header, 0), "unsatisfiable")
  })
})

it("goes on where nothing has changed since", () => {
  assert.isTrue(mayResume(undefined, '"a"'))
  assert.isTrue(mayResume('"a"', '"a"'))
  for (const other of ['"b"', 'W/"a"', "Sun, 01 Mar 2026 00:00:00 GMT"]) assert.isFalse(mayResume(other, '"a"'))
})
