/** What a program pays for naming the library, before it opens anything. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const program = `
import { registerHooks } from "node:module"
const loaded = []
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
const { Kittiwake, KittiwakeError, layer } = await import("kittiwake")
const names = [typeof Kittiwake.open, typeof layer, new KittiwakeError({ code: "CLOSED", message: "" }).name]
const before = loaded.length
const kittiwake = await Kittiwake.open({ memory: true, worker: false })
await kittiwake.close()
process.stdout.write(JSON.stringify({ names, before, urls: loaded.slice(0, before), after: loaded.length }))
`

describe("importing kittiwake", () => {
  it("loads what names it, prints nothing, and leaves the rest to who opens an instance", () => {
    const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
      cwd: fileURLToPath(new URL(".", import.meta.url))
    })
    assert.strictEqual(stderr, "")
    const { after, names, urls } = JSON.parse(stdout) as {
      readonly names: ReadonlyArray<string>
      readonly urls: ReadonlyArray<string>
      readonly after: number
    }
    assert.deepStrictEqual(names, ["function", "function", "KittiwakeError"])
    const ours = urls.filter((url) => url.includes("/packages/")).map((url) => url.split("/packages/")[1])
    assert.deepStrictEqual(ours, ["cli/src/Kittiwake.ts", "cli/src/oldNode.ts", "cli/src/embed/KittiwakeError.ts"])
    assert.isBelow(urls.length, 150, "modules of Effect, and nothing else")
    assert.isAbove(after, urls.length + 500)
  }, 60_000)
})
