import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { browserEnvironment, needsBrowser } from "../../../test/setup/browser.ts"
import { line, pdfFile } from "../../core/src/testing/documentFiles.ts"
import { type Environment, run, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { documents, site } from "./support/site.ts"
import { teaShop } from "./support/teaShop.ts"

/** The settings of a command that may reach one site, and keeps nothing anywhere. */
const reaching = ({ address }: { readonly address: string }, directory = "/nowhere"): Environment => ({
  ...browserEnvironment,
  KITTIWAKE_EGRESS_ALLOW: address,
  KITTIWAKE_DATA_DIR: directory
})

const lines = (text: string) => text.trimEnd().split("\n")

describe("kittiwake scrape", { timeout: 180_000 }, () => {
  it("prints a page as Markdown, whole or its main content", async () => {
    await using shop = await teaShop()
    const env = reaching(shop)
    const [whole, main, plain] = await Promise.all([
      runHere(["scrape", shop.url], env),
      runHere(["scrape", shop.url, "--main"], env),
      runHere(["scrape", shop.url, "--no-links", "--with-images", "--exclude", "nav"], env)
    ])
    assert.deepStrictEqual([whole.exitCode, whole.stderr], [0, ""])
    assert.include(whole.stdout, `[About](${shop.url}about)`)
    assert.include(main.stdout, "# Tea")
    assert.notInclude(main.stdout, "About")
    assert.include(plain.stdout, "We sell green and black tea")
    assert.include(plain.stdout, `![A leaf](${shop.url}leaf.png)`)
  })

  it("prints what else is asked for, for people and for programs", async () => {
    await using shop = await teaShop()
    const env = reaching(shop)
    const [links, images, metadata, html, asJson] = await Promise.all([
      runHere(["scrape", shop.url, "--links"], env),
      runHere(["scrape", shop.url, "--images"], env),
      runHere(["scrape", shop.url, "--metadata"], env),
      runHere(["scrape", shop.url, "--html", "--include", "h1"], env),
      runHere(["scrape", shop.url, "--links", "--json"], env)
    ])
    assert.deepStrictEqual(lines(links.stdout), [
      `${shop.url}about`,
      `${shop.url}blog/green.html`,
      `${shop.url}blog/black?page=2`,
      `${shop.url}gone`
    ])
    assert.deepStrictEqual(lines(images.stdout), [`${shop.url}leaf.png`])
    assert.match(metadata.stdout, /^title +Tea & more$/m)
    assert.include(html.stdout, "<h1>Tea</h1>")
    const record = JSON.parse(asJson.stdout)
    assert.deepInclude(record, { url: shop.url, statusCode: 200, type: "html", finalDomState: "loaded" })
    assert.deepInclude(record.links[0], { url: `${shop.url}about`, text: "About" })
    assert.notProperty(record, "markdown")
  })

  it("writes to a file, and tells programs where", async () => {
    await using shop = await teaShop()
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "tea.md")
    const { exitCode, stdout } = await runHere(["scrape", shop.url, "--output", file, "--json"], reaching(shop))
    assert.strictEqual(exitCode, 0)
    const { markdown, ...record } = JSON.parse(stdout)
    assert.isUndefined(markdown)
    assert.strictEqual(record.file, file)
    assert.include(await readFile(file, "utf8"), "# Tea")
    const lost = await runHere(["scrape", shop.url, "--output", join(file, "x")], reaching(shop))
    assert.deepStrictEqual(
      [lost.exitCode, lost.stderr],
      [2, `kittiwake: --output is ${join(file, "x")}: there is no folder ${file}.\n`]
    )
    for (const [path, why] of [
      [join(directory.path, "none.pdf"), "there is no such file or folder"],
      [directory.path, "it is a folder"]
    ] as const) {
      const { exitCode: code, stderr } = await runHere(["parse", path], reaching(shop))
      assert.deepStrictEqual([code, stderr], [1, `kittiwake: Cannot read ${path}: ${why}.\n`])
    }
  })

  it.each([
    ["scrape", "page.md"],
    ["screenshot", "page.png"]
  ])("%s says that its file is a folder before it asks anybody", async (command, example) => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await runHere([command, "http://127.0.0.1:9/", "--output", directory.path], {})
    const why = `--output is ${directory.path}, a folder: name a file, such as ${join(directory.path, example)}.`
    assert.deepStrictEqual([exitCode, stderr], [2, `kittiwake: ${why}\n`])
  })

  it("sends the headers it is given", async () => {
    await using echo = await site((request, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(`<p>You speak ${request.headers["accept-language"]} here.</p>`)
    })
    const { stdout } = await runHere(["scrape", echo.url, "--header", "Accept-Language: de"], reaching(echo))
    assert.include(stdout, "You speak de here.")
  })

  it("reads chosen pages of a PDF", async () => {
    const bytes = pdfFile({ pages: ["One", "Two", "Three"].map((text) => ({ content: line(text, 72, 700) })) })
    await using library = await site((_request, response) => {
      response.setHeader("content-type", "application/pdf").end(bytes)
    })
    const { stdout } = await runHere(["scrape", `${library.url}a.pdf`, "--pages", "2-3"], reaching(library))
    assert.deepStrictEqual(
      ["One", "Two", "Three"].map((word) => stdout.includes(word)),
      [false, true, true]
    )
  })

  it("refuses an address of this machine, and names the setting that allows it", async () => {
    await using shop = await teaShop()
    for (const command of ["scrape", "crawl"]) {
      const { exitCode, stderr, stdout } = await runHere([command, shop.url], {})
      assert.deepStrictEqual([exitCode, stdout], [1, ""])
      assert.match(
        stderr,
        /^kittiwake: The address may not be reached from here\. [^\n]*KITTIWAKE_EGRESS_ALLOW[^\n]*\n$/
      )
    }
  })

  it("says in one line why a page could not be read", async () => {
    await using shop = await teaShop()
    const gone = await runHere(["scrape", `${shop.url}gone`], reaching(shop))
    assert.deepInclude(gone, { exitCode: 1, stdout: "", stderr: "kittiwake: The page answered 404.\n" })
    const env = { ...reaching(shop), KITTIWAKE_BROWSER: "off" }
    const rendered = await runHere(["scrape", shop.url, "--wait", "10"], env)
    assert.strictEqual(rendered.exitCode, 3)
    assert.match(rendered.stderr, /^kittiwake: [^\n]*KITTIWAKE_BROWSER is off\.\n$/)
  })

  it("says that only a browser shows a page that only scripts fill", async () => {
    const shell = `<title>Tea</title><div id=root></div><script>root.innerHTML = "<h1>Tea</h1>"</script>`
    await using shop = await documents({ "/": `<h1>Start</h1><a href="/app">App</a>`, "/app": shell })
    const env = { ...reaching(shop), KITTIWAKE_BROWSER: "off" }
    const scraped = await runHere(["scrape", `${shop.url}app`], env)
    assert.deepInclude(scraped, { exitCode: 3, stdout: "" })
    assert.match(scraped.stderr, /^kittiwake: Only a browser shows this page\. [^\n]*KITTIWAKE_BROWSER is off\.\n$/)
    const crawled = await runHere(["crawl", shop.url], env)
    assert.include(crawled.stderr, `failed  ${shop.url}app: Only a browser shows this page.`)
    assert.include(crawled.stderr, "1 failed")
  })

  it("says why nothing was read of a site that a search names", async () => {
    const found = await runHere(["search", "tea", "--site", "127.0.0.9"], { KITTIWAKE_DATA_DIR: "/nowhere" })
    assert.strictEqual(found.exitCode, 0)
    assert.match(
      found.stdout,
      /^Nothing was found\.\nhttps:\/\/127\.0\.0\.9\/ was not read: [^\n]*KITTIWAKE_EGRESS_ALLOW/
    )
  })

  it("says which flag is wrong", async () => {
    const wrong = [
      [["--html", "--links"], /--html, --images, --links and --metadata exclude each other/],
      [["--pages", "x"], /--pages is "x"/],
      [["--pages", "5-2"], /--pages is "5-2"/],
      [["--header", "nothing"], /--header is "nothing"/],
      [["--actions", "click"], /--actions is no JSON/],
      [["--actions", '[{"do":"dance"}]'], /--actions: /],
      [["--wait", "99999"], /--wait: must be an integer from 0 to 30000/],
      [["--wait", "5000", "--timeout", "6000"], /--timeout: must be at least 15000/]
    ] as const
    const ended = await Promise.all(wrong.map(([flags]) => runHere(["scrape", "https://example.com", ...flags], {})))
    ended.forEach(({ exitCode, stderr }, index) => {
      assert.strictEqual(exitCode, 2, stderr)
      assert.match(stderr, wrong[index]![1])
      assert.strictEqual(lines(stderr).length, 1)
    })
    assert.match(
      (await runHere(["scrape", "ftp://example.com"], {})).stderr,
      /^kittiwake: URL: must be an http or https address/
    )
  })
})

