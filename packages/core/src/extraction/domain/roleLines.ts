/**
 * Who holds a role where a page lists people: a line with a name, and beside, below or above it what they do.
 *
 * **Details.** Whether titles stand below names or above them is one for a page, and where that cannot be told nobody is given what may be
 * their neighbour's.
 */

import type { FactSheet } from "./FactSheet.ts"
import { mayBeName, saysJob } from "./jobWords.ts"
import { isStranger, type Subject } from "./ofWhom.ts"
import { isUnsure } from "./readPhrase.ts"

/** Lines of one page that are looked at; the longest title, in characters and words. */
const limits = { lines: 3_000, title: 90, words: 12 } as const

/** Somebody who holds the role, and the line that says so. */
export interface RoleHolder {
  readonly name: string
  readonly url: string
  readonly quote: string
}

/** Titles that begin with the name of another's. */
const another = /(?<!\p{L})(?:vice|deputy|assistant|associate|office|secretary|adviser|advisor|reports?)(?!\p{L})/iu

/** Where a title goes on with another one, with a part of the company, or with whose it is. */
const further = /,\s+|(?<!\s)\s+(?:at|of|for|bei|von|der|des|chez|de|du|en|&|and|und|et|y)\s+|@\s*/iu

/** Whether a title is one at somebody else, or of a part: *CEO, Harbour Deck*, *Chief Executive, Europe*. */
const isElsewhere = (title: string, role: RegExp, whom: Subject): boolean =>
  title
    .split(further)
    .some(
      (part) => part !== "" && !role.test(part) && !saysJob(part) && (whom.names.length === 0 || isStranger(whom, part))
    )

const isTitle = (line: string): boolean =>
  line.length <= limits.title &&
  line.split(/\s+/).length <= limits.words &&
  /^\p{L}/u.test(line) &&
  !/[.!?:]$|\s\|\s/.test(line) &&
  saysJob(line) &&
  !mayBeName(line)

const beside = /^(.{3,60}?)(?:,\s+|\s+[–—|-]\s+|\s+\()([^()]{2,90})\)?$/u

const plain = (line: string): string => line.replace(/^[#*•·\-–—\s]+/, "").trim()

interface Titled {
  readonly name: string
  readonly title: string
  readonly quote: string
}

/** People with what they do, as one page lists them. */
const titledOn = (text: string): ReadonlyArray<Titled> => {
  const lines = text.split("\n", limits.lines).map(plain)
  const titles = [...lines.keys()].filter((at) => isTitle(lines[at]!))
  const isNameAt = (at: number) => lines[at] !== undefined && mayBeName(lines[at])
  const [above, below] = [-1, 1].map((side) => titles.filter((at) => isNameAt(at + side)).length)
  const side = above === below ? 0 : above! > below! ? -1 : 1
  const listed = titles.flatMap((at) => {
    // Alone with a name on one side it is theirs; between two names it is by what the page does elsewhere.
    const of = side === 0 ? [-1, 1].filter((one) => isNameAt(at + one)) : isNameAt(at + side) ? [side] : []
    if (of.length !== 1) return []
    const name = lines[at + of[0]!]!
    return [{ name, title: lines[at]!, quote: `${name} · ${lines[at]}` }]
  })
  const together = lines.flatMap((line) => {
    const [, name = "", title = ""] = beside.exec(line) ?? []
    return mayBeName(name) && isTitle(title) ? [{ name, title, quote: line }] : []
  })
  return [...listed, ...together]
}

/** Everybody whom the pages list with this role, each once; `role` is a pattern of its names. @internal */
export const holdersOf = (sheets: ReadonlyArray<FactSheet>, role: string, whom: Subject): ReadonlyArray<RoleHolder> => {
  const isRole = new RegExp(`(?<![\\p{L}-])(?:${role})(?!\\p{L})`, "u")
  const found = new Map<string, RoleHolder>()
  for (const { text, url } of sheets) {
    for (const { name, quote, title } of titledOn(text)) {
      if (!isRole.test(title) || another.test(title) || isUnsure(title) || found.has(name)) continue
      if (isElsewhere(title, isRole, whom)) continue
      found.set(name, { name: name.replace(/,.*$/, ""), url, quote })
    }
  }
  return [...found.values()]
}
