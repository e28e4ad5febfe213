/** The documentation that is installed with this package. */
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { DocsIndex } from "./DocsIndex.ts"
import { sectionsOf } from "./sections.ts"

/** A page of the documentation. */
export interface Page {
  readonly path: string
  readonly title: string
  readonly markdown: string
}

/** All pages, and what finds sections of them. */
export interface Docs {
  readonly pages: ReadonlyMap<string, Page>
  readonly index: DocsIndex
}

/** Why something was decided, and what is checked in as a list, helps nobody to use it. */
const isForUsers = (path: string): boolean => path.endsWith(".md") && !/^(?:decisions|reference\/api)[\\/]/.test(path)

/** Beside the built package, and in a clone where the documentation is written. */
const foldersOf = (): ReadonlyArray<string> => {
  const own = dirname(createRequire(import.meta.url).resolve("@kittiwake/mcp/package.json"))
  return [join(own, "docs"), join(own, "..", "..", "docs")]
}

const titleOf = (path: string, markdown: string): string => /^#\s+(.*)$/m.exec(markdown)?.[1] ?? path

const readFolder = async (folder: string): Promise<Docs> => {
  const names = (await readdir(folder, { recursive: true })).filter(isForUsers).sort()
  const pages = new Map<string, Page>()
  for (const name of names) {
    const markdown = await readFile(join(folder, name), "utf8")
    const path = name.replaceAll("\\", "/")
    pages.set(path, { path, title: titleOf(path, markdown), markdown })
  }
  const sections = [...pages.values()].flatMap(({ markdown, path }) => sectionsOf(path, markdown))
  return { pages, index: new DocsIndex(sections) }
}

const none: Docs = { pages: new Map(), index: new DocsIndex([]) }

const readFirst = async (folders: ReadonlyArray<string>): Promise<Docs> => {
  for (const folder of folders) {
    const docs = await readFolder(folder).catch(() => none)
    if (docs.pages.size > 0) return docs
  }
  return none
}

let read: Promise<Docs> | undefined

/** The documentation; read when it is first asked for. */
export const docs = (): Promise<Docs> => (read ??= readFirst(foldersOf()))
