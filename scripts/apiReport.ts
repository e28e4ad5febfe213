/**
 * The public surface of each published package as one page: every entry with its declarations, without their comments.
 *
 * The pages stand in `docs/reference/api` and are committed, so that a review shows what a change does to those who
 * build on us. `npm run check` fails while a page and the sources differ.
 */
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { emit } from "./build/buildPackages.ts"
import { ours, type Package, publishedPackages, root } from "./workspace.ts"

const folder = join(root, "docs/reference/api")

const pageName = ({ manifest }: Package) => `${manifest.name.replace("@kittiwake/", "")}.md`

/** Which published name leads to which source file, in the order of the names. */
export const entriesOf = ({ manifest }: Package, files: ReadonlyArray<string>): ReadonlyArray<[string, string]> => {
  const entries = new Map<string, string>()
  for (const [name, path] of Object.entries(manifest.exports)) {
    if (!path.endsWith(".ts")) continue
    const [before = "", after] = path.split("*")
    if (after === undefined) {
      entries.set(posix.join(manifest.name, name), path.slice(2))
      continue
    }
    for (const file of files) {
      const at = `./${file}`
      if (!at.startsWith(before) || !at.endsWith(after)) continue
      const middle = at.slice(before.length, at.length - after.length)
      entries.set(posix.join(manifest.name, name.replace("*", middle)), file)
    }
  }
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
}

const isNoise = (line: string) =>
  /^import .* from ".*";$/.test(line) || line === "export {};" || line.startsWith("#!") || line.trim() === ""

/** The declarations of one file as a reader of the report wants them: no imports, no semicolons, two spaces. */
export const readable = (declarations: string): string =>
  declarations
    .replace(/^import [^;]*? from "[^"]*";$/gm, "")
    .split("\n")
    .filter((line) => !isNoise(line) && !line.startsWith("//#"))
    .map((line) => line.replace(/^( {4})+/, (indent) => "  ".repeat(indent.length / 4)).replace(/;$/, ""))
    .map((line) => line.replace(/^export declare /, "export ").replace(/^declare /, ""))
    .join("\n")

const page = async (one: Package, emitted: string): Promise<string> => {
  const from = join(emitted, one.folder)
  const files = ours(["src/**/*.d.ts"], from).map((file) => file.replace(/\.d\.ts$/, ".ts"))
  const sections: Array<string> = []
  for (const [name, file] of entriesOf(one, files)) {
    if (!files.includes(file))
      throw new Error(`${one.folder}/package.json: ${name} leads to ${file}, which does not exist`)
    const text = await readFile(join(from, file.replace(/\.ts$/, ".d.ts")), "utf8")
    sections.push(`## ${name}\n\n\`\`\`ts\n${readable(text)}\n\`\`\``)
  }
  const title = `# The public surface of ${one.manifest.name}`
  const origin = "Written by `npm run check -- --fix` from the sources; read the diff, do not edit the page."
  return `${[title, origin, ...sections].join("\n\n")}\n`
}

/** Pages of packages that are no more. */
export const strayPages = (pages: ReadonlyArray<string>, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  pages.filter((page) => page.endsWith(".md") && !names.includes(page))

/** Says which pages differ from the sources, after writing them when asked to. */
export const apiReport = async (write: boolean): Promise<ReadonlyArray<string>> => {
  const emitted = await mkdtemp(join(tmpdir(), "kittiwake-api-"))
  try {
    await emit(emitted, ["--emitDeclarationOnly", "--removeComments", "--declarationMap", "false"])
    const moved: Array<string> = []
    const packages = publishedPackages()
    for (const page of strayPages(await readdir(folder), packages.map(pageName))) {
      moved.push(`docs/reference/api/${page}`)
      if (write) await rm(join(folder, page))
    }
    for (const one of packages) {
      const file = join(folder, pageName(one))
      const now = await page(one, emitted)
      const before = existsSync(file) ? await readFile(file, "utf8") : ""
      if (now === before) continue
      moved.push(`docs/reference/api/${pageName(one)}`)
      if (write) {
        await mkdir(folder, { recursive: true })
        await writeFile(file, now)
      }
    }
    return moved
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}
