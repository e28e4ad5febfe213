import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { redact } from "../../src/usage/domain/redact.ts"

const whole = { depth: 16, characters: Number.POSITIVE_INFINITY }
const kept = (value: unknown, limits: Partial<typeof whole> = {}) => redact(value, { ...whole, ...limits })

describe("what is kept of a call", () => {
  it("has no secret in it, at any depth and however its name is spelled", () => {
    for (const name of [
      "authorization",
      "Proxy-Authorization",
      "cookie",
      "cookies",
      "Set-Cookie",
      "secret",
      "webhook_secret",
      "clientSecret",
      "password",
      "PASSWORD",
      "token",
      "access_token",
      "refreshToken",
      "api_key",
      "x-api-key",
      "apiKey",
      "private_key",
      "credentials",
      "session",
      "storage_state",
      "auth[password]",
      "token[]",
      "access_token[0]",
      "password[value]",
      "secret.value"
    ]) {
      const value = { a: [{ [name]: "s3cret" }], [name]: { deep: ["s3cret"] } }
      assert.notInclude(JSON.stringify(kept(value)), "s3cret", name)
      assert.deepStrictEqual(kept({ [name]: 5, b: 5 }), { [name]: "[redacted]", b: 5 }, name)
    }
  })

  it("keeps what only looks like a secret, and whether a secret is there", () => {
    const value = {
      max_tokens: 5,
      next_cursor: "c",
      author: "a",
      session_id: "s",
      cookie: null,
      has_secret: true,
      secret: false,
      secretary: "Ann"
    }
    assert.deepStrictEqual(kept(value), value)
  })

  it("has the names of forwarded headers and not their values", () => {
    assert.deepStrictEqual(kept({ headers: { Referer: "r", Accept: null }, b: "kept" }), {
      headers: { Referer: "[redacted]", Accept: null },
      b: "kept"
    })
    for (const name of ["headers", "extraHeaders", "headers[Referer]", "headers.Referer"]) {
      assert.deepStrictEqual(kept({ [name]: "value" }), { [name]: "[redacted]" })
    }
    assert.deepStrictEqual(kept({ headers: [["Referer", "r"]] }), { headers: "[redacted]" })
  })

  it("has no credentials of addresses", () => {
    assert.strictEqual(kept("https://user:p@ss@example.com/a?b=c"), "https://[redacted]@example.com/a?b=c")
    assert.strictEqual(
      kept("https://example.com/?api_key=1&q=x&access_token=2#f"),
      "https://example.com/?api_key=[redacted]&q=x&access_token=[redacted]#f"
    )
    assert.strictEqual(
      kept("https://example.com/?token[]=1&auth%5Bpassword%5D=2&tokens[]=3"),
      "https://example.com/?token[]=[redacted]&auth%5Bpassword%5D=[redacted]&tokens[]=3"
    )
    assert.strictEqual(kept("mail user@example.com?token=x"), "mail user@example.com?token=x")
    assert.strictEqual(kept("https://example.com/user@home?q=token"), "https://example.com/user@home?q=token")
  })

  it("says that bytes were uploaded, and not which", () => {
    for (const bytes of [new Uint8Array(3), new ArrayBuffer(3), new Blob(["x"]), new ReadableStream()]) {
      assert.deepStrictEqual(kept({ file: bytes, name: "a.pdf" }), { file: "[redacted]", name: "a.pdf" })
    }
  })

  it("is JSON that every database takes", () => {
    const half = "\ud800"
    assert.deepStrictEqual(
      kept({ a: undefined, b: Number.NaN, c: 1n, d: new Date(0), e: () => 1, "n\0": `x\0${half}` }),
      {
        b: null,
        c: "1",
        d: "1970-01-01T00:00:00.000Z",
        "n\ufffd": "x\ufffd\ufffd"
      }
    )
    assert.deepStrictEqual(kept([undefined, Symbol("s")]), [null, null])
    assert.strictEqual(kept(undefined), null)
    const hostile = kept(JSON.parse(`{"__proto__": {"token": "s3cret"}, "a": 1}`))
    assert.strictEqual(JSON.stringify(hostile), `{"__proto__":{"token":"[redacted]"},"a":1}`)
  })

  it("is the very value when nothing had to be hidden", () => {
    const value = { a: [1, "two", { three: null }], b: { c: true } }
    assert.strictEqual(kept(value), value)
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const once = kept(json, { characters: 500 })
        assert.strictEqual(kept(once), once)
        assert.strictEqual(JSON.stringify(JSON.parse(JSON.stringify(once))), JSON.stringify(once))
      })
    )
  })

  it("ends where there is too much of it", () => {
    assert.strictEqual(kept("x".repeat(30), { characters: 10 }), `${"x".repeat(10)}[truncated]`)
    assert.deepStrictEqual(kept({ a: ["xxx", "yyy", "zzz", "zzz"], b: 1 }, { characters: 11 }), {
      a: ["xxx", "yyy", "[truncated]"],
      "[truncated]": true
    })
    assert.deepStrictEqual(kept([[["deep"]], 1], { depth: 2 }), [["[truncated]"], 1])
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), fc.nat(200), (json, characters) => {
        // Beyond its characters a value has only marks, one for each list and object that was left open. A number counts one,
        // and has 24 letters at most.
        const text = JSON.stringify(kept(json, { characters }))
        assert.isBelow(text.replaceAll(/[[\]{}",:]|truncated|true/g, "").length, 24 * characters + 40)
      })
    )
  })

  it("takes no longer for a value that is nested without end", () => {
    let deep: unknown = "end"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    assert.include(JSON.stringify(kept(deep)), "[truncated]")
  })
})
