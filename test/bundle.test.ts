/** Observed: what the bundle of the command prints, serves and reads. When one is run, `packages/cli/test` says. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type BundleRecord, bundledCommand, bundleRecord } from "../packages/cli/src/bundledCommand.ts"
import { version } from "../packages/cli/src/version.ts"
import { pdfInMaps, ucs2 } from "../packages/core/src/testing/mappedPdf.ts"
import { bundleCommand } from "../scripts/bundle/bundleCommand.ts"
import { run } from "../scripts/run.ts"
import { root } from "../scripts/workspace.ts"

/** Where the bundle of this test is; below the installed packages, as it has to be. */
const folder = { path: "" }
const main = () => join(folder.path, "main.mjs")

beforeAll(async () => {
  await mkdir(join(root, "node_modules/.cache"), { recursive: true })
  folder.path = await mkdtemp(join(root, "node_modules/.cache/bundle-test-"))
  await bundleCommand(folder.path)
  const entry = bundledCommand(folder.path)!
  await writeFile(main(), `const { runCommand } = await import("${entry}")\nrunCommand()\n`)
}, 120_000)

afterAll(() => rm(folder.path, { recursive: true, force: true }))

const node = (args: ReadonlyArray<string>) => run(process.execPath, args)

describe("the bundle of the command", () => {
  it("says what the command says", async () => {
    const [bundled, ours] = await Promise.all([
      node([main(), "crawl", "--help"]),
      node(["packages/cli/src/main.ts", "crawl", "--help"])
    ])
    assert.include(bundled.output, "kittiwake crawl")
    assert.deepStrictEqual(bundled, ours)
  }, 60_000)

  it("tells its version as the command does, which loads nothing for it", async () => {
    const programs = [main(), "packages/cli/src/main.ts", "packages/cli/command.mjs"]
    const told = await Promise.all(programs.map((program) => node([program, "--version"])))
    assert.deepStrictEqual(told, Array(3).fill({ code: 0, output: `kittiwake v${version}` }))
  }, 60_000)

  it("reads files and pages in threads of its own", async () => {
    const file = join(folder.path, "table.csv")
    await writeFile(file, "colour,price\nteal,12\n")
    const { code, output } = await node([main(), "parse", file])
    assert.strictEqual(code, 0, output)
    assert.include(output, "| teal | 12 |")
  }, 60_000)

  it("finds the character maps of PDF files", async () => {
    const file = join(folder.path, "mapped.pdf")
    await writeFile(file, pdfInMaps([{ map: "UniJIS-UCS2-H", ordering: "Japan1", bytes: ucs2("東京の天気") }]))
    const { code, output } = await node([main(), "parse", file])
    assert.strictEqual(code, 0, output)
    assert.include(output, "東京の天気")
  }, 60_000)

  it("finds the lists of industries", async () => {
    const site = createServer((_, response) =>
      response
        .setHeader("content-type", "text/html")
        .end("<title>Bright Smile Dentists</title><h1>Family dentists</h1><p>Dental cleanings, crowns and implants.")
    )
    await once(site.listen(0, "127.0.0.1"), "listening")
    try {
      const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
      const env = { ...process.env, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
      const { code, output } = await run(process.execPath, [main(), "naics", host], { env })
      assert.strictEqual(code, 0, output)
      assert.match(output, /^621210 .*Dentists/)
    } finally {
      site.closeAllConnections()
      site.close()
    }
  }, 60_000)

  it("serves over a database of its own", async () => {
    const data = join(folder.path, "data")
    const env = {
      ...process.env,
      DATABASE_URL: "",
      KITTIWAKE_DATA_DIR: data,
      KITTIWAKE_LOG: "json",
      KITTIWAKE_PORT: "0"
    }
    const server = spawn(process.execPath, [main(), "start"], { env, stdio: ["ignore", "pipe", "inherit"] })
    const closed = once(server, "close")
    try {
      for await (const line of createInterface({ input: server.stdout })) {
        const { annotations, message } = JSON.parse(line) as { annotations?: { url: string }; message: string }
        if (message !== "server.started") continue
        assert.strictEqual((await fetch(`${annotations?.url}/ready`)).status, 200)
        server.kill("SIGTERM")
      }
      assert.deepStrictEqual(await closed, [0, null])
    } finally {
      server.kill("SIGKILL")
    }
  }, 60_000)

  it("names the sources in its stacks", async () => {
    // The command looks up its arguments, from the libraries, called by ours.
    const asked = `Object.defineProperty(process, "argv", { get: () => { console.log(new Error("here").stack); process.exit() } })`
    await writeFile(
      join(folder.path, "stack.mjs"),
      `Error.stackTraceLimit = 50\n${asked}\nawait import("./main.mjs")\n`
    )
    const { output } = await node([join(folder.path, "stack.mjs")])
    assert.include(output, "Error: here")
    assert.match(output, /\/node_modules\/effect\/dist\/Runtime\.js:\d+:\d+/)
    assert.match(output, /\/packages\/cli\/src\/runCommand\.ts:\d+:\d+/)
    assert.notInclude(output, "/bundles/")
  }, 60_000)

  it("loads nothing of Node's that it has no use for", async () => {
    const loaded = `console.log(process.moduleLoadList.filter((name) => name.includes("undici")).join())`
    await writeFile(join(folder.path, "loads.mjs"), `await import("${bundledCommand(folder.path)}")\n${loaded}\n`)
    assert.deepStrictEqual(await node([join(folder.path, "loads.mjs")]), { code: 0, output: "" })
  }, 60_000)

  it("has kept every file of ours that it runs", async () => {
    const { inputs } = JSON.parse(await readFile(join(folder.path, bundleRecord), "utf8")) as BundleRecord
    const kept = Object.keys(inputs)
    for (const path of [
      "packages/cli/src/runCommand.ts",
      "packages/cli/src/serve.ts",
      "packages/cli/package.json",
      "packages/adapters/sqlite/src/writerThread.ts",
      "node_modules/effect/dist/Effect.js",
      "node_modules/.package-lock.json",
      "scripts/bundle/sources.ts"
    ])
      assert.include(kept, path)
  })
})
