/** Says in words which addresses came, went and moved. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { Change } from "./Change.ts"
import { clip, isolated, leftToRight } from "./readable.ts"
import { type MovedUrl, mostListed, type UrlChange } from "./UrlChange.ts"

/** Longest name of a monitor in a title, longest address, and addresses that a summary names of each kind. */
const most = { name: 80, url: 120, named: 3 } as const

type Described = Pick<
  Change,
  | "title"
  | "summary"
  | "addedUrls"
  | "addedUrlCount"
  | "removedUrls"
  | "removedUrlCount"
  | "movedUrls"
  | "movedUrlCount"
>

/** Title, summary, lists and counts of what changed in the sitemap of the monitor called `name`. */
export const describeUrls = (name: string, change: UrlChange): Described => ({
  title: `${clip(name, most.name)} – ${headlineOf(change)}`,
  summary: sentences(change).join(" "),
  addedUrls: change.added,
  addedUrlCount: change.addedCount,
  removedUrls: change.removed,
  removedUrlCount: change.removedCount,
  ...(change.moved.length === 0
    ? {}
    : { movedUrls: change.moved.slice(0, mostListed), movedUrlCount: change.moved.length })
})

const shown = (url: string): string => isolated(clip(url, most.url))

/** Where it can be told apart without its site: the path, and all of it otherwise. */
const pathOf = (url: string): string => {
  const parsed = parseUrl(url)
  return shown(parsed === null ? url : `${parsed.pathname}${parsed.search}`)
}

const moves = (verb: string, moved: ReadonlyArray<MovedUrl>) => ({
  verb,
  lines: moved.map(({ from, to }) => `${pathOf(from)} → ${pathOf(to)}`),
  count: moved.length
})

/** One line of each kind, moved pages apart from those that came and went, and those that became one page apart from both. */
const told = ({ added, addedCount, moved, removed, removedCount }: UrlChange) => {
  const from = new Set(moved.map((one) => one.from))
  const to = new Map<string, number>()
  for (const one of moved) to.set(one.to, (to.get(one.to) ?? 0) + 1)
  const isMerged = (one: MovedUrl) => to.get(one.to)! > 1
  return [
    moves(
      "moved",
      moved.filter((one) => !isMerged(one))
    ),
    moves("merged", moved.filter(isMerged)),
    { verb: "added", lines: added.filter((url) => !to.has(url)).map(pathOf), count: addedCount - to.size },
    { verb: "removed", lines: removed.filter((url) => !from.has(url)).map(pathOf), count: removedCount - from.size }
  ].filter(({ count }) => count > 0)
}

const capital = (verb: string): string => verb.slice(0, 1).toUpperCase() + verb.slice(1)

const headlineOf = (change: UrlChange): string => {
  const kinds = told(change)
  const [first] = kinds
  if (first === undefined) return "Changed"
  const [line] = first.lines
  if (kinds.length === 1 && first.count === 1 && line !== undefined) {
    return leftToRight(`${capital(first.verb)}: ${line}`)
  }
  return kinds.map(({ count, verb }) => `${count} ${verb}`).join(", ")
}

const sentences = (change: UrlChange): ReadonlyArray<string> =>
  told(change).map(({ count, lines, verb }) => {
    const named = lines.slice(0, most.named)
    if (named.length === 0) return `${capital(verb)} ${count}.`
    const more = count > named.length ? ` and ${count - named.length} more` : ""
    return `${capital(verb)} ${named.join(", ")}${more}.`
  })

/** Which pages of a site took the place of others. */
export const describeReplaced = (replaced: ReadonlyArray<MovedUrl>): string => {
  const [first, ...others] = replaced.map(({ from, to }) => `${pathOf(from)} → ${pathOf(to)}`)
  const named = [first, ...others].slice(0, most.named).join(", ")
  const more = replaced.length - most.named
  return `${others.length === 0 ? "Page" : "Pages"} replaced: ${named}${more > 0 ? ` and ${more} more` : ""}.`
}
