/** Observed: whether a bundle is found, over a folder as `scripts/bundle.ts` leaves it, after its files have changed. */
import { cp, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { type BundleRecord, bundledCommand, bundleRecord, digestOf, stateOf } from "../src/bundledCommand.ts"
import { temporaryDirectory } from "./support/command.ts"

const inputs = ["packages/one.ts", "packages/two.ts"]

/** When inputs were written, which anybody may set again. */
const setBefore = new Date("2026-11-01T00:00:00Z")

/** A folder with two inputs, and a bundle of them in its cache. */
const installed = async () => {
  const directory = await temporaryDirectory()
  const cache = join(directory.path, "node_modules/.cache/kittiwake")
  await mkdir(join(directory.path, "packages"))
  await mkdir(join(cache, "bundles/a"), { recursive: true })
  await writeFile(join(cache, "bundles/a/run.js"), "import './part.js'")
  await writeFile(join(cache, "bundles/a/part.js"), "console.log()")
  for (const path of inputs) {
    await writeFile(join(directory.path, path), `export const path = "${path}"`)
    await utimes(join(directory.path, path), setBefore, setBefore)
  }
  const known = inputs.map(async (path) => {
    const file = join(directory.path, path)
    return [path, [digestOf(await readFile(file)), stateOf(await stat(file))]] as const
  })
  const record: BundleRecord = {
    entry: "bundles/a/run.js",
    root: "../../..",
    inputs: Object.fromEntries(await Promise.all(known)),
    modules: { "bundles/a/run.js": 18, "bundles/a/part.js": 13 }
  }
  await writeFile(join(cache, bundleRecord), JSON.stringify(record))
  return {
    cache,
    entry: pathToFileURL(join(cache, record.entry)),
    path: directory.path,
    one: join(directory.path, inputs[0]!),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]()
  }
}

describe("a bundle of the command", () => {
  it("is found while its inputs are as they were", async () => {
    await using folder = await installed()
    assert.deepStrictEqual(bundledCommand(folder.cache), folder.entry)
  })

  it("is found where everything was copied to", async () => {
    await using folder = await installed()
    await using other = await temporaryDirectory()
    await cp(folder.path, join(other.path, "copy"), { recursive: true })
    const cache = join(other.path, "copy/node_modules/.cache/kittiwake")
    assert.deepStrictEqual(bundledCommand(cache), pathToFileURL(join(cache, "bundles/a/run.js")))
  })

  it("is not found once an input has other bytes", async () => {
    await using folder = await installed()
    await writeFile(folder.one, `export const path = "another"`)
    assert.isUndefined(bundledCommand(folder.cache))
  })

  it("is not found once an input has other bytes, as many, and the time it had", async () => {
    await using folder = await installed()
    await writeFile(folder.one, `export const path = "packages/two.ts"`)
    await utimes(folder.one, setBefore, setBefore)
    assert.isUndefined(bundledCommand(folder.cache))
  })

  it("is not found once another file has taken the place of an input", async () => {
    await using folder = await installed()
    await writeFile(`${folder.one}.new`, `export const path = "packages/two.ts"`)
    await utimes(`${folder.one}.new`, setBefore, setBefore)
    await rename(`${folder.one}.new`, folder.one)
    assert.isUndefined(bundledCommand(folder.cache))
  })

  it("is not found once an input is gone", async () => {
    await using folder = await installed()
    await rm(folder.one)
    assert.isUndefined(bundledCommand(folder.cache))
  })

  it("is not found once a module of it is gone or cut short", async () => {
    await using folder = await installed()
    const part = join(folder.cache, "bundles/a/part.js")
    await writeFile(part, "cons")
    assert.isUndefined(bundledCommand(folder.cache))
    await rm(part)
    assert.isUndefined(bundledCommand(folder.cache))
  })

  it("is not found where none was made, or its record is broken", async () => {
    await using folder = await installed()
    assert.isUndefined(bundledCommand(join(folder.cache, "elsewhere")))
    await writeFile(join(folder.cache, bundleRecord), "{")
    assert.isUndefined(bundledCommand(folder.cache))
  })
})
