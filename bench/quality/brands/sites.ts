/** Made sites of brands, with what a person reads on them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isShell, renderPage } from "./shells.ts"

/** What a server answers for an address. */
export interface Answer {
  readonly status: number
  /** Where it leads, or null. */
  readonly location: string | null
  readonly body: string
}

export interface LabelledSite {
  readonly domain: string
  /** By field; what is empty the site does not publish, and what is absent nobody judged. */
  readonly labels: ReadonlyMap<string, string>
  /** By whole address. */
  readonly answers: ReadonlyMap<string, Answer>
  /** Its front page, wherever it leads. */
  readonly html: string
}

/** `tuned`: rules were made with it. `untouched`: nobody looked at what is wrong on it. The newer ones are cut by a hash of their domain. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

const labelOf = (line: string): readonly [string, string] => {
  const at = line.indexOf(":")
  return [line.slice(0, at), line.slice(at + 1).trim()]
}

/** `= name value`, without its sign. */
const partOf = (line: string): readonly [string, string] => {
  const [name = "", ...words] = line.slice(2).split(" ")
  return [name, words.join(" ").replaceAll("\\n", "\n")]
}

/** `> /path 403 | Title`, `> /path => /other | moved`, or `> /path` before what is sent as it stands. */
const answerOf = (text: string, domain: string, parts: ReadonlyMap<string, string>): readonly [string, Answer] => {
  const end = text.indexOf("\n")
  const [where = "", ...titles] = text.slice(0, end).split(" | ")
  const [path = "/", second = "200", location] = where.trim().split(" ")
  const root = `https://${domain}`
  const address = new URL(path, `${root}/`).href
  const rest = text.slice(end + 1).trim()
  if (second === "=>") return [address, { status: 302, location: new URL(location ?? "/", root).href, body: "" }]
  const shell = [...parts.keys()].find(isShell) ?? "bare"
  const [first = "", ...lines] = rest.split("\n")
  const described = first.startsWith("? ")
  const page = {
    ...{ domain, path, parts, title: titles.join(" | ").trim(), language: parts.get(shell) ?? "en" },
    description: described ? first.slice(2) : "",
    body: described ? lines.join("\n") : rest
  }
  const body = titles.length === 0 ? rest : renderPage(shell, page)
  return [address, { status: Number(second), location: null, body }]
}

/** The page at an address, where it leads. */
const landed = (answers: ReadonlyMap<string, Answer>, address: string): string => {
  const answer = answers.get(address)
  return answer === undefined ? "" : answer.location === null ? answer.body : landed(answers, answer.location)
}

/**
 * A site is a line `@ domain`; its labels follow, what its pages have in common after `=`, and its pages, each after a line with `>`.
 * A first line of a page after `?` is its description.
 */
export const sitesOf = (half: Half): ReadonlyArray<LabelledSite> =>
  readFileSync(join(import.meta.dirname, `${half}.txt`), "utf8")
    .split(/^@ /m)
    .slice(1)
    .map((text) => {
      const [head = "", ...pages] = text.split(/^> /m)
      const [domain = "", ...lines] = head.trim().split("\n")
      const parts = new Map(lines.filter((line) => line.startsWith("= ")).map(partOf))
      const answers = new Map(pages.map((page) => answerOf(page, domain.trim(), parts)))
      const labels = new Map(lines.filter((line) => !line.startsWith("= ")).map(labelOf))
      return { domain: domain.trim(), labels, answers, html: landed(answers, `https://${domain.trim()}/`) }
    })
