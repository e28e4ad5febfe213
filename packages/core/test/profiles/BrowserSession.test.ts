import { assert, describe, it } from "@effect/vitest"
import { holdsFor } from "@kittiwake/core/profiles/domain/BrowserSession"

describe("what a session holds for a site", () => {
  const cookie = (domain: string, expires: number) =>
    ({ name: "sid", value: "1", domain, path: "/", expires, httpOnly: true, secure: true, sameSite: "Lax" }) as const
  const url = new URL("https://app.example.com/x")
  const now = 1_800_000_000_000

  it("is cookies of its host and of the domains above it that have not expired, or what it stored", () => {
    const holds = (...cookies: ReadonlyArray<ReturnType<typeof cookie>>) => holdsFor({ cookies, origins: [] }, url, now)
    assert.strictEqual(holds(), "nothing")
    assert.strictEqual(holds(cookie("other.example", -1)), "nothing")
    assert.strictEqual(holds(cookie(".example.com", -1)), "valid")
    assert.strictEqual(holds(cookie("app.example.com", 1_799_999_999)), "expired")
    assert.strictEqual(holds(cookie("app.example.com", 1_800_000_001)), "valid")
    assert.strictEqual(holds(cookie("ample.com", -1)), "nothing")
    const stored = { cookies: [], origins: [{ origin: url.origin, localStorage: [{ name: "token", value: "1" }] }] }
    assert.strictEqual(holdsFor(stored, url, now), "valid")
  })
})