describe("kittiwake crawl", { timeout: 180_000 }, () => {
  it("writes a file for each page of a site, and says what it could not read", async () => {
    await using shop = await teaShop()
    await using directory = await temporaryDirectory()
    const { exitCode, stdout } = await runHere(["crawl", shop.url, "--output", directory.path], reaching(shop))
    assert.strictEqual(exitCode, 0)
    const said = lines(stdout)
    const summary = said.pop()
    assert.deepStrictEqual(said.toSorted(), [
      `about.md  ${shop.url}about`,
      `blog/black-page-2.md  ${shop.url}blog/black?page=2`,
      `blog/green.md  ${shop.url}blog/green.html`,
      `failed  ${shop.url}gone: The page answered 404.`,
      `index.md  ${shop.url}`
    ])
    assert.match(summary ?? "", /^4 pages in [\d.]+ s \([\d.]+\/s\), 1 failed, 0 skipped\. Files are in \//)
    const files = (await readdir(directory.path, { recursive: true })).filter((name) => name.endsWith(".md"))
    assert.deepStrictEqual(files.toSorted(), ["about.md", "blog/black-page-2.md", "blog/green.md", "index.md"])
    const about = await readFile(join(directory.path, "about.md"), "utf8")
    assert.isTrue(
      about.startsWith(`---\nurl: "${shop.url}about"\ntitle: "About"\ndepth: 1\n---\n\n# About us\n`),
      about
    )
  })

  it("gives programs a line of JSON a page and a summary", async () => {
    await using shop = await teaShop()
    const { stderr, stdout } = await runHere(["crawl", shop.url, "--json", "--match", "/blog/"], reaching(shop))
    assert.strictEqual(stderr, "")
    const records = lines(stdout).map((text) => JSON.parse(text))
    const { summary } = records.pop()
    assert.deepInclude(summary, { succeeded: 3, failed: 0, skipped: 2, maxDepthReached: 1, isPart: false })
    assert.deepInclude(records[0], { url: shop.url, depth: 0, statusCode: 200, succeeded: true, title: "Tea & more" })
    assert.include(records[0].markdown, "# Tea")
    assert.deepStrictEqual(
      records.map(({ depth }) => depth),
      [0, 1, 1]
    )
  })

  it("prints all pages when it writes no files, with what else it has to say on the side", async () => {
    await using shop = await teaShop()
    const { stderr, stdout } = await runHere(["crawl", shop.url, "--max-pages", "2"], reaching(shop))
    assert.strictEqual(stdout.match(/^url: /gm)?.length, 2)
    assert.match(stderr, /^2 pages in [\d.]+ s \([\d.]+\/s\), 0 failed, \d+ skipped\n$/)
  })

  it("keeps to robots.txt until the operator says otherwise", async () => {
    await using strict = await documents({
      "/robots.txt": "User-agent: *\nDisallow: /private",
      "/": '<main><h1>Open</h1><a href="/private/a">A</a></main>',
      "/private/a": "<main><h1>Private</h1></main>"
    })
    const crawl = async (robots: string) => {
      const env = { ...reaching(strict), KITTIWAKE_ROBOTS: robots }
      return JSON.parse(lines((await runHere(["crawl", strict.url, "--json"], env)).stdout).at(-1) ?? "").summary
    }
    assert.deepInclude(await crawl("obey"), { succeeded: 1, forbiddenByRobots: 1 })
    assert.deepInclude(await crawl("ignore"), { succeeded: 2, forbiddenByRobots: 0 })
  })

  it("follows no link out of the directory, and stops when it cannot write", async () => {
    await using shop = await teaShop()
    await using directory = await temporaryDirectory()
    await using elsewhere = await temporaryDirectory()
    await symlink(elsewhere.path, join(directory.path, "blog"))
    const folder = await runHere(["crawl", shop.url, "--output", directory.path], reaching(shop))
    assert.strictEqual(folder.exitCode, 1)
    assert.match(folder.stderr, /^kittiwake: Cannot write \/[^\n]+blog[^\n]+ is no directory\.\n$/)
    await writeFile(join(elsewhere.path, "kept"), "as it was")
    const other = join(elsewhere.path, "other")
    await mkdir(other)
    await symlink(join(elsewhere.path, "kept"), join(other, "about.md"))
    const file = await runHere(["crawl", shop.url, "--output", other, "--match", "about"], reaching(shop))
    assert.match(file.stderr, /^kittiwake: Cannot write \/[^\n]+about\.md: [^\n]+\n$/)
    assert.deepStrictEqual((await readdir(elsewhere.path)).toSorted(), ["kept", "other"])
    assert.strictEqual(await readFile(join(elsewhere.path, "kept"), "utf8"), "as it was")
  })

  it("fails when the start cannot be read, and says which flag is wrong", async () => {
    await using shop = await teaShop()
    const gone = await runHere(["crawl", `${shop.url}gone`], reaching(shop))
    assert.deepInclude(gone, { exitCode: 1, stdout: "", stderr: "kittiwake: The page answered 404.\n" })
    const asJson = await runHere(["crawl", `${shop.url}gone`, "--json"], reaching(shop))
    assert.deepInclude(asJson, { exitCode: 1, stderr: "kittiwake: The page answered 404.\n" })
    assert.deepInclude(JSON.parse(asJson.stdout).summary, {
      succeeded: 0,
      problem: "The page answered 404.",
      isPart: true
    })
    const pattern = await runHere(["crawl", shop.url, "--match", "("], reaching(shop))
    assert.strictEqual(pattern.exitCode, 2)
    assert.match(pattern.stderr, /^kittiwake: --match: /)
    const many = await runHere(["crawl", shop.url, "--max-pages", "20000"], reaching(shop))
    assert.deepStrictEqual([many.exitCode, many.stderr.includes("--max-pages: must be an integer")], [2, true])
  })
})

describe("kittiwake parse", { timeout: 180_000 }, () => {
  it("reads a file, or standard input, as Markdown", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "three.PDF")
    const pages = ["One", "Two", "Three"].map((text) => ({ content: line(text, 72, 700) }))
    await writeFile(file, pdfFile({ pages }))
    const pdf = await runHere(["parse", file, "--pages", "2", "--json"], {})
    assert.strictEqual(pdf.exitCode, 0)
    const { markdown, type } = JSON.parse(pdf.stdout)
    assert.strictEqual(type, "pdf")
    assert.deepStrictEqual([markdown.includes("Two"), markdown.includes("One")], [true, false])
    const piped = await run(["parse", "-", "--type", ".HTML"], {}, "<h1>Tea</h1><p>Green <b>and</b> black</p>")
    assert.deepStrictEqual(piped.stdout, "# Tea\n\nGreen **and** black\n")
  })

  it("says why a file could not be read", async () => {
    await using directory = await temporaryDirectory()
    const zeros = join(directory.path, "zeros.bin")
    await writeFile(zeros, new Uint8Array(64))
    const ended = await Promise.all([
      runHere(["parse", join(directory.path, "none.pdf")], {}),
      runHere(["parse", directory.path], {}),
      run(["parse", "-"], {}, ""),
      runHere(["parse", zeros], {}),
      runHere(["parse", "-", "--type", "zip"], {})
    ])
    assert.deepStrictEqual(
      ended.map(({ exitCode }) => exitCode),
      [1, 1, 1, 1, 2]
    )
    for (const { stderr, stdout } of ended) assert.match(stderr + stdout, /^kittiwake: [^\n]+\n$/)
    assert.match(ended[4]?.stderr ?? "", /^kittiwake: --type: /)
  })
})

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe("kittiwake with a browser", { timeout: 180_000, ...needsBrowser }, () => {
  it("takes a picture of the window, of the whole page and of a part of it", async () => {
    const style = "margin:0;height:3000px;background:linear-gradient(#fff,#000)"
    await using tall = await documents({ "/": `<title>Tall</title><body style="${style}"><h1>Tall</h1></body>` })
    await using directory = await temporaryDirectory()
    const shoot = async (name: string, ...flags: ReadonlyArray<string>) => {
      const file = join(directory.path, name)
      const args = ["screenshot", tall.url, "--output", file, "--size", "640x480", "--wait", "0", ...flags]
      const ended = await runHere(args, reaching(tall, directory.path))
      assert.strictEqual(ended.exitCode, 0, ended.stderr)
      return { ...ended, size: sizeOf(await readFile(file)) }
    }
    const window = await shoot("window.png", "--dark", "--json")
    assert.deepStrictEqual(window.size, [640, 480])
    assert.deepInclude(JSON.parse(window.stdout), { url: tall.url, width: 640, height: 480, finalDomState: "loaded" })
    assert.deepStrictEqual((await shoot("full.png", "--full")).size, [640, 3_000])
    const part = await shoot("part.png", "--from", "2800")
    assert.deepStrictEqual(part.size, [640, 200])
    assert.match(part.stdout, /^Wrote a picture of 640 by 200 pixels to \//)
  })

  it("does on a page what it is asked to before it is read", async () => {
    await using page = await documents({
      "/": `<main><h1>Tea</h1><button id="more" onclick="this.outerHTML='<p>Eleven kinds</p>'">More</button></main>`
    })
    const actions = JSON.stringify([{ do: "click", selector: "#more" }])
    const { stderr, stdout } = await runHere(["scrape", page.url, "--actions", actions], reaching(page))
    assert.include(stdout, "Eleven kinds", stderr)
    assert.strictEqual(stderr, "")
  })

  it("says which action failed and exits with 1, beside the page as it was read", async () => {
    await using page = await documents({ "/": "<main><h1>Tea</h1></main>" })
    await using directory = await temporaryDirectory()
    const actions = JSON.stringify([
      { do: "click", selector: "#none" },
      { do: "wait", timeMs: 1 }
    ])
    const asked = ["scrape", page.url, "--actions", actions]
    const { exitCode, stderr, stdout } = await runHere(asked, reaching(page))
    assert.include(stdout, "# Tea")
    assert.match(
      stderr,
      /^kittiwake: --actions: "click #none" failed: [^\n]+; --actions: "wait 1 ms" was left out[^\n]*\n$/
    )
    assert.strictEqual(exitCode, 1)
    // Programs and files get the page too.
    const record = await runHere([...asked, "--json"], reaching(page))
    const told = JSON.parse(record.stdout)
    assert.include(told.markdown, "# Tea")
    assert.deepStrictEqual(
      told.actionsApplied.map(({ status }: { readonly status: string }) => status),
      ["failed", "skipped"]
    )
    assert.strictEqual(record.exitCode, 1, record.stderr)
    const file = join(directory.path, "tea.md")
    const written = await runHere([...asked, "--output", file], reaching(page, directory.path))
    assert.strictEqual(written.exitCode, 1, written.stderr)
    assert.include(await readFile(file, "utf8"), "# Tea")
    const fine = JSON.stringify([{ do: "wait", timeMs: 1 }])
    assert.strictEqual((await runHere(["scrape", page.url, "--actions", fine], reaching(page))).exitCode, 0)
  })
})
