/**
 * What a site asks of robots, and whether an address is among it (RFC 9309).
 *
 * **Details**
 *
 * The status of the answer is the caller's: without rules everything is allowed, and while a server is broken nothing is.
 * Matching compares literal pieces from left to right and never goes back, so that no pattern costs more than the length
 * of the address for each of its wildcards.
 */
import { normalizeEncoding } from "../../web/domain/percentEncoding.ts"

/** As much of the text as is read (RFC 9309 §2.5); what of a line stands beyond it is not known, and so not the line. */
export const maxRobotsBytes = 500 * 1024

/** Most rules of one agent and most sitemaps that are kept, and longest line that is read. */
const maxRules = 20_000
const maxSitemaps = 1_000
const maxLineLength = 16_384

/** A path, of which `*` stands for anything. */
export interface RobotsRule {
  readonly isAllowed: boolean
  /** What stands between the wildcards. */
  readonly pieces: ReadonlyArray<string>
  /** Whether the address has to end where the pattern does. */
  readonly isWhole: boolean
  /** Octets of the pattern: the longest that matches decides. */
  readonly length: number
}

/** What is asked of one agent. */
export interface RobotsGroup {
  /** The longest first; of two as long, the one that allows. */
  readonly rules: ReadonlyArray<RobotsRule>
  readonly crawlDelaySeconds: number
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

const parseRule = (isAllowed: boolean, written: string): RobotsRule => {
  const isWhole = written.endsWith("$")
  const path = isWhole ? written.slice(0, -1) : written
  // A dollar sign elsewhere stands for itself; in an address it is compared by its escape.
  const pattern = normalizeEncoding(/^[/*]/.test(path) ? path : `/${path}`).replaceAll("$", "%24")
  return { isAllowed, pieces: pattern.split(/\*+/), isWhole, length: pattern.length + (isWhole ? 1 : 0) }
}

/** A site that allows nothing, as while its server is broken. */
export const allowsNothing: Robots = {
  groups: new Map([["*", { rules: [parseRule(false, "/")], crawlDelaySeconds: 0 }]]),
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

interface Draft {
  readonly rules: Array<RobotsRule>
  crawlDelaySeconds: number
}

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

const byPrecedence = (a: RobotsRule, b: RobotsRule): number =>
  b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed)

/** Takes lines as they come. Lines that mean nothing end no group. */
class RobotsReader {
  readonly #drafts = new Map<string, Draft>()
  readonly #sitemaps: Array<string> = []
  #current: Array<Draft> = []
  #hasRules = false

  take(field: Field, value: string) {
    switch (field) {
      case "agent":
        if (this.#hasRules) this.#current = []
        this.#hasRules = false
        this.#current.push(this.#draftOf(productOf(value)))
        return
      case "allow":
      case "disallow":
        this.#hasRules = true
        if (value !== "") this.#addRule(parseRule(field === "allow", value))
        return
      case "delay":
        for (const draft of this.#current) draft.crawlDelaySeconds = secondsIn(value)
        return
      case "sitemap":
        if (value !== "" && this.#sitemaps.length < maxSitemaps) this.#sitemaps.push(value)
    }
  }

  robots(): Robots {
    const groups = [...this.#drafts].map(([agent, { crawlDelaySeconds, rules }]) => {
      return [agent, { rules: rules.sort(byPrecedence), crawlDelaySeconds }] as const
    })
    return { groups: new Map(groups), sitemaps: this.#sitemaps }
  }

  #draftOf(agent: string): Draft {
    const draft = this.#drafts.get(agent) ?? { rules: [], crawlDelaySeconds: 0 }
    this.#drafts.set(agent, draft)
    return draft
  }

  #addRule(rule: RobotsRule) {
    // One line may follow thousands of agents; each has the rule, and all of them together a bounded number.
    for (const draft of this.#current.slice(0, 100)) if (draft.rules.length < maxRules) draft.rules.push(rule)
  }
}

/** Reads a robots.txt. Whatever it holds, something comes out: lines that are no rule mean nothing. */
export const parseRobots = (text: string): Robots => {
  const reader = new RobotsReader()
  const body = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, maxRobotsBytes)
  const lines = body.split(/\r\n|\n|\r/)
  // The beginning of a path forbids more than the path.
  if (text.length > maxRobotsBytes) lines.pop()
  for (const line of lines) {
    const parsed = parseLine((line.slice(0, maxLineLength).split("#", 1)[0] ?? "").trim())
    if (parsed !== null) reader.take(...parsed)
  }
  return reader.robots()
}

const matches = ({ isWhole, pieces }: RobotsRule, path: string): boolean => {
  const first = pieces[0] ?? ""
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !isWhole || path.length === first.length
  let at = first.length
  const lastIndex = pieces.length - 1
  for (let index = 1; index < (isWhole ? lastIndex : pieces.length); index++) {
    const piece = pieces[index] ?? ""
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  const last = pieces[lastIndex] ?? ""
  return !isWhole || (path.length - last.length >= at && path.endsWith(last))
}

const groupFor = (robots: Robots, agent: string): RobotsGroup | undefined =>
  robots.groups.get(productOf(agent)) ?? robots.groups.get("*")

/** The path and query as rules are compared with them: a star or a dollar sign of the address is no wildcard. */
const comparable = ({ pathname, search }: URL): string =>
  normalizeEncoding(pathname + search)
    .replaceAll("*", "%2A")
    .replaceAll("$", "%24")

/** Whether an agent, by its product or its whole `User-Agent`, may ask for an address of the site. */
export const isAllowed = (robots: Robots, agent: string, url: URL | string): boolean => {
  const group = groupFor(robots, agent)
  if (group === undefined || group.rules.length === 0) return true
  const address = typeof url === "string" ? new URL(url) : url
  if (address.pathname === "/robots.txt") return true
  const path = comparable(address)
  return group.rules.find((rule) => matches(rule, path))?.isAllowed ?? true
}

/** Seconds that the site asks an agent to leave between two requests; 0 when it asks for none. */
export const crawlDelayOf = (robots: Robots, agent: string): number => groupFor(robots, agent)?.crawlDelaySeconds ?? 0
