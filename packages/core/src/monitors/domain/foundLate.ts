/** What a model finds on a page that is as it was stood there before: it is no change. */
import type { DataLine, ExtractState } from "./Baseline.ts"

const namesOf = (path: string): string =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(" › ")

const byText = (one: DataLine, other: DataLine): number => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0)

/** The earlier state with what a model found since on pages that are as they were. @internal */
export const withFoundLate = (
  before: ExtractState,
  { byModel = [], lines = [], pages = [] }: ExtractState
): ExtractState => {
  const known = new Set(before.byModel?.map(({ path }) => path))
  const digests = new Map(before.pages?.map(({ digest, url }) => [url, digest]))
  const same = new Set(pages.filter(({ digest, url }) => digests.get(url) === digest).map(({ url }) => url))
  const named = (before.lines ?? []).map(({ text }) => text)
  const late = byModel
    .filter(({ path, url }) => same.has(url) && !known.has(path))
    .map(({ path }) => `${namesOf(path)}: `)
    // What had a value has another one now, whoever found it.
    .filter((names) => !named.some((text) => text.startsWith(names)))
  const found = lines.filter(({ text }) => late.some((names) => text.startsWith(names)))
  return found.length === 0 ? before : { ...before, lines: [...(before.lines ?? []), ...found].toSorted(byText) }
}
