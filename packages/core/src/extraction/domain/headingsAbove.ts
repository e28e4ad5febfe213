/** Under which headings of its page a line stands. */
import type { SheetHeading } from "./FactSheet.ts"
import { isTitle } from "./isStatement.ts"

/** Headings that a line can stand below, characters of one that says of what its part is, and terms of it that are looked at. */
const most = { above: 6, length: 160, terms: 30 } as const

const nothing: ReadonlySet<string> = new Set()

/**
 * What tells the terms of the headings above a line, one after the other: those of one part are the same set. An article about a thing, such as
 * *Why the K2 costs more*, is not called by it, and a heading speaks for itself: *Opening dates* says nothing of what it stands below.
 *
 * @internal
 */
export const headingsAbove = (
  lines: ReadonlyArray<string>,
  headings: ReadonlyArray<SheetHeading>,
  termsOf: (text: string) => ReadonlyArray<string>
): ((line: number) => ReadonlySet<string>) => {
  let open: ReadonlyArray<{ readonly level: number; readonly terms: ReadonlyArray<string> }> = []
  let said = nothing
  let next = 0
  return (line) => {
    const first = next
    for (; next < headings.length && headings[next]!.line <= line; next++) {
      const { level, line: at } = headings[next]!
      const text = lines[at] ?? ""
      const terms = level === 0 || text.length > most.length || isTitle(text) ? [] : termsOf(text).slice(0, most.terms)
      open = [...open.filter((above) => above.level < level), { level, terms }].slice(-most.above)
    }
    if (next > first) said = new Set(open.flatMap(({ terms }) => terms))
    const last = headings[next - 1]
    return last?.line === line && last.level > 0 ? nothing : said
  }
}
