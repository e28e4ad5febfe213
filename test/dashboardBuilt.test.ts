import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { builtFolder } from "../scripts/dashboard/buildDashboard.ts"

const files = globSync("files/*.js", { cwd: builtFolder })

const text = (name: string): Promise<string> => readFile(join(builtFolder, name), "utf8")

describe("what is built", () => {
  it("is made for production, whoever builds it, with Preact in the place of React", async () => {
    assert.isAbove(files.length, 10)
    // Of React each file would say where its errors are explained.
    for (const name of files) assert.notMatch(await text(name), /jsxDEV|react\.dev\/errors/, name)
  })

  it("names every file from where it is, for whoever mounts it below a path", async () => {
    assert.notMatch(await text("index.html"), /(?:src|href)="(?!\.\/files\/)/)
    for (const name of files) assert.notMatch(await text(name), /["'`]\/?app\/files\//, name)
  })

  it("loads few files before a screen is known, of at most 75 KB by gzip", async () => {
    const page = await text("index.html")
    const first = [...page.matchAll(/(?:src|href)="\.\/(files\/[^"]+\.js)"/g)].map(([, name]) => name ?? "")
    assert.include([1, 2, 3, 4], first.length)
    const sizes = await Promise.all(first.map(async (name) => gzipSync(await text(name), { level: 9 }).length))
    assert.isAtMost(
      sizes.reduce((sum, size) => sum + size, 0),
      75_000
    )
  })
})
