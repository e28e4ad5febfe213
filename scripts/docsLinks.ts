/** Links inside the documentation that lead nowhere: a missing file, or a heading that a page does not have. */
import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { ours, root } from "./workspace.ts"

const withoutCode = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "")

/** The anchor that a renderer gives a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")

/** Every anchor of a page; a heading that repeats gets a number, as renderers do. */
export const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  const headings = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)
  const anchors = new Set<string>()
  for (const [, heading = ""] of headings) {
    const slug = anchor(heading)
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}

/** The targets of a page's links and images, those of other sites left out. */
export const linksOf = (markdown: string): ReadonlyArray<string> => {
  const text = withoutCode(markdown)
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const reference = [...text.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)/gm)]
  return [...inline, ...reference]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
}

/** A page of this repository, by its path from the root. */
export type ReadPage = (path: string) => string | undefined

/** The links of one page that lead nowhere. */
export const brokenLinks = (path: string, markdown: string, read: ReadPage): ReadonlyArray<string> =>
  linksOf(markdown).filter((link) => {
    const [file = "", heading] = link.split("#")
    const target = file === "" ? path : posix.join(posix.dirname(path), decodeURI(file))
    const page = file === "" ? markdown : read(target)
    if (page === undefined) return true
    return heading !== undefined && target.endsWith(".md") && !anchorsOf(page).has(decodeURI(heading))
  })

const readFromTree: ReadPage = (path) => {
  const at = posix.join(root, path)
  if (!existsSync(at) || path.startsWith("..")) return undefined
  return path.endsWith(".md") ? readFileSync(at, "utf8") : ""
}

/** Every broken link in the tree, one line each. */
export const docsLinks = (): ReadonlyArray<string> =>
  ours(["*.md", "{docs,packages,examples,bench,test,scripts}/**/*.md"]).flatMap((path) =>
    brokenLinks(path, readFileSync(posix.join(root, path), "utf8"), readFromTree).map((link) => `${path}: ${link}`)
  )
