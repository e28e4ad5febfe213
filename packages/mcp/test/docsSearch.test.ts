/** What an operator in trouble finds in the documentation. */
import { assert, it } from "@effect/vitest"
import { docs } from "../src/docs/Docs.ts"

it("finds what helps on a full disk, by the words that one has then", async () => {
  const { index } = await docs()
  for (const words of ["disk full", "ENOSPC", "No space left on device"]) {
    const [first] = index.search(words, 1)
    assert.deepInclude(first, { page: "operate/deploy.md", heading: "Deploy › When the disk is full" }, words)
  }
})
