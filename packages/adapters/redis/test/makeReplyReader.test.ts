/** Replies in pieces of any length. Observed: whether they are taken. */
import { assert, describe, it } from "@effect/vitest"
import { makeReplyReader, replyLimits } from "../src/makeReplyReader.ts"

const read = (text: string, piece = text.length): boolean => {
  const reader = makeReplyReader()
  try {
    for (let at = 0; at < text.length; at += piece) reader(Buffer.from(text.slice(at, at + piece), "latin1"))
    return true
  } catch {
    return false
  }
}

const bulk = (length: number) => `$${length}\r\n${"a".repeat(length)}\r\n`

describe("makeReplyReader", () => {
  it("takes what Redis answers, however it is cut", () => {
    const answers = [
      ...["+OK\r\n", "-ERR no\r\n", ":-12\r\n", "$-1\r\n", "*-1\r\n", "$0\r\n\r\n", "$4\r\n\r\n\r\n\r\n", "*0\r\n"],
      ...["*2\r\n:1\r\n*2\r\n$1\r\na\r\n_\r\n", "%1\r\n+a\r\n#t\r\n", "~1\r\n,1.5\r\n", ",inf\r\n", "(123\r\n"],
      ...[">3\r\n+message\r\n+a\r\n+b\r\n", "=7\r\ntxt:abc\r\n", "!3\r\nERR\r\n"]
    ]
    for (const piece of [1, 2, 3, 7, 1_000])
      for (const answer of [...answers, answers.join("")]) assert.isTrue(read(answer, piece), `${answer} by ${piece}`)
  })

  it("bounds each reply, and not what all of them are together", () => {
    const half = replyLimits.bytes / 2
    assert.isTrue(read(bulk(half).repeat(4), 1_000_000))
    assert.isFalse(read(`*4\r\n${bulk(half).repeat(4)}`, 1_000_000))
    assert.isFalse(read(`$${replyLimits.bytes}\r\n`))
    assert.isTrue(read("*3\r\n".repeat(replyLimits.depth)))
    assert.isFalse(read("*3\r\n".repeat(replyLimits.depth + 1)))
    assert.isTrue(read(`*${replyLimits.values}\r\n`))
    assert.isFalse(read(`%${replyLimits.values}\r\n`))
    assert.isFalse(read(`+${"a".repeat(replyLimits.line)}`, 1_000))
    assert.isTrue(read(`+${"a".repeat(replyLimits.line - 3)}\r\n`, 1_000))
  })

  it("takes nothing of which the client could think that it ends elsewhere", () => {
    const others = ["+a\n", "a\r\n", ":1a\r\n", "#true\r\n", "_x\r\n", "=1\r\na\r\n", "$-2\r\n", "$?\r\n", "*1e9\r\n"]
    for (const text of [...others, "+a\rb\r\n", ",nanx\r\n", "%-1\r\n", "|1\r\n", "\r\n"])
      assert.isFalse(read(text), JSON.stringify(text))
  })
})
