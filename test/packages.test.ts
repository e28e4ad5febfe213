import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { png } from "../packages/core/src/testing/fileSamples.ts"
import { pdfInMaps, ucs2 } from "../packages/core/src/testing/mappedPdf.ts"
import { buildPackages } from "../scripts/build/buildPackages.ts"
import { packPackages } from "../scripts/build/packPackages.ts"
import { run } from "../scripts/run.ts"
import { entriesOf, type Package, publishedBin, publishedPackages, root } from "../scripts/workspace.ts"
import { needing } from "./setup/needs.ts"
import { otherNode } from "./setup/otherNode.ts"
import { sideInTurn, takesAll } from "./setup/turns.ts"

const packages = publishedPackages()

/** What a project installs that wants pages rendered, pictures described, text in pictures read, or Redis; and what nobody needs. */
const heavy = [
  "@hyzyla/pdfium",
  "@sparticuz/chromium",
  "@tesseract.js-data/eng",
  "ioredis",
  "libphonenumber-js",
  "playwright-core",
  "redis",
  "sharp",
  "tesseract.js"
]

/** What a user's own project brings: the runner the test suites are written for, and types for Node. */
const broughtByUser = ["vitest", "@effect/vitest", "@types/node"]

const node22 = otherNode(22, 20)

const mapped = pdfInMaps([{ map: "UniJIS-UCS2-H", ordering: "Japan1", bytes: ucs2("東京の天気") }])

const workdir = { path: "" }
const app = () => join(workdir.path, "app")

const succeeds = async (command: string, args: ReadonlyArray<string>, cwd: string) => {
  // As where it is installed: no test of ours says where modules are kept compiled.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { code, output } = await run(command, args, { cwd, env })
  assert.strictEqual(code, 0, `${command} ${args.join(" ").slice(0, 200)}\n${output}`)
  return output
}

const versions = async (names: ReadonlyArray<string>) => {
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return names.map((name) => `${name}@${devDependencies[name]}`)
}

/** Packs all packages as they are built now. */
const packedHere = async () => {
  const tarballs = join(workdir.path, "tarballs")
  const built = await buildPackages(({ folder }) => join(workdir.path, "built", folder))
  await packPackages(built, tarballs)
  return tarballs
}

