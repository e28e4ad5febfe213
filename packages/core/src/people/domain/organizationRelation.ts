/** Whether two names or domains may be those of one company or school. */
import { longestName, withoutLegalForm } from "../../brands/domain/companyName.ts"
import { joinedName, wordsOf } from "../../brands/domain/searchTerms.ts"
import type { NamedOrganization } from "./PersonClues.ts"

/** `domain`: one domain, or one below the other. `name`: they are called alike. */
export type OrganizationRelation = "domain" | "name" | "none"

/** A host without its port, which names one server, and not what somebody registered. */
export const withoutPort = (host: string): string => host.replace(/:\d{1,5}$/, "")

/** Whether one host is the other, or stands below it, whatever their ports. */
export const isAtDomain = (host: string, domain: string): boolean => {
  const [bare, above] = [withoutPort(host), withoutPort(domain)]
  return bare === above || bare.endsWith(`.${above}`)
}

const little: ReadonlySet<string> = new Set(
  "the of and for a an de la le les des du del der die das e y et und fur di da do at".split(" ")
)

const alike: ReadonlyMap<string, string> = new Map(
  "universitat universite universidad universita universidade universiteit universitet univ uni"
    .split(" ")
    .map((word) => [word, "university"] as const)
)

/** Words by which names are compared, in no order: schools are called the University of a town and its University. */
const tellingWords = (name: string): ReadonlyArray<string> =>
  wordsOf(withoutLegalForm(name) ?? name.slice(0, longestName))
    .filter((word) => !little.has(word))
    .map((word) => alike.get(word) ?? word)
    .sort()

interface Called {
  /** The words by which it is compared, in one text. */
  readonly words: string
  readonly joined: string
}

/** Names that were read, which are held against each other by the hundred. */
const known = new Map<string, Called>()
const mostKnown = 2_000

const calledOf = (name: string): Called => {
  const before = known.get(name)
  if (before !== undefined) return before
  const called = { words: tellingWords(name).join(" "), joined: joinedName(name) }
  if (known.size >= mostKnown) known.clear()
  if (name.length <= longestName) known.set(name, called)
  return called
}

const isCalled = (one: string, other: string): boolean => {
  const [said, also] = [calledOf(one), calledOf(other)]
  if (said.words === "" || also.words === "") return false
  return said.words === also.words || said.joined === also.joined
}

const endings: ReadonlySet<string> = new Set(["www", "co", "com", "org", "net", "ac", "edu", "gov"])

/** The label by which an organization is known at its domain. */
const labelOf = (domain: string): string => {
  const labels = withoutPort(domain).split(".").slice(0, -1)
  return labels.filter((label) => !endings.has(label)).at(-1) ?? ""
}

const isAt = (name: string, domain: string): boolean => {
  const label = joinedName(labelOf(domain))
  return label.length >= 3 && (label === joinedName(name) || label === joinedName(withoutLegalForm(name) ?? name))
}

/** How what is known of two organizations agrees. */
export const organizationRelation = (
  asked: NamedOrganization,
  said: { readonly name: string; readonly domain: string | null }
): OrganizationRelation => {
  const domain = said.domain?.toLowerCase() ?? null
  if (asked.domain !== null && domain !== null) {
    if (isAtDomain(domain, asked.domain) || isAtDomain(asked.domain, domain)) return "domain"
  }
  if (asked.name !== null && isCalled(asked.name, said.name)) return "name"
  // Two domains that differ are two organizations, unless they are called alike.
  if (asked.domain !== null && domain === null && isAt(said.name, asked.domain)) return "name"
  if (asked.name !== null && domain !== null && asked.domain === null && isAt(asked.name, domain)) return "name"
  return "none"
}

/** Texts of which two organizations that are one share one. */
export const organizationKeys = ({ domain, name }: { readonly name: string; readonly domain: string | null }) => [
  `called ${tellingWords(name).join(" ")}`,
  `joined ${joinedName(withoutLegalForm(name) ?? name)}`,
  ...(domain === null
    ? []
    : [`at ${withoutPort(domain)}`, ...(labelOf(domain).length < 3 ? [] : [`joined ${joinedName(labelOf(domain))}`])])
]

/** Whether a text names an organization by all of its words, one behind the other. */
export const isNamedIn = (text: string, { name }: NamedOrganization): boolean => {
  const words = name === null ? [] : wordsOf(withoutLegalForm(name) ?? name.slice(0, longestName))
  if (words.join("").length < 4) return false
  return ` ${wordsOf(text.slice(0, 2_000)).join(" ")} `.includes(` ${words.join(" ")} `)
}
