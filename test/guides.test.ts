/**
 * The commands that the guides show, typed as they stand there. Observed: that they succeed, and that they print what is shown. Sites of
 * examples are one of this machine, and ports are free ones.
 */
import { globSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { docxFile, line, pdfFile } from "../packages/core/src/testing/documentFiles.ts"
import { root } from "../scripts/workspace.ts"
import { listen } from "./endToEnd/listen.ts"
import { type Commands, commandsOf, expectation, fencesOf, idsIn, type Printed, withIds } from "./guides/fences.ts"
import { openShell, type Shell } from "./guides/Shell.ts"
import { needsBrowser } from "./setup/browser.ts"
import { freePort } from "./setup/freePort.ts"
import { casesInTurn, takesAll, turn } from "./setup/turns.ts"

const pages = ["README.md", ...globSync("docs/{guides,learn,operate}/*.md", { cwd: root }).toSorted()]

const read = async (page: string) => fencesOf(await readFile(join(root, page), "utf8"))

const report = pdfFile({ pages: Array.from({ length: 6 }, (_, n) => ({ content: line(`Page ${n + 1}`, 72, 700) })) })

const document = docxFile("<w:p><w:r><w:t>Tea</w:t></w:r></w:p>")

const sitemap = (host: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}/blog/tea</loc></url></urlset>`

/** The site for which those of the examples stand. */
const example = () =>
  listen(
    createServer(({ headers, url = "/" }, answer) => {
      if (url.endsWith(".pdf")) return void answer.setHeader("content-type", "application/pdf").end(report)
      if (url === "/sitemap.xml") {
        return void answer.setHeader("content-type", "application/xml").end(sitemap(headers.host ?? ""))
      }
      const more = `<button id="more" onclick="this.outerHTML='<p>Black tea is 12 EUR.</p>'">More</button>`
      const text = `<h1>Tea</h1><p>Green tea is 10 EUR.</p>${more}<a href="/docs/green">Green</a>`
      answer.setHeader("content-type", "text/html").end(`<html><body><main>${text}</main></body></html>`)
    })
  )

/** Ports of the guides, by what listens there. */
const usual = { KITTIWAKE_PORT: "8787", PORT: "4000", page: "8000" } as const

const hosts = /https:\/\/(?:example\.com|acme\.example|shop\.example)(?=[/\s'"]|$)/g

const served = await example()
afterAll(() => served[Symbol.asyncDispose]())

interface Translation {
  readonly env: Readonly<Record<string, string>>
  readonly typed: (text: string) => string
  readonly shown: (text: string) => string
}

/** What is typed and printed here for what stands in the guide. */
const translation = async (): Promise<Translation> => {
  const ports = Object.fromEntries(
    await Promise.all(
      Object.entries(usual).map(async ([name, port]) => [port, [name, String(await freePort())]] as const)
    )
  )
  const env = Object.fromEntries(Object.values(ports).filter(([name]) => name !== "page"))
  const atPorts = (text: string) =>
    text.replace(/(?<=127\.0\.0\.1:|localhost:|http\.server )(8787|8000|4000)\b/g, (port) => ports[port]![1])
  return {
    env: { ...env, KITTIWAKE_EGRESS_ALLOW: served.address },
    typed: (text) => atPorts(text.replace(hosts, `http://${served.address}`)),
    // Commands that the server names say its port where that is not the usual one.
    shown: (text) => atPorts(text.replace(/^ {2}npx kittiwake/m, "  …npx kittiwake"))
  }
}

interface Prepared extends Omit<Translation, "env"> {
  readonly shell: Shell
}

/** Types the blocks of a page that are chosen, and holds them against what the page says that they print. */
const follow = async (
  fences: ReadonlyArray<Commands | Printed>,
  { shell, shown, typed }: Prepared,
  isChosen: (commands: Commands) => boolean
) => {
  const ids = new Map<string, string>()
  let printed = ""
  let isShown = false
  for (const fence of fences) {
    if (fence.type === "commands") {
      isShown = isChosen(fence)
      if (!isShown) continue
      const filled = (command: string) => typed(withIds(command, new Map([...idsIn(shell.printed()), ...ids])))
      if (fence.kind === "serves") {
        printed = await shell.begin(filled(fence.text))
        continue
      }
      printed = ""
      for (const command of commandsOf(fence.text)) {
        const output = await shell.type(filled(command))
        for (const [kind, id] of idsIn(output)) ids.set(kind, id)
        printed += `${output}\n`
      }
    } else if (isShown) {
      const pattern = expectation(shown(fence.text))
      if (pattern.test(printed) || (await shell.hears(pattern))) continue
      assert.fail(`Line ${fence.line} shows:\n${fence.text}\nPrinted was:\n${printed}\n${shell.printed()}`)
    }
  }
}

