import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { maxPieceBytes, SubmissionParser, SubmissionProblem } from "../../src/batches/SubmissionParser.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What comes of a text that arrives in pieces of `size` bytes. */
const read = (text: string | Uint8Array, size = 64) => {
  const bytes = typeof text === "string" ? bytesOf(text) : text
  const parser = new SubmissionParser()
  const entries: Array<unknown> = []
  for (let at = 0; at < bytes.length; at += size) entries.push(...parser.write(bytes.subarray(at, at + size)))
  const rest = parser.end()
  assert.strictEqual(parser.count, entries.length)
  return { entries, rest }
}

const refused = (text: string | Uint8Array, size?: number) => {
  try {
    read(text, size)
  } catch (error) {
    assert.instanceOf(error, SubmissionProblem)
    return (error as SubmissionProblem).message
  }
  return assert.fail("it was taken")
}

describe("a submission that is read as it arrives", () => {
  it("hands out the entries and keeps the rest, in whatever pieces and order it comes", () => {
    const entry = fc.oneof(
      fc.webUrl(),
      fc.record({
        url: fc.webUrl(),
        itemId: fc.string(),
        meta: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
      })
    )
    fc.assert(
      fc.property(
        fc.array(entry),
        fc.jsonValue({ maxDepth: 2 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 300 }),
        (urls, options, first, size) => {
          const data = first ? { urls, options } : { options, format: "html", urls }
          const sent = first
            ? { input: { data, mode: "scrape" }, tags: ["a"] }
            : { tags: ["a"], input: { mode: "scrape", data } }
          const text = JSON.stringify(sent, null, size % 3)
          const { entries, rest } = read(text, size)
          assert.deepStrictEqual(entries, JSON.parse(JSON.stringify(urls)))
          const without = JSON.parse(text)
          without.input.data.urls = []
          assert.deepStrictEqual(rest, without)
        }
      )
    )
  })

  it("keeps what stands elsewhere under that name, and what is no list", () => {
    for (const sent of [
      { urls: ["a"] },
      { input: { urls: ["a"] } },
      { input: { data: { urls: { a: "b" } } } },
      [{ input: 1 }],
      "text",
      7,
      null
    ]) {
      assert.deepStrictEqual(read(JSON.stringify(sent)), { entries: [], rest: sent })
    }
  })

  it("refuses what is not JSON, is cut off, goes on, or is not UTF-8", () => {
    for (const text of [
      "",
      " ",
      "{",
      '{"input":{"data":{"urls":["a"',
      '{"a":1}}',
      '{"a":1} x',
      "{'a':1}",
      '{"a":01}',
      "nul",
      '{"a":"\u0001"}'
    ]) {
      assert.strictEqual(refused(text), "The body is not valid JSON.", JSON.stringify(text))
    }
    assert.strictEqual(refused(new Uint8Array([0x22, 0xc3, 0x28, 0x22])), "The body is not valid JSON.")
  })

  it("refuses a second list under the same name, whose first was handed out already", () => {
    assert.strictEqual(refused('{"input":{"data":{"urls":["a"],"urls":["b"]}}}'), "The body has two lists of urls.")
    assert.strictEqual(
      refused('{"input":{"data":{"urls":["a"]}},"input":{"data":{"urls":["b"]}}}'),
      "The body has two lists of urls."
    )
    for (const data of ['"urls":["a"],"urls":[]', '"urls":["a"],"urls":null', '"urls":["a"]},"data":{']) {
      assert.strictEqual(refused(`{"input":{"data":{${data}}}}`), "The body has two lists of urls.", data)
    }
    assert.deepStrictEqual(read('{"input":{"data":{"urls":[],"urls":["a"]}}}').entries, ["a"])
  })

  it("refuses what is deep, has too many members, or never ends, before all of it came", () => {
    const within = (entry: string) => `{"input":{"data":{"urls":["a",${entry}`
    assert.include(refused(within("[".repeat(100_000))), "levels deep")
    assert.include(refused(within(`[${"1,".repeat(100_000)}`)), "elements and members")
    assert.include(refused(within(`"${"x".repeat(2 * maxPieceBytes)}`), 65_536), "bytes at most")
    assert.include(refused(`{"x":"${"x".repeat(2 * maxPieceBytes)}`, 65_536), "bytes at most")
    assert.include(refused(`{"x":[${"1,".repeat(100_000)}`), "elements and members")
    assert.include(refused(`{${'"a":{'.repeat(100_000)}`), "levels deep")
  })

  it("takes any number of entries, since none is kept", () => {
    const parser = new SubmissionParser()
    parser.write(bytesOf('{"input":{"data":{"urls":['))
    const piece = bytesOf('{"url":"https://example.com/"},'.repeat(1_000))
    let count = 0
    for (let n = 0; n < 100; n++) count += parser.write(piece).length
    parser.write(bytesOf('"https://example.com/"]}}}'))
    assert.deepStrictEqual([count, parser.count], [100_000, 100_001])
    assert.deepStrictEqual(parser.end(), { input: { data: { urls: [] } } })
  })

  it("gives a member that is called __proto__ no other meaning", () => {
    const { entries } = read('{"input":{"data":{"urls":[{"url":"a","__proto__":{"itemId":"b"}}]}}}')
    assert.deepStrictEqual(Object.keys(entries[0] as object), ["url", "__proto__"])
    assert.isUndefined((entries[0] as { itemId?: string }).itemId)
  })
})
