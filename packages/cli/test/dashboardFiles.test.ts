import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readDashboard } from "../src/dashboardFiles.ts"

const textOf = (bytes: Uint8Array | null | undefined) => (bytes == null ? null : new TextDecoder().decode(bytes))

/** A folder with these files, which is removed after `use`. */
const withFolder = async (files: Readonly<Record<string, string>>, use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "dashboard-"))
  try {
    await mkdir(join(folder, "files/fonts"), { recursive: true })
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe("the files of a built dashboard", () => {
  it("are read with what they are compressed to, by their names, and nothing else of the folder", async () => {
    await withFolder(
      {
        "index.html": "<!doctype html>",
        "index.html.br": "page",
        "manifest.json": "{}",
        "files/main-1.js": "script",
        "files/main-1.js.br": "small",
        "files/fonts/a-1.woff2": "font",
        "files/unknown-1.xyz": "?"
      },
      async (folder) => {
        const { files, index } = await readDashboard(folder)
        assert.deepStrictEqual([textOf(index.bytes), textOf(index.brotli)], ["<!doctype html>", "page"])
        assert.strictEqual(index.contentType, "text/html; charset=utf-8")
        assert.sameMembers([...files.keys()], ["main-1.js", "fonts/a-1.woff2", "unknown-1.xyz"])
        const script = files.get("main-1.js")
        assert.deepStrictEqual(
          [textOf(script?.bytes), textOf(script?.brotli), script?.contentType],
          ["script", "small", "text/javascript; charset=utf-8"]
        )
        assert.isNull(files.get("fonts/a-1.woff2")?.brotli)
        assert.strictEqual(files.get("unknown-1.xyz")?.contentType, "application/octet-stream")
      }
    )
  })

  it("are refused where there is more than a build leaves", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`files/f-${n}.js`, ""]))
    await withFolder({ "index.html": "", ...many }, async (folder) => {
      const failed = await readDashboard(folder).then(
        () => null,
        (error: Error) => error.message
      )
      assert.include(failed, "1001 files")
    })
  })
})
