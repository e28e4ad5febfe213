/** What pages of the documentation call commands, flags and fields, held against the commands and the description of the API that there are. */
import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { AdminApi } from "@kittiwake/http/admin/api"
import { Api } from "@kittiwake/http/api"
import type { Command } from "effect/cli"
import { OpenApi } from "effect/http-api"
import { catalogue } from "../../mcp/src/tools/catalogue.ts"
import { kittiwake } from "../src/kittiwakeCommand.ts"
import { runHere } from "./support/commandHere.ts"

const root = join(import.meta.dirname, "../../..")
const files = ["README.md", ...globSync("docs/{guides,learn,operate,reference}/*.md", { cwd: root }).toSorted()]

/** A command as it is typed, by its words. */
interface Typed {
  readonly page: string
  readonly line: string
  readonly words: ReadonlyArray<string>
}

/** The commands that a text types: in code alone, and each until a pipe or the end of its line. */
const typedIn = (page: string, markdown: string): ReadonlyArray<Typed> => {
  const fences = [...markdown.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) =>
    text.replaceAll("\\\n", " ").split("\n")
  )
  const spans = [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, text = ""]) => text
  )
  return [...fences, ...spans].flatMap((line) =>
    [...line.matchAll(/(?:^|[\s;&(])kittiwake ((?:(?!\s[|;&>#]|\)).)+)/g)].map(([, typed = ""]) => ({
      page,
      line,
      words: typed.match(/'[^']*'|"[^"]*"|\S+/g) ?? []
    }))
  )
}

/** The command that the words name, and how many of them do. */
const named = (command: Command.Command.Any, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const below = command.subcommands.flatMap(({ commands }) => [...commands])
  const [first = "", ...rest] = words
  const child = below.find(({ name }) => name === first)
  return child === undefined ? [] : [first, ...named(child, rest)]
}

const whole = await kittiwake()
const takesMore = (path: ReadonlyArray<string>): boolean => {
  let command: Command.Command.Any = whole
  for (const word of path) {
    const next = command.subcommands.flatMap(({ commands }) => [...commands]).find(({ name }) => name === word)
    if (next === undefined) return false
    command = next
  }
  return command.subcommands.length > 0
}

const flagsIn = (text: string): ReadonlySet<string> => new Set(text.match(/--[a-z][a-z-]*/g))

const helps = new Map<string, Promise<ReadonlySet<string>>>()
const flagsOf = (path: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
  const key = path.join(" ")
  const known = helps.get(key) ?? runHere([...path, "--help"], {}).then(({ stdout }) => flagsIn(stdout))
  helps.set(key, known)
  return known
}

/** What is wrong with a command that is typed; null where nothing is. */
const problemOf = async ({ words }: Typed): Promise<string | null> => {
  const path = named(whole, words)
  const next = words[path.length] ?? ""
  // A word in capitals, an ellipsis or a flag stands for what is typed there.
  if (takesMore(path) && /^[a-z][a-z-]*$/.test(next)) return `there is no "${[...path, next].join(" ")}"`
  const known = await flagsOf(path)
  const unknown = words.slice(path.length).flatMap((word) => (/^--[a-z]/.test(word) ? [...flagsIn(word)] : []))
  const flag = unknown.find((one) => !known.has(one) && !known.has(one.replace("--no-", "--")))
  return flag === undefined ? null : `"${path.join(" ")}" takes no ${flag}`
}

describe("commands that pages name", () => {
  it("are found in code, with their flags", () => {
    const page = "Say `kittiwake monitor ad URL` or\n\n```sh\nX=1 kittiwake scrape a --jsn | jq .x\n```\n"
    assert.deepStrictEqual(
      typedIn("page.md", page).map(({ words }) => words),
      [
        ["scrape", "a", "--jsn"],
        ["monitor", "ad", "URL"]
      ]
    )
  })

  it("are missed where they are wrong", async () => {
    const problems = async (line: string) => problemOf({ page: "", line, words: line.split(" ") })
    assert.strictEqual(await problems("monitor ad URL"), 'there is no "monitor ad"')
    assert.strictEqual(await problems("scrape URL --jsn"), '"scrape" takes no --jsn')
    assert.isNull(await problems("monitor add URL --every 1h --json"))
  })

  it.each(files)("%s: are there, and take the flags that it gives them", async (page) => {
    const wrong: Array<string> = []
    for (const typed of typedIn(page, await readFile(join(root, page), "utf8"))) {
      const problem = await problemOf(typed)
      if (problem !== null) wrong.push(`${problem}: ${typed.line}`)
    }
    assert.deepStrictEqual(wrong, [])
  })
})

/** The names of fields and of values that the description of the API has. */
const described = (() => {
  const names = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (Array.isArray(value) || value === null || typeof value !== "object") return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(inner)) names.add(name)
      if (key === "name" && typeof inner === "string") names.add(inner)
      if (key === "enum" && Array.isArray(inner)) for (const one of inner) names.add(String(one))
      walk(inner)
    }
  }
  walk(OpenApi.fromApi(Api))
  walk(OpenApi.fromApi(AdminApi))
  return names
})()

