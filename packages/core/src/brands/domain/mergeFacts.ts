/** What is true of a brand, of all that the pages of its site say. */
import type { BrandProfile, FieldSource } from "./BrandProfile.ts"
import { dialled } from "./postalForms.ts"
import type { FactOf, SiteFact, Social } from "./SiteFact.ts"
import { isPlaceholder, socialHandle, socialKey } from "./socials.ts"
import { likeDomain, nameKey, withoutForm } from "./titleParts.ts"

/** What facts tell; pictures, colours and links are told otherwise. */
export type MergedFacts = Pick<
  BrandProfile,
  | "title"
  | "description"
  | "slogan"
  | "email"
  | "phone"
  | "language"
  | "address"
  | "stock"
  | "employees"
  | "socials"
  | "isAdult"
  | "sources"
>

/** Facts that say the same, and how surely: each place counts once, however often it says so. */
interface Claim<A> {
  readonly facts: ReadonlyArray<A>
  readonly weight: number
}

const claimsOf = <A extends SiteFact>(
  facts: ReadonlyArray<A>,
  keyOf: (fact: A) => string,
  more: (fact: A) => number = () => 0
): ReadonlyArray<Claim<A>> =>
  [...Map.groupBy(facts, keyOf).values()]
    .map((same) => {
      const places = Map.groupBy(same, ({ place }) => place)
      const weight = [...places.values()].reduce((sum, [...own]) => sum + Math.max(...own.map((one) => one.weight)), 0)
      return { facts: same.toSorted((a, b) => b.weight - a.weight), weight: weight + more(same[0]!) }
    })
    .sort((a, b) => b.weight - a.weight)

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ")

const digits = (text: string): string => text.replace(/\D/g, "").replace(/^0+/, "")

/** The last digits tell numbers apart: one may have its country and the other not. */
const phoneKey = (text: string): string => digits(text).slice(-9)

/** The country that a number says it is of, or what all of North America dials; null where it says none. */
const zoneOf = (phone: string): string | null => {
  if (phone.startsWith("+1")) return "1"
  return phone.startsWith("+") ? (dialled.get(phone.slice(1, 4)) ?? dialled.get(phone.slice(1, 3)) ?? phone) : null
}

/**
 * Numbers without those of other countries than the address that a text shows. Where several countries have one and no address tells
 * which is the company's, none of them is.
 */
const ofOneCountry = (facts: ReadonlyArray<FactOf<"phone">>, country: string | null) => {
  const zones = new Set(facts.filter(({ place }) => place === "text").flatMap(({ value }) => zoneOf(value) ?? []))
  const own = country === "US" || country === "CA" ? "1" : country
  return facts.filter(({ place, value }) => {
    const zone = zoneOf(value)
    // Of several countries, a number that names none may be of any of them.
    return place !== "text" || zones.size < 2 || (zone === null ? own !== null : zone === own)
  })
}

/** An address at the site's own domain is likelier the company's, and one for everybody likelier than a person's. */
const mailBonus =
  (domain: string) =>
  ({ value }: FactOf<"email">) => {
    const [name = "", host = ""] = value.split("@")
    const isOwn = host === domain || host.endsWith(`.${domain}`)
    return (isOwn ? 0.6 : 0) + (ofEverybody.test(name) ? 0.3 : 0) - (ofOffice.test(name) ? 0.3 : 0)
  }

const ofEverybody =
  /^(?:info|hello|contact|contacto|contato|contatti|kontakt|hallo|office|mail|support|hi|team|service|post|hola|ola|ciao|bonjour|moin|welcome|enquir(?:y|ies)|inquir(?:y|ies)|reception)$/

/** Addresses for one matter, which is mostly not that of who asks for a company. */
const ofOffice =
  /^(?:security|abuse|privacy|dpo|datenschutz|legal|no-?reply|webmaster|press(?:e|office)?|media|ir|investors?|jobs?|careers?|karriere|bewerbung|hr|billing)$/

/** Fields that one value has. */
const best = <A extends SiteFact>(claims: ReadonlyArray<Claim<A>>, least = 0): A | null => {
  const [claim] = claims
  return claim === undefined || claim.weight <= least ? null : claim.facts[0]!
}

