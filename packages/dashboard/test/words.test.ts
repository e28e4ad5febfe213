/** The words that the guides say stand on the screens, held against those that do. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { sections as germanSections } from "../app/i18n/de/sections.ts"
import { sections } from "../app/i18n/en/sections.ts"
import { en } from "../app/i18n/en.ts"
import { operationTable } from "../build/operations.ts"

const guidesFolder = join(import.meta.dirname, "../../../docs/guides")

/** Guides that tell of screens: what is *slanted* in them stands on one. */
const guides = ["dashboard", "inbox", "share", "triage"] as const

const textsIn = (words: unknown): ReadonlyArray<string> => {
  if (typeof words === "string") return [words]
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsIn) : []
}

/** Names in a guide that no screen has: what is slanted, and the screens of its table. */
const unknownIn = (guide: string, texts: ReadonlySet<string>): ReadonlyArray<string> => {
  const slanted = [...guide.matchAll(/(?<![*\w])\*([^*\s][^*\n]*)\*(?![*\w])/g)].map(([, name]) => name ?? "")
  const screens = [...guide.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, name]) => name ?? "")
  return [...slanted, ...screens].filter((name) => !texts.has(name))
}

describe("operations in the playground", () => {
  it("have a name in each language", async () => {
    const names = await Promise.all([sections.playground(), germanSections.playground()])
    const unnamed = Object.keys(operationTable())
      .filter((operation) => /^(monitors|batches)\./.test(operation))
      .filter((operation) => names.some(({ operations }) => !(operation in operations)))
    assert.deepStrictEqual(unnamed, [])
  })
})

describe("guides that tell of screens", () => {
  it("call what stands there as it is called there", async () => {
    const loaded = await Promise.all(Object.values(sections).map((load) => load()))
    const texts = new Set(textsIn([en, loaded]))
    for (const name of guides) {
      const guide = await readFile(join(guidesFolder, `${name}.md`), "utf8")
      assert.deepStrictEqual(unknownIn(guide, texts), [], name)
    }
    // What would be told.
    const stale =
      "Press *Watch this*, then *Observe it*.\n\n| **Changes inbox** (`g i`) | reads |\n| **Inbox** | reads |"
    assert.deepStrictEqual(unknownIn(stale, texts), ["Observe it", "Changes inbox"])
  })
})