/** What guides name that is no field of ours: data that their examples ask for, and what others call so. */
const others: Readonly<Record<string, ReadonlyArray<string>>> = {
  "docs/guides/answers.md": ["founder", "year_founded"],
  // Of the event that a webhook gets, which the contract describes beside the operations.
  "docs/guides/batches.md": ["batch"],
  "docs/guides/connect-an-assistant.md": ["invalid_client"],
  "docs/guides/extract.md": [
    ...["seats", "wholesale_price", "review_count", "units_2026", "net_price", "price_excl_vat", "unit_price"],
    ...["year_founded", "press_email", "product_photos", "price_usd", "basket_total"]
  ],
  "docs/guides/monitor-extract.md": ["properties", "monthlyPrice"],
  // Of the command alone.
  "docs/guides/monitor-page.md": ["first_run"],
  "docs/guides/monitor-sitemap.md": ["utm_source"],
  "docs/guides/products.md": ["Color"],
  "docs/guides/search.md": ["kittiwake_search_backends_total"]
}

const tools: ReadonlySet<string> = new Set(catalogue.map(({ name }) => name))

/** The fields of JSON examples, and names with an underscore in code, which are fields, values or tools. */
const fieldsIn = (markdown: string): ReadonlyArray<string> => [
  ...[...markdown.matchAll(/^```json.*\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) =>
    [...text.matchAll(/"([A-Za-z_$][\w$-]*)"\s*:/g)].map(([, name = ""]) => name)
  ),
  ...[...markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(
    ([, name = ""]) => name
  )
]

describe("fields that guides name", () => {
  it("are found in examples and in code", () => {
    const page = '```json\n{ "target": { "url_": 1 } }\n```\nIt is `last_run_on`, not `x`.\n```ts\n`a_b`\n```\n'
    assert.deepStrictEqual(fieldsIn(page), ["target", "url_", "last_run_on"])
    assert.deepStrictEqual([described.has("last_run_at"), described.has("last_run_on")], [true, false])
  })

  it.each(files.filter((page) => page.startsWith("docs/guides/")))("%s: are those of the API", async (page) => {
    const known = new Set(others[page])
    const named = new Set(fieldsIn(await readFile(join(root, page), "utf8")))
    assert.deepStrictEqual(
      [...named].filter((name) => !described.has(name) && !tools.has(name) && !known.has(name)),
      []
    )
    assert.deepStrictEqual(
      [...known].filter((name) => !named.has(name)),
      [],
      "what is excepted stands there"
    )
  })
})

/** Files of the sources that a page names in code. */
const sourcesIn = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name)

describe("files that pages name", () => {
  const sources = globSync("{packages,scripts,test,bench,examples}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "dist"
  }).map((path) => `/${path.replaceAll("\\", "/")}`)

  it("are found in code, and missed where there are none", () => {
    assert.deepStrictEqual(sourcesIn("See `core/src/a.ts` and `b.tsx`, not c.ts."), ["core/src/a.ts", "b.tsx"])
    assert.isTrue(sources.some((path) => path.endsWith("/monitors/runMonitor.ts")))
  })

  it.each([...files, "docs/flows.md", "docs/gaps.md", "docs/states.md"])("%s: are there", async (page) => {
    const named = new Set(sourcesIn(await readFile(join(root, page), "utf8")))
    assert.deepStrictEqual(
      [...named].filter((name) => !sources.some((path) => path.endsWith(`/${name}`))),
      []
    )
  })
})
