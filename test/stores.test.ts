import { assert, describe, it } from "@effect/vitest"
import { stores } from "@kittiwake/core/Stores"
import { coreFileOf } from "../scripts/dependencies/core.ts"
import { sourceFiles } from "../scripts/dependencies/rule.ts"

/** What is kept elsewhere than in the database: large bytes, and request counters in the process. */
const keptElsewhere = ["@kittiwake/core/blobs/BlobStore", "@kittiwake/core/limits/LimitStore"]

describe("the list of stores", () => {
  it("names every store of core, by the key that its path says", () => {
    const keys = sourceFiles()
      .filter((path) => coreFileOf(path)?.part === "store")
      .map((path) => path.replace("packages/core/src/", "@kittiwake/core/").replace(/\.ts$/, ""))
    const listed = stores.map(({ key }) => key)
    assert.deepStrictEqual([...listed, ...keptElsewhere].sort(), [...keys].sort())
  })
})
