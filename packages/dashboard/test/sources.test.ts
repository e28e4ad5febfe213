import { assert, describe, it } from "@effect/vitest"
import { personSources, quotedSources } from "../app/screens/playground/sources.ts"

describe("what a field of a card rests on", () => {
  it("is who speaks for it, of a person by the clues that do", () => {
    const gravatar = { source: "gravatar", url: "https://gravatar.example/a" }
    const page = { source: "page", url: "https://tern.example/team" }
    const sources = personSources([
      { clue: "email", weight: 40, ...gravatar },
      { clue: "company", weight: 20, ...page },
      { clue: "company", weight: 20, ...page },
      { clue: "name", weight: 10, source: "import" },
      // What speaks against, what no single source says, and clues that nobody knows say nothing of a field.
      { clue: "location", weight: -20, ...page },
      { clue: "mutual_link", weight: 10 },
      { clue: "education", weight: 5 },
      { clue: "shoe size", weight: 5, ...page },
      { clue: "__proto__", weight: 5, ...page },
      { clue: "constructor", weight: 5, ...page }
    ])
    const ofPage = { name: "page", url: page.url, quote: "" }
    assert.deepStrictEqual(Object.fromEntries(sources), {
      email: [{ name: "gravatar", url: gravatar.url, quote: "" }],
      current_role: [ofPage],
      experience: [ofPage],
      name: [{ name: "import", url: "", quote: "" }]
    })
  })

  it("is the quote that the API tells for it, however it points there", () => {
    const said = { url: "https://tern.example/", quote: "Pro costs $20" }
    const one = { name: "", ...said }
    for (const path of ["/plans/0/price", "plans[0].price", "$.plans"])
      assert.deepStrictEqual(Object.fromEntries(quotedSources([{ path, ...said }])), { plans: [one] }, path)
    assert.strictEqual(
      quotedSources([
        { path: "/a", ...said },
        { path: "/a", ...said }
      ]).get("a")?.length,
      1
    )
  })

  it("is nothing where the answer is none of that", () => {
    for (const value of [undefined, null, "text", 7, {}, [null, 7, "text", []]]) {
      assert.strictEqual(personSources(value).size, 0)
      assert.strictEqual(quotedSources(value).get("a"), undefined)
    }
  })
})
