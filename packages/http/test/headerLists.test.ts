import { assert, describe, it } from "@effect/vitest"
import { headerList, headerListMaxLength, namesTag } from "../src/headerLists.ts"

describe("If-None-Match", () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    [' \tW/"a"\t ', true],
    ['"b", "a"', true],
    ['"b","c",W/"a"', true],
    [',, "b" ,,"a",', true],
    ['"x,y", "a"', true],
    ["*", true],
    [" * ", true],
    ["", false],
    [",", false],
    [undefined, false],
    ['"b"', false],
    ['"aa"', false],
    ['"A"', false],
    ["a", false],
    ['w/"a"', false],
    ['W/ "a"', false],
    ['"x,"a""', false],
    ['"x, "a"', false],
    ['"b" "a"', false],
    ['*, "b"', false],
    ['"*"', false]
  ] as const)("%s", (header, isNamed) => {
    assert.strictEqual(namesTag(header, '"a"'), isNamed)
    assert.strictEqual(namesTag(header, 'W/"a"'), isNamed)
  })

  it("is read up to a length that nobody needs, and else as if it was not there", () => {
    const long = (length: number) => `${",".repeat(length - 3)}"a"`
    assert.isTrue(namesTag(long(headerListMaxLength), '"a"'))
    assert.isFalse(namesTag(long(headerListMaxLength + 1), '"a"'))
    assert.isFalse(namesTag(`*${" ".repeat(headerListMaxLength)}`, '"a"'))
    const browser = Array.from({ length: 90 }, (_, index) => `W/"${String(index).padStart(32, "0")}"`).join(", ")
    assert.isTrue(namesTag(browser, `W/"${"89".padStart(32, "0")}"`))
  })

  it("keeps nothing from one header to the next", () => {
    assert.isTrue(namesTag('"b", "a"', '"b"'))
    assert.isTrue(namesTag('"a"', '"a"'))
  })
})

describe("a list in a header", () => {
  it("is what was written, unless it is too long", () => {
    assert.strictEqual(headerList("gzip, br"), "gzip, br")
    assert.strictEqual(headerList(undefined), "")
    assert.strictEqual(headerList("br,".repeat(headerListMaxLength)), "")
  })
})
