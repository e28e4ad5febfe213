/**
 * People whom a page only writes: a line with a name, and beside, below or above it what they do.
 *
 * **Details.** Whether titles stand below names or above them is one for a page: where more names have one above, they stand there, and where
 * that cannot be told nobody is given what may be their neighbour's.
 */
import { mayBeName, saysJob, saysThing } from "../../extraction/domain/jobWords.ts"
import { wholeBeginning } from "../../extraction/domain/wholeBeginning.ts"
import { isLike, isOthers } from "./ownMailboxes.ts"
import { mailboxOf } from "./pageRecord.ts"
import { type NameParts, nameRelation, nameSpellings, partsSpelled } from "./personName.ts"

/** Lines that are looked at, and the longest of a name and of a title. */
const most = { lines: 3_000, name: 60, title: 90, words: 12, beside: 3, others: 2 } as const

/** Somebody on a page. */
export interface PersonLine {
  readonly name: string
  /** Null where nothing beside the name looks like one. */
  readonly title: string | null
  /** Another organization than that of the page, at which the title is. */
  readonly organization: string | null
  /** Whether they were it, and are no longer. */
  readonly isFormer: boolean
  readonly email: string | null
}

const plain = (line: string): string => line.replace(/^[#*•·\-–—\s|]+/, "").trim()

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

/** Whether a text is this name and nothing more: degrees, middle names and a second family name may stand with it. */
export const isCalled = (parts: NameParts, text: string): boolean => {
  if (text.length > most.name) return false
  if (nameRelation(parts, { fullName: text, firstName: null, lastName: null, otherNames: [] }) !== "same") return false
  const own = new Set(partsSpelled(parts).flatMap(({ first, last }) => [...first, ...last]))
  const strange = (some: ReadonlyArray<string>) => some.filter((word) => !own.has(word)).length
  const words = nameSpellings(text).reduce((best, one) => (strange(one) < strange(best) ? one : best))
  if (strange(words) > most.others) return false
  const [begin = ""] = words
  if (!own.has(begin) && begin.length > 1) return false
  const written = text.replace(/\([^()]*\)|["“„][^"“”„]*["“”]/gu, " ").split(/[\s,]+/)
  // *How I met Ann Reed*, *Ann Reed Scholarship Fund*
  return (
    !written.some(
      (word) => /^\p{Ll}{4,}$/u.test(word) && !nameSpellings(`${word} x`).some(([one = ""]) => own.has(one))
    ) && !written.some(saysThing)
  )
}

/** A name with its title on one line. */
const together = /^(.{3,60}?)(?:\s*[,|:·•]\s*(?=\S)|\s+[–—-]\s+)(.{2,200})$/u

const apart = /(?:(?<!\s)\s+)?[|·•]\s*|(?<!\s)\s+[–—-]\s+/u

/** What stands beside a name on its line, where anything is a title; above it as well. */
interface Beside {
  readonly name: string
  readonly rest: ReadonlyArray<string>
}

const besideOn = (line: string, parts: NameParts): Beside | null => {
  const [, first = "", rest = ""] = together.exec(line) ?? []
  if (first !== "" && isCalled(parts, first)) return { name: first, rest: rest.split(apart) }
  const cells = line.split(apart)
  const at = cells.findIndex((cell) => isCalled(parts, cell))
  if (at > 0) return { name: cells[at]!, rest: [...cells.slice(at + 1), ...cells.slice(0, at)] }
  return isCalled(parts, line) ? { name: line, rest: [] } : null
}

const mailbox = /[^\s@<>"(),:;|]{1,64}@[\p{L}\p{N}.-]{3,200}/gu

const mailboxesIn = (line: string): ReadonlyArray<string> =>
  (wholeBeginning(line, 400).match(mailbox) ?? []).flatMap((found) => mailboxOf(found.replace(/\.$/, "")) ?? [])

/** Whether somebody else stands on a line, alone or before what they do. */
const hasOther = (line: string, parts: NameParts): boolean => {
  const [, first = ""] = together.exec(line) ?? []
  return [line, first, ...line.split(apart)].some((text) => text !== "" && mayBeName(text) && !isCalled(parts, text))
}

/** The mailbox of a person: on their line, or below it before anybody else is named. */
const mailboxOfLine = (line: string, below: ReadonlyArray<string>, parts: NameParts): string | null => {
  const own = mailboxesIn(line).filter((email) => !isOthers(email, parts))
  // Several people may share a line.
  if (own.length > 0) return hasOther(line, parts) ? (own.find((email) => isLike(email, parts)) ?? null) : own[0]!
  for (const one of below) {
    if (hasOther(one, parts)) return null
    const [email, another] = mailboxesIn(one)
    if (email === undefined) continue
    if (another !== undefined) return [email, another].find((said) => isLike(said, parts)) ?? null
    return isOthers(email, parts) ? null : email
  }
  return null
}

type Layout = "below" | "above" | "unknown"

/** Where the titles of a page stand: there where more of its names have one. */
const layoutOf = (lines: ReadonlyArray<string>, parts: NameParts): Layout => {
  let [below, above] = [0, 0]
  for (const [index, line] of lines.entries()) {
    if (line.length > most.name || !(mayBeName(line) || isCalled(parts, line))) continue
    const isJob = (at: number) => {
      const text = lines[at] ?? ""
      return isTitle(text) && saysJob(text) && !together.test(text)
    }
    if (isJob(index + 1)) below += 1
    if (isJob(index - 1)) above += 1
  }
  return below === above && below > 0 ? "unknown" : above > below ? "above" : "below"
}

const former =
  /^(?:former(?:ly)?|ex[- ]|previous(?:ly)?|retired|past|late|ehemalig\p{L}*|frühere?r?|anc(?:ien|ienne)\b)\s*/iu

const elsewhere = /^(.{2,80}?)\s+(?:at|@|bei|chez)\s+(\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/u
const ledBy =
  /^((?:.{0,30} )?(?:ceo|cto|cfo|coo|cmo|founder|co-founder|president|owner|chair(?:man|woman)?|geschäftsführer(?:in)?|gründer(?:in)?|inhaber(?:in)?))\s+(?:of|von|der|de)\s+(?:the\s+)?(\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/iu

const lineOf = (name: string, title: string | null, email: string | null): PersonLine => {
  if (title === null) return { name, title, organization: null, isFormer: false, email }
  const isFormer = former.test(title)
  const [, job = title, organization = null] = elsewhere.exec(title) ?? ledBy.exec(title) ?? []
  return {
    name,
    title: job,
    organization: organization !== null && /^\p{Lu}/u.test(organization) ? organization : null,
    isFormer,
    email
  }
}

/** Whoever of that name stands on a page, each once. */
export const personLines = (text: string, parts: NameParts): ReadonlyArray<PersonLine> => {
  const lines = text
    .split("\n", most.lines)
    .map(plain)
    .filter((line) => line !== "")
  const found = new Map<string, PersonLine>()
  let layout: Layout | null = null
  for (const [index, line] of lines.entries()) {
    if (line.length > most.name + most.title + 100) continue
    const beside = besideOn(line, parts)
    if (beside === null) continue
    const { name, rest } = beside
    layout ??= layoutOf(lines, parts)
    const near = layout === "below" ? (lines[index + 1] ?? "") : layout === "above" ? (lines[index - 1] ?? "") : ""
    const titles =
      rest.length > 0 ? rest.filter((one) => !mayBeName(one)) : [near].filter((one) => !hasOther(one, parts))
    const kept = titles.map((one) => one.trim()).find(isTitle) ?? null
    const below = lines.slice(index + 1, index + 1 + most.beside)
    const before = found.get(name)
    if (before === undefined || (before.title === null && kept !== null)) {
      found.set(name, lineOf(name, kept, mailboxOfLine(line, below, parts)))
    }
  }
  return [...found.values()]
}
