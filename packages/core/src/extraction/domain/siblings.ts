/** Pages of other things of the kind that a start is of: another product's weight is not that of the product asked for. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { Fact, FactSheet } from "./FactSheet.ts"
import { nameWords, stemmed } from "./nameWords.ts"

/** Pages that a site has beside its things, which speak for all of them. */
const ofSite = new Set(
  stemmed(
    "about contact contacts kontakt contacto contatti contatto uns nous apropos pricing price prices plans preise precios tarifs prezzi team people staff imprint impressum legal terms privacy shipping versand delivery returns refund warranty faq help support career careers jobs press media location locations hours visit directions tickets schedule program programme venue speakers specs specifications technical details features reviews menu policy policies download downloads manual security status"
  )
)

/** A part of a path that tells the language and no place. */
const language = /^[a-z]{2}(?:[-_][a-z]{2})?$/i

/** The parts of a path behind its language. @internal */
export const partsOf = (url: URL): ReadonlyArray<string> => {
  const parts = url.pathname.split("/").filter((part) => part !== "")
  return parts[0] !== undefined && language.test(parts[0]) ? parts.slice(1) : parts
}

const isOfSite = (part: string): boolean => nameWords(part.replace(/\.\w{2,5}$/, "")).some((word) => ofSite.has(word))

/** Things that have a page each. */
const kinds =
  /^(?:product|individualproduct|productmodel|vehicle|car|jobposting|event|\w+event|recipe|book|movie|course|article|newsarticle|blogposting|realestatelisting|apartment|house|residence|hotel|restaurant|podcastepisode|videoobject|person)\b/i

type Facts = ReadonlyArray<Fact>

/** Facts of a page that are looked at. */
const mostFacts = 5_000

/** Reads the facts of a page once: they are compared with each other page, and asked for by all who fill data. */
const onceEach = <A>(read: (facts: Facts) => A): ((sheet: FactSheet) => A) => {
  const known = new WeakMap<Facts, { readonly said: A }>()
  return ({ facts }) => {
    const before = known.get(facts)
    if (before !== undefined) return before.said
    const said = read(facts.slice(0, mostFacts))
    known.set(facts, { said })
    return said
  }
}

/** What the things of a page that are written for programs are called, by their kinds. */
const namesOf = onceEach((facts): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { context, name, source, value } of facts) {
    const kind = source === "json-ld" || source === "microdata" ? kinds.exec(context)?.[0]?.toLowerCase() : undefined
    const isName = /^(?:name|title|headline)$/.test(name) && kind === context.toLowerCase()
    if (kind !== undefined && isName && !names.has(kind)) names.set(kind, String(value))
  }
  return names
})

const isLabelled = ({ source }: Fact): boolean => source === "pair" || source === "table"

const valuesOf = onceEach((facts): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (const fact of facts) {
    if (!isLabelled(fact) || fact.name === "email" || fact.name === "phone") continue
    const name = nameWords(fact.name).join(" ")
    if (name !== "" && !values.has(name)) values.set(name, String(fact.value))
  }
  return values
})

/** Labels that two pages share and that say other things on them, from which on they are of one kind. */
const leastShared = 2

const differ = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number =>
  [...one].filter(([name, value]) => other.has(name) && other.get(name) !== value).length

/** Whether a page stands beside another, as one of several things in one place. */
const standsBeside = (one: URL, other: URL): boolean => {
  const [mine, theirs] = [partsOf(one), partsOf(other)]
  if (mine.join("/") === theirs.join("/"))
    return one.search !== "" && other.search !== "" && one.search !== other.search
  return (
    mine.length > 1 && mine.length === theirs.length && mine.slice(0, -1).join("/") === theirs.slice(0, -1).join("/")
  )
}

/**
 * Whether a page is of another thing of the kind that the start is of. A site's front page is of no thing, and its pages such as
 * contact and prices are of all.
 *
 * @internal
 */
export const isSibling = (start: FactSheet, page: FactSheet): boolean => {
  const [one, other] = [parseUrl(start.url), parseUrl(page.url)]
  if (one === null || other === null || one.href === other.href) return false
  const [mine, theirs] = [partsOf(one), partsOf(other)]
  const isFront = (parts: ReadonlyArray<string>, { search }: URL) => parts.length === 0 && search === ""
  if (isFront(mine, one) || isFront(theirs, other) || isOfSite(theirs.at(-1) ?? "")) return false
  // What stands below the start is of the same thing.
  if (theirs.length > mine.length && theirs.slice(0, mine.length).join("/") === mine.join("/")) return false
  return (
    standsBeside(one, other) ||
    differ(namesOf(start), namesOf(page)) > 0 ||
    differ(valuesOf(start), valuesOf(page)) >= leastShared
  )
}
