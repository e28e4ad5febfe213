import { assert, describe, it } from "@effect/vitest"
import { atSite } from "../../src/companies/atSite.ts"
import { DeadlinePassed, WebsiteBlocked, WebsiteInaccessible, WebsiteNotFound } from "../../src/web/errors.ts"

describe("what keeps the site of a name from being read", () => {
  it("says which site that is, and what it was before", () => {
    const told = [
      new WebsiteNotFound({ message: "No." }),
      new WebsiteInaccessible({ message: "No.", status: 500 }),
      new WebsiteBlocked({ message: "No." })
    ].map(atSite("acme.example"))
    assert.deepStrictEqual(told, [
      new WebsiteNotFound({ message: "acme.example: No." }),
      new WebsiteInaccessible({ message: "acme.example: No.", status: 500 }),
      new WebsiteBlocked({ message: "acme.example: No." })
    ])
    const other = new DeadlinePassed()
    assert.strictEqual(atSite("acme.example")(other), other)
  })
})
