/**
 * The lists of the documentation: every page is named in `docs/README.md`, every decision in its order, and every word of
 * `docs/glossary.md` stands once, where the alphabet has it. `npm run check` fails while one of them differs.
 */
import { readFile, writeFile } from "node:fs/promises"
import { join, posix } from "node:path"
import { linksOf } from "./docsLinks.ts"
import { ours, root } from "./workspace.ts"

const index = "docs/README.md"
const glossary = "docs/glossary.md"

/** A decision by its file below `docs`, and the words at its head. */
export interface Decision {
  readonly file: string
  readonly heading: string
}

/** Pages below `docs`, by their paths from there, to which its README does not lead; decisions have a list of their own. */
export const unlistedPages = (readme: string, pages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const listed = new Set(linksOf(readme).map((link) => posix.normalize(link.split("#")[0]!)))
  return pages.filter((page) => page !== "README.md" && !page.startsWith("decisions/") && !listed.has(page))
}

const ofDecision = /^- \[\d{4}\]\((decisions\/[^)]+)\): .*\n/gm

/** The README with a line for each decision, in their order: its own where it has one, and else the decision's heading. */
export const withDecisions = (readme: string, decisions: ReadonlyArray<Decision>): string => {
  const lines = new Map([...readme.matchAll(ofDecision)].map(([line, file = ""]) => [file, line]))
  const list = decisions.map(({ file, heading }) => {
    const [, number = "", title = ""] = /^# (\d{4}): (.+)$/.exec(heading) ?? []
    if (number === "") throw new Error(`${file} does not begin with "# NNNN: " and its title.`)
    return lines.get(file) ?? `- [${number}](${file}): ${title}\n`
  })
  const [first] = readme.match(ofDecision) ?? []
  if (first === undefined) throw new Error(`${index} has no list of decisions.`)
  const at = readme.indexOf(first)
  const rest = readme.replace(ofDecision, "")
  return rest.slice(0, at) + list.join("") + rest.slice(at)
}

const wordOf = (row: string): string => row.split("|")[1]!.trim()

const byWord = (a: string, b: string) => wordOf(a).localeCompare(wordOf(b), "en")

/** The rows of the table of words, without its head. */
const rowsOf = (page: string): ReadonlyArray<string> => (page.match(/^\|.*\|$/gm) ?? []).slice(2)

/** The glossary with its words in order. */
export const sortedWords = (page: string): string => {
  const rows = rowsOf(page)
  if (rows.length === 0) throw new Error(`${glossary} has no words.`)
  return page.replace(rows.join("\n"), rows.toSorted(byWord).join("\n"))
}

/** Words of the glossary that stand there twice: one of the two does not say what the word means. */
export const repeatedWords = (page: string): ReadonlyArray<string> => {
  const words = rowsOf(page).map(wordOf)
  return [...new Set(words.filter((word, n) => words.indexOf(word) !== n))]
}

const mended = async (file: string, mend: (page: string) => string, write: boolean): Promise<ReadonlyArray<string>> => {
  const page = await readFile(join(root, file), "utf8")
  const now = mend(page)
  if (now === page) return []
  if (write) await writeFile(join(root, file), now)
  return [file]
}

const decisionsInTree = () =>
  Promise.all(
    ours(["docs/decisions/*.md"]).map(async (path): Promise<Decision> => {
      const [heading = ""] = (await readFile(join(root, path), "utf8")).split("\n", 1)
      return { file: path.slice("docs/".length), heading }
    })
  )

/** The pages whose order or decisions differ, after mending them when asked to. */
export const docsLists = async (write: boolean): Promise<ReadonlyArray<string>> => {
  const decisions = await decisionsInTree()
  return [
    ...(await mended(index, (page) => withDecisions(page, decisions), write)),
    ...(await mended(glossary, sortedWords, write))
  ]
}

/** What nobody can mend but who knows what a page or a word is for, a line each. */
export const docsGaps = async (): Promise<ReadonlyArray<string>> => {
  const pages = ours(["docs/**/*.md"]).map((path) => path.slice("docs/".length))
  const unlisted = unlistedPages(await readFile(join(root, index), "utf8"), pages)
  const repeated = repeatedWords(await readFile(join(root, glossary), "utf8"))
  return [
    ...unlisted.map((page) => `${index} does not name docs/${page}.`),
    ...repeated.map((word) => `${glossary} has "${word}" twice.`)
  ]
}
