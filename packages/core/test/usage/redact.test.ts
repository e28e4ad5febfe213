import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { type Kept, keptNothing, keptOpen } from "../../src/usage/domain/Kept.ts"
import { redact } from "../../src/usage/domain/redact.ts"

const whole = { depth: 16, characters: Number.POSITIVE_INFINITY }
const kept = (value: unknown, limits: Partial<typeof whole> = {}) => redact(value, { ...whole, ...limits }, keptOpen)

const of = (given: Partial<Kept>): Kept => ({ ...keptNothing, ...given })
const words = (...options: ReadonlyArray<string>) => of({ words: new Set(options) })
const texts = (...kinds: ReadonlyArray<Kept["texts"] extends ReadonlySet<infer T> ? T : never>) =>
  of({ texts: new Set(kinds) })
const numbers = of({ numbers: true })
const fields = (known: Readonly<Record<string, Kept>>) => of({ fields: new Map(Object.entries(known)) })

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
    assert.strictEqual(kept("https://user:p@ss@example.com/a?b=c"), "https://[redacted]@example.com/a?b=[redacted]")
    assert.strictEqual(
      kept("https://example.com/?api_key=1&q=x&access_token=2#f"),
      "https://example.com/?api_key=[redacted]&q=[redacted]&access_token=[redacted]#[redacted]"
    )
    assert.strictEqual(
      kept("https://example.com/?token[]=1&auth%5Bpassword%5D=2&tokens[]=3"),
      "https://example.com/?token[]=[redacted]&auth%5Bpassword%5D=[redacted]&tokens[]=[redacted]"
    )
    assert.strictEqual(kept("mail user@example.com?token=x"), "mail user@example.com?token=x")
    assert.strictEqual(kept("https://example.com/user@home"), "https://example.com/user@home")
    assert.strictEqual(
      kept("refused https://example.com/?jwt=x, and https://u@b.example/;sid=1/c?s3cret"),
      "refused https://example.com/?jwt=[redacted] and https://[redacted]@b.example/;sid=[redacted]/c?[redacted]"
    )
  })

  it("is nothing of what is not known to be harmless", () => {
    for (const value of ["s3cret", 1234, 12n, ["s3cret"], { any: "s3cret" }])
      assert.strictEqual(redact(value, whole), "[redacted]")
    for (const value of [null, true, false]) assert.strictEqual(redact(value, whole), value)
    const known = fields({ mode: words("fast", "slow"), count: numbers, note: keptNothing })
    assert.deepStrictEqual(
      redact({ mode: "fast", count: 5, note: "s3cret", pwd: "s3cret", pin: 1234, has: true }, whole, known),
      { mode: "fast", count: 5, note: "[redacted]", pwd: "[redacted]", pin: "[redacted]", has: true }
    )
    assert.deepStrictEqual(redact({ mode: "s3cret", count: "s3cret" }, whole, known), {
      mode: "[redacted]",
      count: "[redacted]"
    })
    assert.deepStrictEqual(redact({ count: "-12.5", mode: ["fast", "s3cret"] }, whole, known), {
      count: "-12.5",
      mode: ["fast", "[redacted]"]
    })
  })

  it("is a label, an id or a moment only where one belongs, and only what looks like it", () => {
    const id = `mon_${"0a".repeat(16)}`
    assert.strictEqual(redact("any words", whole, texts("label")), "any words")
    assert.strictEqual(redact(id, whole, texts("id")), id)
    assert.strictEqual(redact("sk_live_s3cret", whole, texts("id")), "[redacted]")
    assert.strictEqual(redact("2026-01-31T08:30:00.5+01:00", whole, texts("moment")), "2026-01-31T08:30:00.5+01:00")
    assert.strictEqual(redact(id, whole, texts("moment")), "[redacted]")
  })

  it("is of an address its host, its path and the names in its query", () => {
    const shown = (address: string) => redact(address, whole, texts("address"))
    assert.strictEqual(
      shown("https://u:p@a.example:8443/x/y?sig=1&pwd=2&key&code=&hook=a=b#jwt"),
      "https://[redacted]@a.example:8443/x/y?sig=[redacted]&pwd=[redacted]&[redacted]&code=&hook=[redacted]#[redacted]"
    )
    assert.strictEqual(shown("https://a.example/?"), "https://a.example/?")
    assert.strictEqual(shown("https://u@p@a.example?s3cret"), "https://[redacted]@a.example?[redacted]")
    assert.strictEqual(shown("https://a.example/x;jsessionid=1;b/y"), "https://a.example/x;jsessionid=[redacted];b/y")
    assert.strictEqual(shown("a.example/x?code=1"), "a.example/x?code=[redacted]")
    for (const other of ["s3cret", "eyJhbGciOi.eyJzdWIi.s1gn4ture", "user:p@a.example", "javascript:s3cret"]) {
      assert.strictEqual(shown(other), "[redacted]")
    }
  })

  it("is of a receiver's address its host alone", () => {
    const shown = (address: string) => redact(address, whole, texts("receiver"))
    assert.strictEqual(shown("https://hooks.example/services/T0/s3cret?x=1"), "https://hooks.example/[redacted]")
    assert.strictEqual(shown("https://u:p@hooks.example/"), "https://[redacted]@hooks.example/")
    assert.strictEqual(shown("https://hooks.example?s3cret"), "https://hooks.example/[redacted]")
  })

  it("is the same of lists and objects that a query writes in its own ways", () => {
    const action = fields({ do: words("type"), text: keptNothing })
    const known = of({
      fields: new Map([
        ["actions", of({ items: action })],
        ["by", of({ items: words("name", "url") })],
        ["timeout", fields({ milliseconds: numbers })]
      ]),
      others: keptNothing
    })
    assert.deepStrictEqual(
      redact(
        {
          actions: '[{"do":"type","text":"s3cret"}]',
          by: "name, s3cret,url",
          "by[]": ["url", "s3cret"],
          "timeout[milliseconds]": "50",
          "timeout[pwd]": "s3cret",
          timeout: '{"milliseconds":50,"pwd":"s3cret"}',
          "s3[session]": "s3cret"
        },
        whole,
        known
      ),
      {
        actions: '[{"do":"type","text":"[redacted]"}]',
        by: "name,[redacted],url",
        "by[]": ["url", "[redacted]"],
        "timeout[milliseconds]": "50",
        "timeout[pwd]": "[redacted]",
        timeout: '{"milliseconds":50,"pwd":"[redacted]"}',
        "s3[session]": "[redacted]"
      }
    )
    assert.deepStrictEqual(redact({ actions: "[{broken s3cret" }, whole, known), { actions: "[redacted]" })
  })

  it("is the same when it is looked at again", () => {
    const known = of({ others: texts("address", "moment") })
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }))),
        (json) => {
          const once = redact(json, { depth: 16, characters: 200 }, known)
          assert.deepStrictEqual(redact(once, { depth: 16, characters: 200 }, known), once)
        }
      )
    )
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
