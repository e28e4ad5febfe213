/** People whom a page only writes: a line with a name, and beside or below it what they do. */
import { mailboxOf } from "./pageRecord.ts"
import { type NameParts, nameRelation } from "./personName.ts"

/** Lines that are looked at, and the longest of a name and of a title. */
const most = { lines: 3_000, name: 60, title: 90, words: 12, beside: 3 } as const

/** Somebody on a page. */
export interface PersonLine {
  readonly name: string
  /** Null where nothing beside the name looks like one. */
  readonly title: string | null
  readonly email: string | null
}

const plain = (line: string): string => line.replace(/^[#*•·\-–—\s]+/, "").trim()

const isTitle = (line: string): boolean =>
  line.length >= 2 &&
  line.length <= most.title &&
  line.split(/\s+/).length <= most.words &&
  /^[\p{L}]/u.test(line) &&
  !/[.!?:]$/.test(line) &&
  !/https?:|www\.|@|\d{4,}/.test(line) &&
  !/^(?:read more|learn more|more|contact|email|e-mail|linkedin|twitter|github|profile|view|bio|follow|by)\b/i.test(
    line
  )

const isCalled = (parts: NameParts, text: string): boolean =>
  text.length <= most.name &&
  nameRelation(parts, { fullName: text, firstName: null, lastName: null, otherNames: [] }) === "same" &&
  text.split(/\s+/).length <= parts.first.length + parts.last.length + 3

/** A name with its title on one line. */
const together = /^(.{3,60}?)(?:\s*[,|:·•]\s+|\s+[–—-]\s+)(.{2,90})$/u

const mailboxIn = (lines: ReadonlyArray<string>): string | null => {
  for (const line of lines) {
    const found = /[^\s@<>"(),:;]{1,64}@[\p{L}\p{N}.-]{3,200}/u.exec(line.slice(0, 400))?.[0]
    const email = found === undefined ? null : mailboxOf(found.replace(/\.$/, ""))
    if (email !== null) return email
  }
  return null
}

/** Whoever of that name stands on a page, each once. */
export const personLines = (text: string, parts: NameParts): ReadonlyArray<PersonLine> => {
  const lines = text
    .split("\n", most.lines)
    .map(plain)
    .filter((line) => line !== "")
  const found = new Map<string, PersonLine>()
  for (const [index, line] of lines.entries()) {
    if (line.length > most.name + most.title + 5) continue
    const below = lines.slice(index + 1, index + 1 + most.beside)
    const [, first = "", rest = ""] = together.exec(line) ?? []
    const title = isCalled(parts, first) ? rest : isCalled(parts, line) ? (below[0] ?? "") : null
    if (title === null) continue
    const kept = isTitle(title) ? title : null
    const name = title === rest && first !== "" ? first : line
    const before = found.get(name)
    if (before === undefined || (before.title === null && kept !== null)) {
      found.set(name, { name, title: kept, email: mailboxIn(below) })
    }
  }
  return [...found.values()]
}
