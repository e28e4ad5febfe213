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

  it("of one organization are so many at most, and push out nobody else's", () => {
    const callers = new KnownCallers()
    callers.note(bearer("Bearer b"), "B")
    // One session is accepted with whatever other cookies stand beside it.
    const cookieOf = (index: number) => ({ cookie: `session=a; other=${index}` })
    for (let index = 0; index < callerLimits.remembered; index++) callers.note(cookieOf(index), "A")
    assert.strictEqual(callers.organizationOf(bearer("Bearer b")), "B")
    const known = Array.from({ length: callerLimits.remembered }, (_, index) => callers.organizationOf(cookieOf(index)))
    assert.strictEqual(known.filter((one) => one === "A").length, callerLimits.ofOne)
    assert.strictEqual(known.at(-1), "A")
  })

  it("of an organization are counted as long as they are known, whoever they were before", () => {
    const callers = new KnownCallers({ ...callerLimits, ofOne: 2 })
    const known = () => ["1", "2", "3", "4"].filter((name) => callers.organizationOf(bearer(name)) === "A")
    for (const name of ["1", "2"]) callers.note(bearer(name), "A")
    callers.note(bearer("1"), null)
    callers.note(bearer("3"), "A")
    assert.deepStrictEqual(known(), ["2", "3"])
    callers.note(bearer("2"), "B")
    callers.note(bearer("4"), "A")
    assert.deepStrictEqual(known(), ["3", "4"])
    callers.note(bearer("2"), "A")
    assert.deepStrictEqual(known(), ["2", "4"])
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
