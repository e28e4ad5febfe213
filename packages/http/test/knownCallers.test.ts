/** Whose headers are remembered. */
import { assert, describe, it } from "@effect/vitest"
import { callerLimits, KnownCallers } from "../src/KnownCallers.ts"

const bearer = (authorization: string) => ({ authorization })

describe("callers that were accepted", () => {
  it("are known by their key, and by their cookie only where there is none", () => {
    const callers = new KnownCallers()
    callers.note({ authorization: "Bearer a", cookie: "session=b" }, "A")
    callers.note({ cookie: "session=b" }, "B")
    assert.strictEqual(callers.organizationOf(bearer("Bearer a")), "A")
    assert.strictEqual(callers.organizationOf({ cookie: "session=b" }), "B")
    assert.isUndefined(callers.organizationOf({ authorization: "", cookie: "session=b" }))
    assert.isUndefined(callers.organizationOf(bearer("Bearer c")))
    assert.isUndefined(callers.organizationOf({}))
  })

  it("are forgotten when they are refused, and follow the operator from one organization to another", () => {
    const callers = new KnownCallers()
    callers.note(bearer("Bearer a"), "A")
    callers.note(bearer("Bearer a"), "B")
    assert.strictEqual(callers.organizationOf(bearer("Bearer a")), "B")
    callers.note(bearer("Bearer x"), null)
    callers.note(bearer("Bearer a"), null)
    assert.isUndefined(callers.organizationOf(bearer("Bearer a")))
  })

  it("are so many at most, and none by a header that is longer than ours", () => {
    const callers = new KnownCallers({ ...callerLimits, remembered: 2 })
    for (const name of ["a", "b", "b", "c"]) callers.note(bearer(name), name)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((name) => callers.organizationOf(bearer(name))),
      [undefined, "b", "c"]
    )
    const padded = `Bearer ${" ".repeat(callerLimits.longest)}d`
    callers.note(bearer(padded), "d")
    callers.note({}, "nobody")
    assert.isUndefined(callers.organizationOf(bearer(padded)))
    assert.isUndefined(callers.organizationOf({}))
    assert.strictEqual(callers.organizationOf(bearer("b")), "b")
  })
})
