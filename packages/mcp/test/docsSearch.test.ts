/** What people and programs in trouble find in the documentation. */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { BatchFailure } from "@kittiwake/core/batches/domain/Batch"
import { SkipReason } from "@kittiwake/core/monitors/domain/Run"
import { AttemptError, CancelReason } from "@kittiwake/core/webhooks/domain/Delivery"
import { ErrorCode } from "@kittiwake/http/errors"
import { RunErrorCode } from "../../core/src/monitors/domain/RunError.ts"
import { docs } from "../src/docs/Docs.ts"
import { DocsIndex } from "../src/docs/DocsIndex.ts"
import { sectionsOf } from "../src/docs/sections.ts"

it("finds what helps on a full disk, by the words that one has then", async () => {
  const { index } = await docs()
  for (const words of ["disk full", "ENOSPC", "No space left on device"]) {
    const [first] = index.search(words, 1)
    assert.deepInclude(first, { page: "operate/deploy.md", heading: "Deploy › When the disk is full" }, words)
  }
})

/** The page and name under which something is found first, and whether what is found is about little else. */
const assertFirst = async (name: string, page: string, asked = name) => {
  const { index } = await docs()
  const [first] = index.search(asked, 5)
  assert.isDefined(first, asked)
  assert.strictEqual(first.page, page, asked)
  assert.isTrue(first.heading.endsWith(` › ${name}`), `${asked} finds ${first.heading}`)
  for (const row of first.text.split("\n").slice(2)) assert.include(row, `\`${name}\``)
}

const settings = async (): Promise<ReadonlyArray<string>> => {
  const source = await readFile(new URL("../../cli/src/config.ts", import.meta.url), "utf8")
  return [...new Set(source.match(/(?<=")(?:KITTIWAKE|AWS|DATABASE|REDIS)_[A-Z_]+(?=")/g))]
}

describe("the exact name", () => {
  it("of every error finds what its code means", async () => {
    for (const code of ErrorCode.literals) {
      await assertFirst(code, "errors.md")
      await assertFirst(code, "errors.md", `what does ${code} mean, and what do I do?`)
    }
  })

  it("of every setting finds what it sets", async () => {
    const all = await settings()
    assert.isAbove(all.length, 40)
    for (const name of all) {
      await assertFirst(name, "operate/configuration.md")
      await assertFirst(name, "operate/configuration.md", `how do I set ${name.toLowerCase()}`)
    }
  })

  it("of every reason of a run, a delivery and a batch finds what it says", async () => {
    const reasons = [
      ...RunErrorCode.literals,
      ...SkipReason.literals,
      ...CancelReason.literals,
      ...AttemptError.fields.code.literals,
      ...BatchFailure.fields.code.literals
    ]
    for (const reason of new Set(reasons)) await assertFirst(reason, "states.md")
  })

  it("of a field that no table has finds the sections that have it before those that have words like it", () => {
    const page = [
      "# Page\n\n## One\n\nA page has errors: page errors, the errors of a page.",
      `## Two\n\nIt has \`page_errors\`, beside ${"much else, ".repeat(40)}.\n`
    ].join("\n\n")
    const index = new DocsIndex(sectionsOf("page.md", page))
    assert.deepStrictEqual(
      index.search("page_errors", 5).map(({ heading }) => heading),
      ["Page › Two", "Page › One"]
    )
  })
})

describe("words", () => {
  const page = [
    "# Limits\n\n| Name | Most |\n|---|---|\n| `scale` | 1 |\n| `growth` | 2 |\n\nPlans have names.\n",
    "## How to scale\n\nMore processes scale further: scale by workers.\n"
  ].join("\n")
  const found = (query: string) => new DocsIndex(sectionsOf("limits.md", page)).search(query, 5)

  it("are no names beside other words", () => {
    assert.strictEqual(found("how does it scale")[0]?.heading, "Limits › How to scale")
    assert.strictEqual(found("scale")[0]?.heading, "Limits › scale")
    assert.deepStrictEqual(found("SCALE workers")[0], {
      page: "limits.md",
      heading: "Limits › scale",
      text: "| Name | Most |\n|---|---|\n| `scale` | 1 |"
    })
  })

  it("that are a name too find its row, and its page with what else stands there", () => {
    const headings = (query: string) => found(query).map(({ heading }) => heading)
    assert.includeMembers(headings("growth"), ["Limits › growth", "Limits"])
    assert.strictEqual(headings("growth")[0], "Limits › growth")
  })

  it("that nothing has find nothing, and a name that is part of another is another", () => {
    assert.deepStrictEqual(found("NO_SUCH_THING"), [])
    assert.deepStrictEqual(found("scal"), [])
  })
})