const prepared = async (): Promise<Prepared> => {
  const { env, ...translated } = await translation()
  const shell = await openShell(env)
  await writeFile(join(shell.folder, "report.pdf"), report)
  await writeFile(join(shell.folder, "report.docx"), document)
  await writeFile(
    join(shell.folder, "plans.json"),
    JSON.stringify({ type: "object", properties: { price: { type: "string" } } })
  )
  return { ...translated, shell }
}

/** What everybody reads is followed in every run, and of the others a quarter (`test/setup/turns.ts`). */
const always = ["README.md"]

const all = (await Promise.all(pages.map(async (page) => [page, await read(page)] as const))).filter(([, fences]) =>
  fences.some((fence) => fence.type === "commands" && fence.kind !== "elsewhere")
)

const inTurn = casesInTurn(
  all.filter(([page]) => !always.includes(page)),
  4
)
const blocks = all.filter((one) => always.includes(one[0]) || inTurn.includes(one))
if (!takesAll) console.log(`KITTIWAKE_TURN=${turn} follows ${blocks.length} of ${all.length} pages`)

describe("what a guide shows", () => {
  it("is found in what was printed with other ids and times, and in nothing else", () => {
    const shown = expectation("Run run_01a1… completed: $10 → $11\n\n-10\n+11 at 09:12:03.418 …")
    const printed = "Run run_01b3aa99aabb7c completed: $10 → $11\n\n-10\n+11 at 23:01:59.000 and more"
    assert.match(printed, shown)
    assert.notMatch(printed.replace("$11", "$12"), shown)
    assert.notMatch(printed.replace("run_", "mon_"), shown)
    assert.notMatch(printed.replace("completed", "failed"), shown)
  })

  it("is cut into commands, which get the ids that were printed", () => {
    const page = "```sh\nKEY=\"a b\"\ncurl -d '{\n}' \\\n  x mon_01a1…\nls\n```\n```sh soon\n```\n"
    assert.throws(() => fencesOf(page), /Line 8: "sh soon" is none of serves, browser, elsewhere/)
    const [block] = fencesOf(page.replace("sh soon", "ts"))
    assert.deepInclude(block, { type: "commands", kind: "runs", line: 1 })
    const commands = commandsOf(block!.text)
    assert.deepStrictEqual(commands, ["KEY=\"a b\"\ncurl -d '{\n}' \\\n  x mon_01a1…", 'KEY="a b"\nls'])
    assert.include(withIds(commands[0]!, idsIn("mon_01a1bbbbccccddddeeeeffff")), "x mon_01a1bbbbccccddddeeeeffff")
    assert.throws(() => withIds(commands[0]!, idsIn("nothing")), /was not printed/)
  })
})

describe("the commands of a guide", { timeout: 300_000 }, () => {
  it("are found", () => {
    assert.includeMembers(
      all.map(([page]) => page),
      ["README.md", "docs/learn/first-monitor.md", "docs/guides/scrape.md", "docs/operate/organizations.md"]
    )
  })

  it.each(blocks)("%s do what it says", async (_, fences) => {
    const ready = await prepared()
    await using shell = ready.shell
    const serves = fences.some((fence) => fence.type === "commands" && fence.kind === "serves")
    if (!serves) await shell.begin("npm start")
    await follow(fences, ready, ({ kind }) => kind === "runs" || kind === "serves")
  })

  const rendered = blocks.filter(([, fences]) =>
    fences.some((fence) => fence.type === "commands" && fence.kind === "browser")
  )

  it.each(rendered)("%s do in a browser what it says", needsBrowser, async (_, fences) => {
    const ready = await prepared()
    await using _shell = ready.shell
    await follow(fences, ready, ({ kind }) => kind === "browser")
  })
})