const installAsUser = async () => {
  workdir.path = await mkdtemp(join(tmpdir(), "kittiwake-packages-"))
  await mkdir(app())
  // CI has just built and packed them.
  const tarballs = process.env.KITTIWAKE_PACKED ?? (await packedHere())
  await writeFile(join(app(), "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }))
  const files = (await readdir(tarballs)).map((file) => join(tarballs, file))
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  await succeeds("npm", ["install", ...quiet, ...files, ...(await versions(broughtByUser))], app())
}

/** Every module that a package exports, by its published name. */
const modulesOf = ({ manifest }: Package): ReadonlyArray<string> =>
  Object.keys(entriesOf(manifest))
    .filter((entry) => entry !== "./package.json")
    .map((entry) => `${manifest.name}${entry.slice(1)}`)

/** Every module as it was built, by its path, public or not; what runs in a thread or a process of its own is not imported. */
const filesOf = async ({ manifest }: Package): Promise<ReadonlyArray<string>> => {
  const programs = Object.values(publishedBin(manifest)).map((path) => posix.basename(path, ".ts"))
  return (await readdir(join(app(), "node_modules", manifest.name), { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        file.endsWith(".js") &&
        !file.includes("node_modules/") &&
        // What browsers load.
        !(manifest.name === "@kittiwake/dashboard" && file.startsWith("built/")) &&
        !/(Worker|(check|reader|writer)Thread)\.js$/.test(file)
    )
    .filter((file) => !programs.includes(posix.basename(file, ".js")))
    .map((file) => `./node_modules/${manifest.name}/${file}`)
}

/** Plain Node, told not to read TypeScript: what runs is what was built. From a file, since a system bounds what one argument holds. */
const nodeRuns = async (program: string) => {
  const path = join(app(), `program-${randomUUID()}.js`)
  await writeFile(path, program)
  return succeeds("node", ["--no-experimental-strip-types", path], app())
}

describe("the packages, installed from their tarballs", () => {
  beforeAll(installAsUser, 600_000)
  afterAll(() => rm(workdir.path, { recursive: true, force: true }), 60_000)

  it("give every module to plain Node, by its name when it is exported", async () => {
    // Without the client there is nothing that Redis' adapter could do, and the error names it.
    const isOptional = ({ manifest }: Package) => manifest.name === "@kittiwake/redis"
    const names = packages.flatMap((one) => (isOptional(one) ? [] : modulesOf(one)))
    const more = packages.flatMap((one) => (isOptional(one) ? modulesOf(one) : []))
    const files = await Promise.all(packages.map(filesOf))
    for (const [index, own] of files.entries()) {
      assert.strictEqual(own.length > 0, packages[index]?.manifest.name !== "@kittiwake/dashboard")
    }
    // One process loads what they share once, which is most of what this takes.
    await nodeRuns(`
      const [names, files] = ${JSON.stringify([names, [...more, ...files.flat()]])}
      const failed = (name) => (cause) => { throw new Error("cannot import " + name, { cause }) }
      for (const name of names) await import(name).catch(failed(name))
      for (const name of files) await import(name).catch((cause) => {
        // What needs such a package is loaded where it is known to be there.
        if (!new RegExp(${JSON.stringify(`Cannot find package '(${heavy.join("|")})'`)}).test(cause.message)) failed(name)(cause)
      })`)
  }, 120_000)

  it("bring programs with their types, and nothing that only a debugger reads", async () => {
    for (const { manifest } of packages) {
      const files = await readdir(join(app(), "node_modules", manifest.name), { recursive: true })
      const own = files.map((file) => file.replaceAll("\\", "/")).filter((file) => !file.includes("node_modules/"))
      assert.includeMembers(own, ["package.json", "LICENSE"])
      assert.deepStrictEqual(
        own.filter((file) => /\.map$|(?<!\.d)\.ts$|^src\//.test(file)),
        []
      )
    }
  })

  it("give nothing that they do not export", async () => {
    const notThere = "ERR_MODULE_NOT_FOUND"
    for (const [name, error] of [
      ["kittiwake/main", "ERR_PACKAGE_PATH_NOT_EXPORTED"],
      ["@kittiwake/core", "ERR_PACKAGE_PATH_NOT_EXPORTED"],
      ["@kittiwake/core/bind", notThere],
      ["@kittiwake/core/src/bind.ts", notThere],
      ["@kittiwake/core/modules/bind", notThere],
      ["@kittiwake/http/body", notThere]
    ] as const) {
      const { code, output } = await run("node", ["--input-type=module", "--eval", `import "${name}"`], { cwd: app() })
      assert.notStrictEqual(code, 0, name)
      assert.include(output, error, name)
    }
  }, 30_000)

  it("find the difference between two texts, and the next slot of a schedule", async () => {
    const output = await nodeRuns(`
      import { DateTime } from "effect"
      import { textChange } from "@kittiwake/core/monitors/domain/Diff"
      import { nextSlot, defaultSchedule } from "@kittiwake/core/monitors/domain/Schedule"
      const { diff } = textChange("Basic\\n10 EUR", "Basic\\n12 EUR")
      if (typeof nextSlot !== "function" || defaultSchedule.unit !== "days") throw new Error("no schedule")
      console.log(diff)
    `)
    assert.include(output, "-10 EUR")
    assert.include(output, "+12 EUR")
  }, 30_000)

  it("watch a page from a program that embeds them, on the embedded database", async () => {
    const output = await nodeRuns(`
      import { createServer } from "node:http"
      import { Kittiwake } from "kittiwake"
      const site = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>10 EUR</p>"))
      await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve))
      const host = "127.0.0.1:" + site.address().port
      const kittiwake = await Kittiwake.open({ dataDirectory: "./kept", egressAllow: [host], worker: false })
      const { id } = await kittiwake.monitors.create({
        name: "Pricing",
        target: { type: "page", url: "http://" + host + "/" },
        schedule: { type: "interval", frequency: 1, unit: "hours" }
      })
      const { runs } = await kittiwake.runDue()
      const { data } = await kittiwake.monitors.runs({ monitor_id: id })
      console.log(JSON.stringify({ runs, status: data[0].status }))
      await kittiwake.close()
      site.close()
    `)
    assert.deepStrictEqual(JSON.parse(output.split("\n").at(-1) ?? ""), { runs: 1, status: "completed" })
  }, 60_000)

  it("read a file in a process of its own, which leaves no trace", async () => {
    const output = await nodeRuns(`
      import { Kittiwake } from "kittiwake"
      const kittiwake = await Kittiwake.open({ memory: true, worker: false })
      const { markdown } = await kittiwake.web.parse(Buffer.from("a,b\\n1,2\\n"), { extension: "csv" })
      const pdf = await kittiwake.web.parse(Buffer.from("${Buffer.from(mapped).toString("base64")}", "base64"))
      if (!pdf.markdown.includes("東京の天気")) throw new Error(pdf.markdown)
      const children = process.getActiveResourcesInfo().filter((one) => one === "ProcessWrap").length
      console.log(JSON.stringify({ markdown, children }))
      await kittiwake.close()
    `)
    const { children, markdown } = JSON.parse(output.split("\n").at(-1) ?? "")
    assert.match(markdown, /\| 1 +\| 2 +\|/)
    assert.strictEqual(children, 0, "a child that waits for work does not keep its parent alive")
  }, 60_000)

  it("take what is heavy only from who installs it, and say which package a call needs", async () => {
    const installed = await readdir(join(app(), "node_modules"), { recursive: true })
    assert.deepStrictEqual(
      heavy.filter((name) => installed.includes(join(...name.split("/")))),
      []
    )
    const output = await nodeRuns(`
      import { createServer } from "node:http"
      import { Kittiwake } from "kittiwake"
      const png = Buffer.from("${Buffer.from(png).toString("base64")}", "base64")
      const site = createServer(({ url }, answer) =>
        url === "/a.png"
          ? answer.setHeader("content-type", "image/png").end(png)
          : answer.setHeader("content-type", "text/html").end('<img src="/a.png" alt="A">'))
      await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve))
      const host = "127.0.0.1:" + site.address().port
      const kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [host], browserHasSandbox: false })
      const url = "http://" + host + "/"
      const pdf = Buffer.from("${Buffer.from(mapped).toString("base64")}", "base64")
      const told = (promise) => promise.then((value) => JSON.stringify(value), ({ code, message }) => code + ": " + message)
      console.log(JSON.stringify({
        text: await told(kittiwake.web.parse(pdf)),
        picture: await told(kittiwake.web.parse(png, { ocr: true })),
        images: await told(kittiwake.web.images({ url, enrichment: { resolution: true } })),
        screenshot: await told(kittiwake.web.screenshot({ url }))
      }))
      await kittiwake.close()
      site.close()
    `)
    const { images, picture, screenshot, text } = JSON.parse(output.split("\n").at(-1) ?? "")
    assert.include(text, "東京の天気")
    assert.match(picture, /^INTERNAL_ERROR: .*Install the packages tesseract\.js, .*sharp/)
    assert.match(images, /^INTERNAL_ERROR: .*npm install sharp/)
    assert.match(screenshot, /^INTERNAL_ERROR: .*(npm install playwright-core|package @sparticuz\/chromium)/)
  }, 60_000)

  it("are imported on Node 22 and used there, and nothing is printed", {
    ...needing({ node22: node22 !== null }),
    timeout: 30_000
  }, async () => {
    const program = `
      const { Kittiwake } = await import("kittiwake")
      const kittiwake = await Kittiwake.open({ memory: true, worker: false })
      const { data } = await kittiwake.monitors.list()
      await kittiwake.close()
      console.log(process.version.split(".")[0], data.length)`
    assert.strictEqual(await succeeds(node22!, ["--input-type=module", "--eval", program], app()), "v22 0")
  })

  it("watch a page on Node 22 with a data directory", {
    ...needing({ node22: node22 !== null }),
    timeout: 60_000
  }, async () => {
    const program = `
      import { once } from "node:events"
      import { mkdtemp } from "node:fs/promises"
      import { createServer } from "node:http"
      import { Kittiwake } from "kittiwake"
      const site = createServer((_, response) => response.end("<p>Tea, 10 €</p>")).listen(0, "127.0.0.1")
      await once(site, "listening")
      const host = "127.0.0.1:" + site.address().port
      const faults = []
      const kittiwake = await Kittiwake.open({
        dataDirectory: await mkdtemp("data-"),
        egressAllow: [host],
        onLog: (line) => line.level === "error" && faults.push(line.message)
      })
      const { id } = await kittiwake.monitors.create({ name: "Tea", target: { type: "page", url: "http://" + host + "/" } })
      // Asked so often that it would stop a worker which got no turn, and not without end where no run does.
      let run
      const until = Date.now() + 30_000
      do [run] = (await kittiwake.monitors.runs({ monitor_id: id })).data
      while ((run.status === "queued" || run.status === "running") && Date.now() < until)
      const { baseline } = await kittiwake.monitors.get(id)
      await kittiwake.close()
      site.close()
      console.log(JSON.stringify([run.status, run.credits_charged, baseline?.text, faults]))`
    const output = await succeeds(node22!, ["--no-warnings", "--input-type=module", "--eval", program], app())
    assert.deepStrictEqual(JSON.parse(output.split("\n").at(-1) ?? ""), ["completed", 1, "Tea, 10 €", []])
  })

  it("give the command `kittiwake`", async () => {
    assert.include(await succeeds("npx", ["--no-install", "kittiwake", "--help"], app()), "monitor")
    assert.isNotEmpty(await readdir(join(app(), "node_modules/.cache/kittiwake")), "modules are kept compiled")
  }, 30_000)

  const typeErrors = async (file: string, names: ReadonlyArray<string>, flags: ReadonlyArray<string>, more = "") => {
    const imports = names.map((name, n) => `import type * as m${n} from "${name}"`)
    const used = imports.map((_, n) => `keyof typeof m${n}`).join(" | ")
    await writeFile(join(app(), file), `${imports.join("\n")}\nexport type Names = ${used}\n${more}`)
    const always = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"]
    const { output } = await run("tsc", [...always, ...flags, "--pretty", "false", file], { cwd: app() })
    // Other people's declarations are their own affair; ours and the program's must be right.
    return output.split("\n").filter((line) => /^([a-z]+\.ts|node_modules\/(@kittiwake|kittiwake)\/)/.test(line))
  }

  /** What nobody installed who does not want it. */
  const lacksHeavy = new RegExp(`Cannot find module '(${heavy.join("|")})'`)

  // The compiler reads all of `effect` for either of the two, so that they take turns by the day.
  if (takesAll || sideInTurn === 0)
    it("type-check in a strict program for Node that uses them, without the library of browsers", async () => {
      const program = `import { DateTime } from "effect"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { textChange } from "@kittiwake/core/monitors/domain/Diff"
export const diff: string = textChange("a", "b").diff
export const facade: typeof Monitors = Monitors
export const at: DateTime.Utc = DateTime.makeUnsafe(0)
// @ts-expect-error a wrong use is refused, so the declarations are there and not \`any\`
textChange(1, 2)
`
      const flags = ["--lib", "es2024,esnext"]
      const found = await typeErrors("consumer.ts", packages.flatMap(modulesOf), flags, program)
      assert.deepStrictEqual(
        found.filter((line) => !lacksHeavy.test(line)),
        []
      )
    }, 180_000)

  if (takesAll || sideInTurn === 1)
    it("type-check in themselves", async () => {
      const files = (await Promise.all(packages.map(filesOf))).flat()
      const found = await typeErrors("all.ts", files, [])
      assert.deepStrictEqual(
        found.filter((line) => !lacksHeavy.test(line)),
        []
      )
    }, 180_000)
})
