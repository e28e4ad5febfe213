/**
 * The public surface of each published package as one page: the names that every public entry exports, with their
 * signatures.
 *
 * The pages stand in `docs/reference/api` and are committed, so that a review shows what a change does to those who
 * build on us. `npm run check` fails while a page and the sources differ.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { type Declarations, declarationsIn } from "./api/declarations.ts"
import { surfacePage } from "./api/page.ts"
import { strayNames } from "./api/strays.ts"
import { emit } from "./build/buildPackages.ts"
import { coreFileOf } from "./dependencies/core.ts"
import { entriesOf, internalEntry, type Package, publishedPackages, root } from "./workspace.ts"

const folder = join(root, "docs/reference/api")

/** The longest that a page may be: what a reviewer can be asked to know. */
export const longestPage = 60 * 1024

/** The longest that all pages of a package may be, for whoever reads them all. */
export const longestPackage = 164 * 1024

const isInternal = (entry: string) => entry.startsWith(internalEntry)

/** The pages of core, for four kinds of readers; any other package has one. */
const coreTitles = {
  "": "what programs call",
  "-values": "the values that it speaks of",
  "-ports": "the ports, for those who write an adapter",
  "-testing": "for tests"
} as const

const corePageOf = (file: string): keyof typeof coreTitles => {
  const part = coreFileOf(file)?.part
  if (part === "testing") return "-testing"
  if (part === "domain") return "-values"
  return part === "store" || part === "stores" || part === "port" ? "-ports" : ""
}

/** The pages of a package by their file names. */
export const pagesOf = (one: Package, read: (file: string) => string): ReadonlyMap<string, string> => {
  const { name } = one.manifest
  const stem = name.replace("@kittiwake/", "")
  const published = Object.entries(entriesOf(one.manifest))
    .filter(([, path]) => path.endsWith(".ts"))
    .map(([entry, path]) => ({ entry: posix.join(name, entry), path: path.slice(2), isInternal: isInternal(entry) }))
  const surface = {
    name,
    entries: new Map(published.filter((each) => !each.isInternal).map(({ entry, path }) => [entry, path])),
    read
  }
  const internal = published.filter((each) => each.isInternal).map(({ entry }) => entry)
  if (![...surface.entries.values()].some((path) => corePageOf(posix.join(one.folder, path)) !== "")) {
    return new Map([[`${stem}.md`, surfacePage({ ...surface, internal })]])
  }
  return new Map(
    Object.entries(coreTitles).map(([suffix, title]) => {
      const has = (entry: string) => corePageOf(posix.join(one.folder, surface.entries.get(entry) ?? "")) === suffix
      const page = surfacePage({
        ...surface,
        part: { title, has, ...(suffix === "" ? {} : { words: `${stem}.md` }) },
        internal: suffix === "" ? internal : []
      })
      return [`${stem}${suffix}.md`, page]
    })
  )
}

/** What is wrong with a page's length, if anything is. */
export const tooLong = (page: string, text: string): string | undefined => {
  const bytes = Buffer.byteLength(text)
  return bytes > longestPage
    ? `docs/reference/api/${page} would have ${bytes} bytes, more than ${longestPage}: export less.`
    : undefined
}

/** What is wrong with the length of all pages of a package, if anything is. */
export const tooLongTogether = (name: string, pages: Iterable<string>): string | undefined => {
  const bytes = [...pages].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return bytes > longestPackage
    ? `The pages of ${name} would have ${bytes} bytes, more than ${longestPackage}: export less.`
    : undefined
}

/** Pages of packages that are no more. */
export const strayPages = (pages: ReadonlyArray<string>, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  pages.filter((page) => page.endsWith(".md") && !names.includes(page))

/** Declarations that a program elsewhere cannot follow, in what was emitted below `emitted`. */
const strays = (emitted: string): ReadonlyArray<string> => {
  const packages = publishedPackages()
  const entries = new Map(
    packages.flatMap(({ folder, manifest }) =>
      Object.entries(entriesOf(manifest)).map(
        ([entry, path]) => [posix.join(manifest.name, entry), posix.join(folder, path)] as const
      )
    )
  )
  const known = new Map<string, Declarations>()
  const read = (file: string): Declarations => {
    const found =
      known.get(file) ?? declarationsIn(file, readFileSync(join(emitted, file.replace(/\.ts$/, ".d.ts")), "utf8"))
    known.set(file, found)
    return found
  }
  const files = packages.flatMap(({ folder }) =>
    globSync("src/**/*.d.ts", { cwd: join(emitted, folder) }).map((file) =>
      posix.join(folder, file.replaceAll("\\", "/").replace(/\.d\.ts$/, ".ts"))
    )
  )
  const isOurs = (name: string) =>
    packages.some(({ manifest }) => name === manifest.name || name.startsWith(`${manifest.name}/`))
  return strayNames({ files, read, isOurs, fileOf: (entry) => entries.get(entry) })
}

/** Says which pages differ from the sources, after writing them when asked to. */
export const apiReport = async (write: boolean): Promise<ReadonlyArray<string>> => {
  const emitted = await mkdtemp(join(tmpdir(), "kittiwake-api-"))
  try {
    await emit(emitted, ["--emitDeclarationOnly", "--removeComments", "--declarationMap", "false"])
    const packages = publishedPackages().map((one) => ({
      name: one.manifest.name,
      pages: pagesOf(one, (file) => readFileSync(join(emitted, one.folder, file.replace(/\.ts$/, ".d.ts")), "utf8"))
    }))
    const pages = new Map(packages.flatMap((one) => [...one.pages]))
    const long = [...pages].flatMap(([page, text]) => tooLong(page, text) ?? [])
    long.push(...packages.flatMap((one) => tooLongTogether(one.name, one.pages.values()) ?? []))
    long.push(...strays(emitted))
    if (long.length > 0) throw new Error(long.join("\n"))

    await mkdir(folder, { recursive: true })
    const moved: Array<string> = []
    for (const page of strayPages(await readdir(folder), [...pages.keys()])) {
      moved.push(`docs/reference/api/${page}`)
      if (write) await rm(join(folder, page))
    }
    for (const [page, now] of pages) {
      const file = join(folder, page)
      const before = existsSync(file) ? await readFile(file, "utf8") : ""
      if (now === before) continue
      moved.push(`docs/reference/api/${page}`)
      if (write) await writeFile(file, now)
    }
    return moved
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}
