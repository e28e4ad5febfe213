import { assert, describe, it } from "@effect/vitest"
import { checkRequestHeaders } from "@kittiwake/core/web/domain/RequestHeaders"
import { Result } from "effect"

const refused = (headers: Record<string, string>) => Result.isFailure(checkRequestHeaders(headers))

describe("Request headers", () => {
  it("of a caller are taken with their names in lower case", () => {
    const headers = { Authorization: "Bearer a.b", "Accept-Language": " de ", "X-Custom_1": "", Cookie: "a=1; b=é" }
    assert.deepStrictEqual(Result.getOrThrow(checkRequestHeaders(headers)), {
      authorization: "Bearer a.b",
      "accept-language": "de",
      "x-custom_1": "",
      cookie: "a=1; b=é"
    })
  })

  it.each([
    ...["Host", "HOST", "Content-Length", "Connection", "Keep-Alive", "Transfer-Encoding", "TE", "Trailer", "Upgrade"],
    ...["Expect", "Proxy-Authorization", "Proxy-Connection", "proxy-anything", "X-Forwarded-For", "x-forwarded-host"],
    ...["Forwarded", "HTTP2-Settings", ":authority", ":path", "", " ", "a b", "a:b", "a\r\nHost", "na\u00efve", "x\0"]
  ])("may not be named %j", (name) => {
    assert.isTrue(refused({ [name]: "value" }))
  })

  it.each(["a\r\nX: b", "a\nb", "a\rb", "a\0b", "snow\u2603", "\u007f", "a".repeat(8_193)])(
    "may not have the value %j",
    (value) => {
      assert.isTrue(refused({ "x-a": value }))
    }
  )

  it("are at most 50, of at most 8,192 characters, each name once in any case", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "v"]))
    assert.isFalse(refused(many(50)))
    assert.isTrue(refused(many(51)))
    assert.isFalse(refused({ "x-a": "a".repeat(8_192) }))
    assert.isTrue(refused({ "x-a": "1", "X-A": "2" }))
    assert.isTrue(refused({ ["x".repeat(257)]: "1" }))
  })

  it("named like a property of objects are headers like any other", () => {
    const headers = JSON.parse('{"__proto__":"a","constructor":"b"}')
    assert.deepStrictEqual(Object.entries(Result.getOrThrow(checkRequestHeaders(headers))), [
      ["__proto__", "a"],
      ["constructor", "b"]
    ])
    assert.isUndefined(({} as Record<string, unknown>).a)
  })
})
