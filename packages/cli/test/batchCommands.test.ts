/** `kittiwake batch`, every command of it, against a server with the embedded database. */
import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { beside, type Environment, type Served, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { site } from "./support/site.ts"

interface Batch {
  readonly id: string
  readonly status: string
}

describe("kittiwake batch", { timeout: 120_000 }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let served: Served
  let here: Environment
  let shop: Awaited<ReturnType<typeof site>>
  let slow: Awaited<ReturnType<typeof site>>
  let files: string
  const received: Array<string> = []
  let receiver: Awaited<ReturnType<typeof site>>
  const free: Array<() => void> = []
  let asked = Promise.withResolvers<void>()

  const typed = (...args: ReadonlyArray<string>) => runHere(["batch", ...args], here)

  const json = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr, stdout } = await typed(...args, "--json")
    const aside = args.includes("--wait") ? /^Submitted batch_/ : /^$/
    assert.match(stderr, aside, args.join(" "))
    assert.strictEqual(exitCode, 0, args.join(" "))
    return JSON.parse(stdout)
  }

  const file = async (name: string, content: string) => {
    await writeFile(join(files, name), content)
    return join(files, name)
  }

  beforeAll(async () => {
    directory = await temporaryDirectory()
    files = await mkdtemp(join(tmpdir(), "kittiwake-batches-"))
    shop = await site(({ url = "" }, response) => {
      if (url.startsWith("/gone")) return response.writeHead(404).end("gone")
      if (url === "/robots.txt") return response.writeHead(404).end()
      response.setHeader("content-type", "text/html")
      // Results that are small stand in the database, and not beside it.
      const more = url.startsWith("/away") ? `<p>${randomBytes(60_000).toString("base64")}</p>` : ""
      return response.end(
        `<!doctype html><title>Page ${url}</title><h1>Page ${url}</h1><p>What stands on it.</p><p><img src="/tea.png" alt="Tea"></p><a href="/linked">on</a>${more}`
      )
    })
    slow = await site((_request, response) => {
      free.push(() => response.end("late"))
      asked.resolve()
    })
    receiver = await site((request, response) => {
      let body = ""
      request
        .on("data", (piece) => (body += piece))
        .on("end", () => {
          received.push(body)
          response.writeHead(204).end()
        })
    })
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1", KITTIWAKE_BROWSER: "off" }
    served = await serve(["start"], env)
    here = beside(served, env)
  })

  afterAll(async () => {
    for (const end of free) end()
    await served[Symbol.asyncDispose]()
    for (const one of [shop, slow, receiver, directory]) await one[Symbol.asyncDispose]()
    await rm(files, { recursive: true })
  })

  it("reads a list, waits for its end, and gives the results as lines, records and files", async () => {
    const list = await file(
      "pages.txt",
      `# pages\n${shop.url}a\n${shop.url}b\n${shop.url}b\n${shop.url}gone\nftp://x.example/\n`
    )
    const batch = await json("submit", list, "--wait", "--tag", "nightly", "--webhook", receiver.url, "--main")
    assert.deepInclude(batch, { status: "completed", tags: ["nightly"], format: "markdown" })
    assert.deepStrictEqual(batch.progress, { succeeded: 2, failed: 1, pending: 0 })
    assert.deepInclude(batch.input, { submitted: 5, duplicates: 1, invalid: 1, reserved: 3 })
    assert.deepInclude(batch.credits, { reserved: 3, refunded: 1, net: 2 })
    assert.match(batch.webhook_secret, /^whsec_/)

    const shown = await typed("show", batch.id)
    assert.include(shown.stdout, "3 of 3")
    assert.include(shown.stdout, "1 NOT_FOUND")
    assert.include(shown.stdout, "ftp://x.example/")
    const { results } = await json("show", batch.id)
    const bytes = new Uint8Array(await (await fetch(results.files[0].url)).arrayBuffer())
    assert.lengthOf(gunzipSync(bytes).toString().trim().split("\n"), 3)

    const lines = await typed("results", batch.id)
    assert.deepStrictEqual(lines.stdout.trim().split("\n"), [`${shop.url}a  Page /a`, `${shop.url}b  Page /b`])
    assert.include(lines.stderr, `failed  ${shop.url}gone: NOT_FOUND`)
    const records = (await typed("results", batch.id, "--json")).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      records.map(({ status, url }) => [status, url]),
      [
        ["ok", `${shop.url}a`],
        ["ok", `${shop.url}b`],
        ["error", `${shop.url}gone`]
      ]
    )
    const failed = (await typed("results", batch.id, "--status", "error", "--json")).stdout
    assert.deepInclude(JSON.parse(failed), { status: "error", url: `${shop.url}gone` })
    const read = await typed("results", batch.id, "--status", "ok")
    assert.include(read.stderr, "2 read, 0 failed.")
    const written = await typed("results", batch.id, "--output", join(files, "out"))
    assert.strictEqual(written.exitCode, 0)
    const page = await readFile(join(files, "out", "a.md"), "utf8")
    assert.include(page, `url: "${shop.url}a"`)
    assert.include(page, "What stands on it.")

    await served.logged("delivery.attempted")
    assert.strictEqual(JSON.parse(received[0] ?? "{}").event, "batch.completed")
    const deliveries = await runHere(["delivery", "list", "--batch", batch.id, "--json"], here)
    assert.deepInclude(JSON.parse(deliveries.stdout)[0], { event: "batch.completed" })
  })

  it("reads a column of a table, and a site by its links", async () => {
    const table = await file("products.csv", `sku;page\n7;${shop.url}seven\n8;${shop.url}eight\n`)
    const { id } = await json("submit", table, "--csv-column", "page", "--id-column", "sku", "--html", "--wait")
    const records = (await typed("results", id, "--json")).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      records.map(({ itemId }) => itemId),
      ["7", "8"]
    )
    assert.include(records[0].html, "<h1>Page /seven</h1>")
    const crawl = await json("submit", "--crawl", `${shop.url}start`, "--max-pages", "2", "--max-depth", "1", "--wait")
    assert.deepStrictEqual(crawl.progress, { succeeded: 2, failed: 0, pending: 0 })
    assert.deepInclude(crawl.crawl, { max_pages: 2, max_depth: 1 })
  })

  it("makes of a page what the flags say, and a file of each format", async () => {
    const list = await file("both.txt", `${shop.url.replace("http://", "")}both\n`)
    const { id } = await json("submit", list, "--with-html", "--with-images", "--no-links", "--wait")
    const record = JSON.parse((await typed("results", id, "--json")).stdout)
    assert.strictEqual(record.url, `${shop.url}both`)
    assert.match(record.markdown, /^# Page \/both\n\nWhat stands on it\.\n\n!\[Tea\]\(\S*\/tea\.png\)\n\non$/)
    assert.include(record.html, "<h1>Page /both</h1>")
    const told = JSON.parse((await typed("results", id, "--output", join(files, "both"), "--json")).stdout)
    assert.deepInclude(told, { file: "both.md", htmlFile: "both.html" })
    assert.include(await readFile(join(files, "both", "both.html"), "utf8"), "<h1>Page /both</h1>")
    assert.include(await readFile(join(files, "both", "both.md"), "utf8"), "# Page /both")

    // What moves on a page comes to rest in a browser alone, and this server has none.
    const settled = await json("submit", list, "--settle", "--wait")
    const [failed] = (await typed("results", settled.id, "--json")).stdout.split("\n")
    assert.include(failed, "KITTIWAKE_BROWSER is off")
  })

  it("lists, cancels and removes", async () => {
    const list = await file("slow.txt", `${slow.url}a\n${slow.url}b\n`)
    const submitted = await typed("submit", list)
    const [, id = ""] = /Submitted (batch_\w+): 2 pages\./.exec(submitted.stdout) ?? []
    assert.include(submitted.stdout, `kittiwake batch wait ${id}`)
    const refused = await typed("remove", id)
    assert.deepStrictEqual([refused.exitCode, refused.stdout], [1, ""])
    assert.include(refused.stderr, "BATCH_NOT_COMPLETED")
    assert.include((await typed("cancel", id)).stdout, `Cancelling ${id}`)
    const ending = typed("wait", id, "--json")
    for (const end of free.splice(0)) end()
    const { exitCode, stderr, stdout } = await ending
    assert.deepStrictEqual([exitCode, stderr], [1, "kittiwake: The batch was cancelled.\n"])
    assert.strictEqual(JSON.parse(stdout).status, "cancelled")
    const found = async (...args: ReadonlyArray<string>) =>
      (await json("list", ...args)).map((batch: Batch) => batch.id)
    assert.deepStrictEqual(await found("--status", "cancelled"), [id])
    assert.lengthOf(await found("--tag", "nightly"), 1)
    assert.lengthOf(await found("--query", "night"), 1)
    assert.deepStrictEqual((await typed("list", "--status", "failed")).stdout, "No batches.\n")
    assert.include((await typed("list")).stdout, id)
    assert.deepStrictEqual(await json("remove", id), { id, deleted: true })
    assert.strictEqual((await typed("show", id)).exitCode, 1)
  })

  it("tells results that are away from results that are lost, and gives them once they are back", async () => {
    const list = await file("away.txt", `${shop.url}away\n`)
    const { id } = await json("submit", list, "--wait")
    const read = async () => JSON.parse((await typed("results", id, "--json")).stdout)
    const large = async () =>
      /^\S+ +large bytes: .*$/m.exec((await runHere(["doctor"], here)).stdout)?.[0].replaceAll(directory.path, "") ?? ""
    assert.match(await large(), /^ok +large bytes: files in \/blobs/)
    const blobs = join(directory.path, "blobs")
    await rename(blobs, `${blobs}.away`)
    const { exitCode, stderr, stdout } = await typed("results", id, "--json")
    assert.include(JSON.parse(stdout).message, "is not where large results are kept, and can be read once it is there")
    assert.deepStrictEqual(
      [exitCode, stderr],
      [1, "kittiwake: The result of 1 page cannot be read now: kittiwake doctor says what is wrong.\n"]
    )
    assert.strictEqual((await typed("results", id, "--status", "error")).exitCode, 0)
    assert.match(await large(), /^BROKEN +large bytes: \/blobs is not there, and the database names what lies in it/)
    // A new place that is empty has what rows name as little as one that is not there.
    const other = { ...here, KITTIWAKE_BLOBS: join(directory.path, "other") }
    await mkdir(other.KITTIWAKE_BLOBS, { mode: 0o700 })
    const finding = async (env: typeof here) =>
      /^\S+ +large bytes: .*$/m.exec((await runHere(["doctor"], env)).stdout)?.[0].replaceAll(directory.path, "") ?? ""
    assert.match(await finding(other), /^BROKEN +large bytes: \/other is empty, and the database names what lies in it/)
    const moving = { ...other, KITTIWAKE_BLOBS_FROM: `${blobs}.away` }
    assert.match(await finding(moving), /^ok +large bytes: files in \/other/)
    await rm(blobs, { recursive: true, force: true })
    await rename(`${blobs}.away`, blobs)
    assert.strictEqual((await read()).status, "ok")
  })

  it("tells the id and the secret before it waits", async () => {
    asked = Promise.withResolvers()
    const list = await file("waited.txt", `${slow.url}waited\n`)
    const args = ["batch", "submit", list, "--wait", "--webhook", receiver.url]
    const told = Promise.withResolvers<string>()
    const waiting = runHere(args, here, told.resolve)
    const text = await told.promise
    assert.match(text, /^Submitted batch_\w+: 1 page\.\nIts events are signed with whsec_\S+, shown only now\.$/)
    await asked.promise
    for (const end of free.splice(0)) end()
    assert.strictEqual((await waiting).exitCode, 0)
  })

  it("submits once under one key", async () => {
    const list = await file("once.txt", `${shop.url}once\n`)
    const first = await json("submit", list, "--idempotency-key", "once")
    const again = await typed("submit", list, "--idempotency-key", "once", "--json")
    assert.deepStrictEqual([again.exitCode, JSON.parse(again.stdout).id], [0, first.id])
    assert.include(again.stderr, `it is ${first.id}, and nothing was charged again.`)
  })

  it("refuses what goes together with nothing, by name", async () => {
    const list = await file("one.txt", `${shop.url}a\n`)
    const empty = await file("empty.txt", "# nothing yet\n")
    for (const [args, word] of [
      [[empty], "empty.txt has no address, so there is nothing to submit."],
      [[list, "--html", "--no-links"], "do not go with --html"],
      [[list, "--crawl", shop.url], "exclude each other"],
      [[list, "--max-depth", "2"], "--max-depth"],
      [[list, "--id-column", "sku"], "--csv-column"],
      [[list, "--once"], "--webhook"],
      [[list, "--csv-column", "url"], 'no column "url"'],
      [[list, "--idempotency-key", "é"], "--idempotency-key"],
      [["--sitemap", "example.com", "--subdomains"], "--crawl"]
    ] as const) {
      const { exitCode, stderr, stdout } = await typed("submit", ...args)
      assert.deepStrictEqual([exitCode, stdout], [2, ""], args.join(" "))
      assert.include(stderr, word)
    }
    for (const [args, field] of [
      [["--crawl", shop.url, "--max-depth", "51"], "input.data.source.controls.maxDepth: "],
      [["--sitemap", "example.com", "--html", "--max-pages", "0"], "input.data.source.controls.maxUrls: "],
      [[list, "--wait-ms", "15001"], "input.data.options.waitForMs: "]
    ] as const) {
      const { exitCode, stderr, stdout } = await typed("submit", ...args)
      assert.deepStrictEqual([exitCode, stdout], [2, ""], args.join(" "))
      assert.match(stderr, /^kittiwake: [^;\n]+\n$/)
      assert.include(stderr, field)
    }
    const gone = await typed("submit", join(files, "gone.txt"))
    assert.deepStrictEqual([gone.exitCode, gone.stdout], [1, ""])
    assert.include(gone.stderr, "there is no such file")
  })
})
