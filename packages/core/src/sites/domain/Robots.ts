/**
 * What a site asks of robots, and whether an address is among it (RFC 9309).
 *
 * **Details**
 *
 * The status of the answer is the caller's: without rules everything is allowed, and while a server is broken nothing is.
 * Matching looks for literal pieces from left to right and never goes back, so that no pattern costs more than its length for each letter of
 * the address. Rules that are written twice count once.
 *
 * `Crawl-delay` is no line of the RFC, where only rules end a group: it is of the agents that are named before it, and of no other, whose rules
 * theirs may be all the same. A site that asks one robot for a pause and says nothing else of it asks nobody else.
 */
import { normalizeEncoding } from "../../web/domain/percentEncoding.ts"

/** As much of the text as is read (RFC 9309 §2.5); what of a line stands beyond it is not known, and so not the line. */
export const maxRobotsBytes = 500 * 1024

/** Most rules of one agent and most sitemaps that are kept, and longest line that is read. */
const maxRules = 20_000
const maxSitemaps = 1_000
const maxLineLength = 16_384

/** Whether a rule was not there before. */
const isFirst = () => {
  const seen = new Set<string>()
  return ({ isAllowed, path }: WrittenRule): boolean => {
    const before = seen.size
    return seen.add(`${isAllowed} ${path}`).size > before
  }
}

/** A path, of which `*` stands for anything. */
interface RobotsRule {
  readonly isAllowed: boolean
  readonly pattern: string
  /** Whether the address has to end where the pattern does. */
  readonly isWhole: boolean
  /** Octets of the pattern as it is written: the longest that matches decides. */
  readonly length: number
}

/** A rule as it is written. */
interface WrittenRule {
  readonly isAllowed: boolean
  readonly path: string
}

/** The rules that follow some agents, until the next agent after a rule. */
interface Section {
  readonly rules: Array<WrittenRule>
}

/** The pause that is asked of some agents, until the next agent after a rule or a pause; null where none is. */
interface Pause {
  seconds: number | null
}

/** What is known of a rule beside its pattern, in one byte. */
const allows = 1
const isWhole = 2
const hasStar = 4

/** What a table costs beside its rules, and a rule beside its pattern. */
const tableBytes = 256
const ruleBytes = 5

/**
 * Rules, those first that decide first, in one text with where each ends: as an object each rule costs a hundred bytes, and keeps the file alive
 * that it was cut from.
 */
class RuleTable {
  readonly #text: string
  readonly #ends: Uint32Array
  readonly #kinds: Uint8Array

