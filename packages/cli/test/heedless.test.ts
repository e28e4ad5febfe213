/** Flags and names that would do nothing, or something else than they say. Observed: what the commands say of them, and how they end. */

import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { ignored } from "../src/commands/scrapeOutput.ts"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { site } from "./support/site.ts"

const env = { KITTIWAKE_EGRESS_ALLOW: "127.0.0.1", KITTIWAKE_BROWSER: "off" }

describe("flags of what is no PDF", () => {
  it("are told to mean nothing, and all is read", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "notes.md")
    await writeFile(file, "# Notes\n\nOf gulls.\n")
    const read = await runHere(["parse", file, "--pages", "2-3", "--ocr"], env)
    assert.strictEqual(read.exitCode, 0)
    assert.include(read.stdout, "Of gulls.")
    assert.match(read.stderr, /--pages: only a PDF has pages.*\n.*--ocr: this is markdown/)
    assert.strictEqual((await runHere(["parse", file], env)).stderr, "")
    assert.deepStrictEqual(ignored("pdf", { pages: true, ocr: true }), [])
    for (const type of ["png", "jpg", "jpeg", "webp"])
      assert.deepStrictEqual(ignored(type, { pages: false, ocr: true }), [])
    assert.deepStrictEqual(ignored(null, { pages: true, ocr: true }), [])
  })
})

describe("a page of which nothing is kept", () => {
  it("is told so, and one that is empty by itself is not", async () => {
    await using shop = await site((_, response) =>
      response.setHeader("content-type", "text/html").end("<title>Tea</title><main><p>Tea.</p></main>")
    )
    const none = await runHere(["scrape", shop.url, "--keep", ".nothing\u001b[31m", "--pages", "2"], env)
    assert.strictEqual(none.exitCode, 2, "a selector that cannot be one is refused")
    const nothing = await runHere(["scrape", shop.url, "--keep", ".nothing", "--pages", "2"], env)
    assert.deepInclude(nothing, { exitCode: 0, stdout: "\n" })
    assert.match(nothing.stderr, /--pages: only a PDF.*\n.*--include: nothing of the page is in "\.nothing"/)
    assert.strictEqual((await runHere(["scrape", shop.url, "--keep", "main"], env)).stderr, "")
  })
})

describe("an address of one's own network", () => {
  it("is named with the setting that lets a command reach it, and no other is", async () => {
    for (const [address, item] of [
      ["http://10.0.0.1/", "10.0.0.1:80"],
      ["https://192.168.1.9/x", "192.168.1.9:443"],
      ["http://localhost:8080/", "localhost:8080"]
    ] as const) {
      const { exitCode, stderr } = await runHere(["scrape", address], { KITTIWAKE_BROWSER: "off" })
      assert.strictEqual(exitCode, 1)
      assert.include(stderr, `To let this command reach it, set KITTIWAKE_EGRESS_ALLOW=${item}.`)
      assert.notInclude(stderr, "operates this server")
    }
    const { stderr } = await runHere(["scrape", "http://169.254.169.254/"], { KITTIWAKE_BROWSER: "off" })
    assert.notInclude(stderr, "169.254.169.254:80")
  })
})

describe("names and words that contradict what is done", () => {
  it("are refused before anything is", async () => {
    for (const [args, says] of [
      [["screenshot", "https://a.example", "--output", "p.jpg"], "the picture is a PNG"],
      [["change", "share", "chg_x", "--for", "40d"], "30d at most"],
      [["monitor", "add", "https://a.example", "--pin", "Open", "--free", "Open"], 'both name "Open"']
    ] as const) {
      const { exitCode, stderr } = await runHere(args, { KITTIWAKE_API_KEY: "sk_for_what_is_refused" })
      assert.strictEqual(exitCode, 2, stderr)
      assert.include(stderr, says)
    }
  })

  it("tell of changes that are not there", async () => {
    await using closing = new AsyncDisposableStack()
    const kittiwake = closing.use(await Kittiwake.open({ memory: true, worker: false, apiKey: "sk_for_no_changes" }))
    const server = createServer(kittiwake.nodeHandler)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    closing.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const here = { KITTIWAKE_API_KEY: "sk_for_no_changes", KITTIWAKE_HOST: "127.0.0.1", KITTIWAKE_PORT: String(port) }
    const { exitCode, stderr, stdout } = await runHere(["change", "not-useful", "chg_x"], here)
    assert.strictEqual(exitCode, 1)
    assert.include(stdout, "0 changes")
    assert.include(stderr, "chg_x: no such change")
  })
})
