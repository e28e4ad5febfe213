/** What a process that reads files holds before it reads any. Observed: the packages whose modules it loaded. */
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { assert, it } from "@effect/vitest"

const program = `
import { registerHooks } from "node:module"
const loaded = []
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
for (const module of process.argv.slice(1)) await import(module)
process.stdout.write(JSON.stringify(loaded))
`

const source = (path: string) => new URL(`../src/${path}`, import.meta.url)

const packagesOf = (modules: ReadonlyArray<URL>): ReadonlySet<string> => {
  const given = ["--input-type=module", "--eval", program, ...modules.map(({ href }) => href)]
  const { stdout } = spawnSync(process.execPath, given, { encoding: "utf8" })
  const urls = JSON.parse(stdout) as ReadonlyArray<string>
  return new Set(urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))
}

/** Modules that `readFile` loads when a file first needs them. */
const readers = ["office", "pdf", "pictures", "text"].flatMap((folder) =>
  readdirSync(source(folder))
    .filter((name) => /^read[A-Z]\w*\.ts$/.test(name))
    .map((name) => source(`${folder}/${name}`))
)

it("loads no package before its first file, and for none of them what schemas and effects are made of", () => {
  assert.deepStrictEqual([...packagesOf([source("reading/readingThread.ts")])], [])
  const all = packagesOf([source("reading/readingThread.ts"), ...readers])
  assert.includeMembers([...all], ["csv-parse", "mammoth"])
  assert.isFalse(all.has("effect"))
}, 120_000)