  constructor(rules: ReadonlyArray<RobotsRule>) {
    // Patterns are of ASCII, since what else stands in an address is escaped: a letter is a byte.
    this.#text = rules.map(({ pattern }) => pattern).join("")
    this.#kinds = Uint8Array.from(
      rules,
      (rule) =>
        (rule.isAllowed ? allows : 0) + (rule.isWhole ? isWhole : 0) + (rule.pattern.includes("*") ? hasStar : 0)
    )
    let end = 0
    this.#ends = Uint32Array.from(rules, ({ pattern }) => {
      end += pattern.length
      return end
    })
  }

  get count(): number {
    return this.#ends.length
  }

  get bytes(): number {
    return tableBytes + this.#text.length + this.count * ruleBytes
  }

  allows(index: number): boolean {
    return (this.#kinds[index]! & allows) !== 0
  }

  matches(index: number, path: string): boolean {
    const start = this.#startOf(index)
    const end = this.#ends[index]!
    const kind = this.#kinds[index]!
    if ((kind & hasStar) !== 0) return matchesPieces(this.#text.slice(start, end), (kind & isWhole) !== 0, path)
    const length = end - start
    const isAsLong = (kind & isWhole) === 0 ? length <= path.length : length === path.length
    return isAsLong && this.#text.startsWith(path.slice(0, length), start)
  }

  /** How many letters may be compared to tell whether an address of `pathLength` matches. */
  lettersOf(index: number, pathLength: number): number {
    const length = this.#ends[index]! - this.#startOf(index)
    return (this.#kinds[index]! & hasStar) === 0 ? length : length * pathLength + splitLetters
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : this.#ends[index - 1]!
  }
}

/** What is asked of one agent: of thousands that a file may name one is asked for, so that its rules are read then. */
export class RobotsGroup {
  /** As it was asked for last. */
  readonly crawlDelaySeconds: number
  #sections: ReadonlyArray<Section>
  #rules: RuleTable | undefined

  constructor(sections: ReadonlyArray<Section>, pauses: ReadonlyArray<Pause>) {
    this.#sections = sections
    this.crawlDelaySeconds = pauses.findLast(({ seconds }) => seconds !== null)?.seconds ?? 0
  }

  /** The longest first; of two as long, the one that allows. */
  get rules(): RuleTable {
    this.#rules ??= new RuleTable(
      this.#sections
        .flatMap(({ rules }) => rules.filter(({ path }) => path !== ""))
        .slice(0, maxRules)
        .filter(isFirst())
        .map(parseRule)
        .sort(byPrecedence)
    )
    this.#sections = []
    return this.#rules
  }
}

export interface Robots {
  /** By the name of the agent in lower case; `*` is every other. */
  readonly groups: ReadonlyMap<string, RobotsGroup>
  /** Addresses of sitemaps as written. */
  readonly sitemaps: ReadonlyArray<string>
  /** Why it is not known what the site asks, so that nothing of it may be read; absent where that is known. */
  readonly unknownBecause?: string
}

/** A site without rules. */
export const allowsAll: Robots = { groups: new Map(), sitemaps: [] }

/** Paths in the one spelling that they are compared in, as nearly all are. */
const isPlain = /^\/[!#&'()+,/:;=?@[\]A-Za-z0-9._~-]*$/

const parseRule = ({ isAllowed, path: written }: WrittenRule): RobotsRule => {
  if (isPlain.test(written)) return { isAllowed, pattern: written, isWhole: false, length: written.length }
  const endsThere = written.endsWith("$")
  const path = endsThere ? written.slice(0, -1) : written
  // A dollar sign elsewhere stands for itself; in an address it is compared by its escape.
  const pattern = normalizeEncoding(/^[/*]/.test(path) ? path : `/${path}`).replaceAll("$", "%24")
  return { isAllowed, pattern, isWhole: endsThere, length: pattern.length + (endsThere ? 1 : 0) }
}

const byPrecedence = (a: RobotsRule, b: RobotsRule): number =>
  b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed)

/** A site that allows nothing, as while its server is broken. */
export const allowsNothing: Robots = {
  groups: new Map([["*", new RobotsGroup([{ rules: [{ isAllowed: false, path: "/" }] }], [])]]),
  sitemaps: []
}

/** The same, with why it is not known what the site asks. */
export const allowsNothingBecause = (unknownBecause: string): Robots => ({ ...allowsNothing, unknownBecause })

/** Why an address may not be read. */
export interface Refusal {
  /** Whether the site said so itself; otherwise nobody answered who could. */
  readonly isSaid: boolean
  readonly message: string
}

/** Why an address that is not allowed may not be read, for whoever asked for it. */
export const refusalOf = ({ unknownBecause }: Robots): Refusal =>
  unknownBecause === undefined
    ? { isSaid: true, message: "robots.txt of the site forbids robots to see this address." }
    : { isSaid: false, message: `The site cannot be reached to ask for its robots.txt: ${unknownBecause}` }

/** The product of an agent's name: letters, `_` and `-` (RFC 9309 §2.2.1). */
const productOf = (agent: string): string =>
  agent.startsWith("*") ? "*" : (/^[a-z_-]*/.exec(agent.trim().toLowerCase())?.[0] ?? "")

type Field = "agent" | "allow" | "disallow" | "delay" | "sitemap"

/** Names of fields, with the slips of the pen that are common. */
const fields: ReadonlyMap<string, Field> = new Map([
  ...["user-agent", "useragent", "user agent"].map((name) => [name, "agent"] as const),
  ...["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"].map(
    (name) => [name, "disallow"] as const
  ),
  ["allow", "allow"],
  ...["crawl-delay", "crawldelay"].map((name) => [name, "delay"] as const),
  ...["sitemap", "site-map"].map((name) => [name, "sitemap"] as const)
])

const parseLine = (line: string): readonly [Field, string] | null => {
  const colon = line.indexOf(":")
  const field = colon === -1 ? undefined : fields.get(line.slice(0, colon).trim().toLowerCase())
  return field === undefined ? null : [field, line.slice(colon + 1).trim()]
}

const secondsIn = (text: string): number => {
  const seconds = /^[0-9]+(?:\.[0-9]+)?/.exec(text)?.[0]
  return seconds === undefined ? 0 : Math.min(86_400, Number(seconds))
}

/** What follows an agent. */
interface Following {
  readonly sections: Array<Section>
  readonly pauses: Array<Pause>
}

/** Adds what an agent follows, once however often it is named. */
const follow = <A>(followed: Array<A>, one: A): void => {
  if (followed.at(-1) !== one) followed.push(one)
}

/** Takes lines as they come. Lines that mean nothing end no group. */
class RobotsReader {
  readonly #agents = new Map<string, Following>()
  readonly #sitemaps: Array<string> = []
  /** Of lines before the first agent, which are nobody's. */
  #section: Section = { rules: [] }
  #pause: Pause = { seconds: null }

  take(field: Field, value: string) {
    switch (field) {
      case "agent":
        this.#begin()
        this.#name(productOf(value))
        return
      case "allow":
      case "disallow":
        // An empty one ends a group as others do, and covers no address.
        this.#section.rules.push({ isAllowed: field === "allow", path: value })
        return
      case "delay":
        this.#pause.seconds = secondsIn(value)
        return
      case "sitemap":
        if (value !== "" && this.#sitemaps.length < maxSitemaps) this.#sitemaps.push(value)
    }
  }

  robots(): Robots {
    const groups = [...this.#agents].map(
      ([agent, { pauses, sections }]) => [agent, new RobotsGroup(sections, pauses)] as const
    )
    return { groups: new Map(groups), sitemaps: this.#sitemaps }
  }

  /** What follows is of the agents that are named from now on, where something else than agents came since the last one. */
  #begin() {
    const hasRules = this.#section.rules.length > 0
    if (hasRules) this.#section = { rules: [] }
    if (hasRules || this.#pause.seconds !== null) this.#pause = { seconds: null }
  }

  #name(agent: string) {
    const { pauses, sections } = this.#agents.get(agent) ?? { pauses: [], sections: [] }
    follow(sections, this.#section)
    follow(pauses, this.#pause)
    this.#agents.set(agent, { pauses, sections })
  }
}

/** As much of a robots.txt as is read, in whole lines: the beginning of a path forbids more than the path. */
const bodyOf = (text: string): string => {
  const body = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, maxRobotsBytes)
  if (text.length <= maxRobotsBytes) return body
  return body.slice(0, Math.max(body.lastIndexOf("\n"), body.lastIndexOf("\r")) + 1)
}

/** Reads a robots.txt. Whatever it holds, something comes out: lines that are no rule mean nothing. */
export const parseRobots = (text: string): Robots => {
  const reader = new RobotsReader()
  for (const [line] of bodyOf(text).matchAll(/[^\r\n]+/g)) {
    const parsed = parseLine((line.slice(0, maxLineLength).split("#", 1)[0] ?? "").trim())
    if (parsed !== null) reader.take(...parsed)
  }
  return reader.robots()
}

/** Whether a path has what stands between the wildcards of a pattern, of which there is one at least. */
const matchesPieces = (pattern: string, endsThere: boolean, path: string): boolean => {
  const pieces = pattern.split("*")
  const first = pieces[0] ?? ""
  if (!path.startsWith(first)) return false
  let at = first.length
  const lastIndex = pieces.length - 1
  for (let index = 1; index < (endsThere ? lastIndex : pieces.length); index++) {
    const piece = pieces[index] ?? ""
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  const last = pieces[lastIndex] ?? ""
  return !endsThere || (path.length - last.length >= at && path.endsWith(last))
}

const groupFor = (robots: Robots, agent: string): RobotsGroup | undefined =>
  robots.groups.get(productOf(agent)) ?? robots.groups.get("*")

/** The path and query as rules are compared with them: a star or a dollar sign of the address is no wildcard. */
const comparable = ({ pathname, search }: URL): string =>
  normalizeEncoding(pathname + search)
    .replaceAll("*", "%2A")
    .replaceAll("$", "%24")

/** Letters that are compared with letters before others have their turn: a millisecond or two. */
const stepLetters = 2_000_000

/** What it costs to take a pattern apart at its wildcards, in letters. */
const splitLetters = 200

/**
 * Whether an agent, by its product or its whole `User-Agent`, may ask for an address of the site. It yields where others may have their turn: each
 * of 20,000 rules may look for its pieces in all of a long address.
 */
export function* allowedInSteps(robots: Robots, agent: string, url: URL | string): Generator<void, boolean> {
  const group = groupFor(robots, agent)
  if (group === undefined || group.rules.count === 0) return true
  const address = typeof url === "string" ? new URL(url) : url
  if (address.pathname === "/robots.txt") return true
  const path = comparable(address)
  const { rules } = group
  let letters = 0
  for (let index = 0; index < rules.count; index++) {
    if (rules.matches(index, path)) return rules.allows(index)
    letters += rules.lettersOf(index, path.length)
    if (letters < stepLetters) continue
    letters = 0
    yield
  }
  return true
}

/** The same at once. */
export const isAllowed = (robots: Robots, agent: string, url: URL | string): boolean => {
  const steps = allowedInSteps(robots, agent, url)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Seconds that the site asks an agent to leave between two requests; 0 when it asks for none. */
export const crawlDelayOf = (robots: Robots, agent: string): number => groupFor(robots, agent)?.crawlDelaySeconds ?? 0

/** What is asked of one agent and nothing else, for who keeps it: all of a file may take ten times as much. */
export const onlyFor = (robots: Robots, agent: string): Robots => {
  const group = groupFor(robots, agent)
  return {
    groups: new Map(group === undefined ? [] : [[productOf(agent), group]]),
    sitemaps: [],
    ...(robots.unknownBecause === undefined ? {} : { unknownBecause: robots.unknownBecause })
  }
}

/** What the rules that were read of a file take, about. */
export const robotsBytes = (robots: Robots): number =>
  [...robots.groups.values()].reduce((sum, { rules }) => sum + rules.bytes, 0)