/** Social profiles: one of a kind, the surest; those of what a page merely links to only where no other is there. */
const socialsOf = (facts: ReadonlyArray<FactOf<"social">>, domain: string): ReadonlyArray<FactOf<"social">> => {
  const own = facts.filter(({ value }) => !isPlaceholder(value, domain))
  // Of two that a page links to, that of a writer or a partner is called otherwise than the brand.
  const claims = claimsOf(
    own,
    ({ value }) => socialKey(value),
    ({ value }) => likeDomain(socialHandle(value), domain) * 0.5
  )
  const kinds = new Map<Social["type"], FactOf<"social">>()
  for (const { facts: same } of claims) {
    const [fact] = same
    if (fact !== undefined && !kinds.has(fact.value.type)) kinds.set(fact.value.type, fact)
  }
  return [...kinds.values()]
}

/** Letters that are an abbreviation where all are capitals. */
const longestShort = 5

/** Whether a name is written in capitals, as small print and logos are, and is no abbreviation. */
const isShouted = (name: string): boolean =>
  name.length > longestShort && name === name.toUpperCase() && name !== name.toLowerCase()

/** Of names that are one, that which is called out: without its form of company and not in capitals, where any says it so. */
const calledOut = (facts: ReadonlyArray<FactOf<"title">>): FactOf<"title"> => {
  const short = facts.filter(({ value }) => withoutForm(value) === value)
  return short.find(({ value }) => !isShouted(value)) ?? short[0] ?? facts[0]!
}

const ofField = <F extends SiteFact["field"]>(facts: ReadonlyArray<SiteFact>, field: F) =>
  facts.filter((fact): fact is FactOf<F> => fact.field === field)

const titleOf = (facts: ReadonlyArray<SiteFact>, domain: string): FactOf<"title"> | null => {
  const [claim] = claimsOf(
    ofField(facts, "title"),
    ({ value }) => nameKey(value) || plain(value),
    ({ value }) => likeDomain(value, domain) * 0.6
  )
  return claim === undefined ? null : calledOut(claim.facts)
}

/** Merges the facts of a site's pages, those of its first page first. */
export const mergeFacts = (facts: ReadonlyArray<SiteFact>, domain: string): MergedFacts => {
  const title = titleOf(facts, domain)
  const description = best(claimsOf(ofField(facts, "description"), ({ value }) => plain(value)))
  const slogan = best(
    claimsOf(
      ofField(facts, "slogan").filter(({ value }) => nameKey(value) !== nameKey(title?.value ?? "")),
      ({ value }) => plain(value)
    )
  )
  const email = best(claimsOf(ofField(facts, "email"), ({ value }) => value, mailBonus(domain)))
  const language = best(claimsOf(ofField(facts, "language"), ({ value }) => value))
  const address = best(
    claimsOf(
      ofField(facts, "address"),
      ({ value: { city, postalCode, street } }) => plain(`${street} ${postalCode} ${city}`),
      // What is told more fully, but for its country and region: others than the company have those as well.
      ({ value: { city, postalCode, street } }) =>
        [city, postalCode, street].filter((part) => part !== null).length / 20
    )
  )
  const phone = best(
    claimsOf(ofOneCountry(ofField(facts, "phone"), address?.value.countryCode ?? null), ({ value }) => phoneKey(value))
  )
  const stock = best(
    claimsOf(ofField(facts, "stock"), ({ value }) => value.ticker),
    0.3
  )
  const employees = best(claimsOf(ofField(facts, "employees"), ({ value }) => String(value.exact ?? value.range)))
  const socials = socialsOf(ofField(facts, "social"), domain)
  const adult = best(claimsOf(ofField(facts, "adult"), () => ""))
  const used: ReadonlyArray<SiteFact | null> = [
    ...[title, description, slogan, email, phone, language, address, stock, employees, adult],
    ...socials
  ]
  return {
    title: title?.value ?? null,
    description: description?.value ?? null,
    slogan: slogan?.value ?? null,
    email: email?.value ?? null,
    phone: phone?.value ?? null,
    language: language?.value ?? null,
    address: address?.value ?? null,
    stock: stock?.value ?? null,
    employees: employees?.value ?? null,
    socials: socials.map(({ value }) => value),
    isAdult: adult !== null,
    sources: used.flatMap(
      (fact): ReadonlyArray<FieldSource> =>
        fact === null ? [] : [{ field: fact.field, place: fact.place, url: fact.url }]
    )
  }
}
