/** What a page says of a company in JSON-LD. */
import { countryNamed } from "../../extraction/domain/countries.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { type BrandAddress, type BrandEmployees, employeeRanges } from "./BrandProfile.ts"
import { cleanText, cutText, type SiteFact, type Told, textLimits } from "./SiteFact.ts"
import { decodedOr, socialOf } from "./socials.ts"
import { stockNamed } from "./stockNamed.ts"
import { isGeneric, likeDomain } from "./titleParts.ts"

type Node = { readonly [key: string]: unknown }

/** Things looked at of one page, and values of one list. */
const most = { nodes: 500, values: 50 } as const

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const all = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, most.values) : [value]

const typesOf = (node: Node): ReadonlyArray<string> =>
  all(node["@type"]).flatMap((type) => (typeof type === "string" ? [type.replace(/^.*[/:#]/, "")] : []))

const isCompany =
  /(?:Organization|Corporation|Business|Company|Store|Shop|Restaurant|Hotel|Lodging|Airline|School|University|College|NGO|Bank|CreditUnion|Service|Agency|Brand|Project|Team|Clinic|Hospital|Dentist|Florist|Plumber|Attorney|Bakery|Brewery|Winery|Dealer|Station)$/

/** Kinds that are no company, whatever they have. */
const isOther =
  /^(?:Person|Product|ProductGroup|Offer|WebSite|WebPage|AboutPage|ContactPage|ItemPage|FAQPage|CollectionPage|Article|NewsArticle|BlogPosting|Blog|Event|Recipe|Review|Place|PostalAddress|ImageObject|VideoObject|BreadcrumbList|ItemList|ListItem|SearchAction|Question|Answer|JobPosting|Course|Book|Movie|SoftwareApplication|MobileApplication|WebApplication|AggregateRating|ContactPoint|BankAccount|.*Service)$/

/** What company a page is of, by what a thing is, and by what it has that companies have. */
const companyWeight = (node: Node): number => {
  const types = typesOf(node)
  if (types.some((type) => isOther.test(type))) return 0
  if (types.some((type) => isCompany.test(type))) return 1
  return ["address", "telephone", "logo", "tickerSymbol"].some((key) => key in node) && "name" in node ? 0.8 : 0
}

/** Things that a page says of itself, each with how surely it is of its site's brand. */
interface Found {
  readonly node: Node
  readonly weight: number
}

/** Where the company stands that a page or a site belongs to. */
const owners = ["publisher", "sourceOrganization", "copyrightHolder", "mainEntity", "author"]

const foundIn = (jsonLd: ReadonlyArray<unknown>): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const visit = (value: unknown, weight: number, depth: number): void => {
    if (!isNode(value) || found.length >= most.nodes || depth > 5) return
    found.push({ node: value, weight })
    for (const one of all(value["@graph"])) visit(one, weight, depth + 1)
    for (const key of owners) for (const one of all(value[key])) visit(one, weight * 0.6, depth + 1)
  }
  for (const one of jsonLd) visit(one, 1, 0)
  return found
}

const textOf = (value: unknown, limit: number): string | null => {
  const [first] = all(value)
  return cleanText(isNode(first) ? (first["name"] ?? first["@value"] ?? first["url"]) : first, limit)
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

/** Tongues in which companies name their country, whatever the language of their page. */
const tongues = ["de", "fr", "es", "it", "pt", "nl", "pl", "ja", "zh", "sv", "da", "fi", "cs", "tr", "ru"] as const

const codeOf = (country: string, language: string): string | null => {
  if (/^[A-Z]{2}$/i.test(country)) return country.toUpperCase()
  for (const tongue of [language, ...tongues]) {
    const code = countryNamed(country, tongue)
    if (code !== null) return code
  }
  return null
}

/** The parts of an address; null when it has neither a street nor a place. */
export const addressOf = (parts: {
  readonly street: string | null
  readonly city: string | null
  readonly region: string | null
  readonly postalCode: string | null
  readonly country: string | null
  /** In which the page is written. */
  readonly language: string
}): BrandAddress | null => {
  const { city, country, language, postalCode, region, street } = parts
  if (street === null && city === null && postalCode === null) return null
  const code = country === null ? null : codeOf(country, language)
  const isCode = region !== null && /^[A-Z]{2,3}$/.test(region)
  return {
    street,
    city,
    stateProvince: isCode ? null : region,
    stateCode: isCode ? region : null,
    postalCode,
    country: code === null ? country : (countryNames.of(code) ?? country),
    countryCode: code
  }
}

const postalAddress = (value: unknown, language: string): BrandAddress | null => {
  const [first] = all(value)
  if (!isNode(first)) return null
  const part = (key: string) => textOf(first[key], textLimits.address)
  return addressOf({
    street: part("streetAddress"),
    city: part("addressLocality"),
    region: part("addressRegion"),
    postalCode: part("postalCode"),
    country: part("addressCountry"),
    language
  })
}

const upTo = [10, 50, 200, 500, 1_000, 5_000, 10_000] as const

const mostEmployees = 10_000_000

/** The range that a number of employees is in. */
const rangeOf = (count: number) => {
  const index = upTo.findIndex((end) => count <= end)
  return employeeRanges[index < 0 ? upTo.length : index]!
}

/** A whole number that is written as one, with commas and spaces within; none of what else may stand there. */
const wholeOf = (value: unknown): number => {
  if (typeof value === "number") return value
  return typeof value === "string" && value.length < 40 ? Number(value.replace(/[,\s]/g, "")) : Number.NaN
}

/** A range that is one of those that are told, or within one. */
const employeesBetween = (least: unknown, most: unknown): BrandEmployees | null => {
  const [from, to] = [least, most].map(wholeOf)
  if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to)) return null
  const isRange =
    from >= 0 && to >= Math.max(from, 1) && to <= mostEmployees && rangeOf(Math.max(from, 1)) === rangeOf(to)
  return isRange ? { exact: null, range: rangeOf(to) } : null
}

/** How many employees somebody says that there are; null where that is none of what is told. */
export const employeesOf = (value: unknown): BrandEmployees | null => {
  const [first] = all(value)
  if (isNode(first) && first["value"] === undefined) return employeesBetween(first["minValue"], first["maxValue"])
  const [, from, to] =
    typeof first === "string" && first.length < 40
      ? (/^\s*([\d,]+)\s*(?:-|–|to)\s*([\d,]+)(?:\s+employees)?\s*$/i.exec(first) ?? [])
      : []
  if (from !== undefined) return employeesBetween(from, to)
  const exact = wholeOf(isNode(first) ? first["value"] : first)
  if (!Number.isInteger(exact) || exact < 1 || exact > mostEmployees) return null
  return { exact, range: rangeOf(exact) }
}

/** An address without what stands before and after it in a link. */
export const emailOf = (text: string): string | null => {
  if (text.length > 500) return null
  const [address = ""] = text
    .trim()
    .replace(/^mailto:/i, "")
    .split("?")
  const plain = decodedOr(address).trim().toLowerCase()
  return /^[^\s@<>,;]{1,64}@[\p{L}\p{N}.-]+\.[\p{L}]{2,}$/u.test(plain) && plain.length <= 200 ? plain : null
}

/** A number with its country as digits alone, and another as it is written. */
export const phoneOf = (text: string): string | null => {
  if (text.length > 100) return null
  const plain = text.trim().replace(/^tel:/i, "").replace(/%20/g, " ").replace(/\(0\)/, "").trim()
  const digits = plain.replace(/\D/g, "")
  if (digits.length < 6 || digits.length > 15 || /[a-z]{3}/i.test(plain)) return null
  return plain.startsWith("+") ? `+${digits}` : plain
}

/** Whether a company has its own site elsewhere: then it is another, such as who made the page. */
const isElsewhere = (node: Node, { isOwn }: OwnSite): boolean => {
  const [url] = all(node["url"])
  return typeof url === "string" && parseUrl(url) !== null && !isOwn(url)
}

/** The site that a page is of. */
interface OwnSite {
  readonly domain: string
  readonly isOwn: (url: string) => boolean
}

/** How surely a company is the site's: another, and one that a theme shows until somebody writes his own, says nothing of it. */
const ownShare = (node: Node, site: OwnSite): number => {
  const name = textOf(node["name"], textLimits.title) ?? ""
  if (isGeneric(name)) return 0
  if (!isElsewhere(node, site)) return 1
  return likeDomain(name, site.domain) >= 0.5 ? 0.5 : 0
}

const descriptionOf = (value: unknown): string | null => {
  const [first] = all(value)
  return typeof first === "string" ? cutText(first, textLimits.description) : textOf(first, textLimits.description)
}

const companyFacts = (node: Node, told: Told, language: string): ReadonlyArray<SiteFact> => {
  const facts: Array<SiteFact> = []
  const say = (fact: SiteFact | null) => (fact === null ? undefined : facts.push(fact))
  const as = <A>(value: A | null, of: (value: A) => SiteFact) => say(value === null ? null : of(value))
  as(textOf(node["name"], textLimits.title), (value) => ({ ...told, field: "title", value }))
  as(descriptionOf(node["description"]), (value) => ({
    ...told,
    weight: told.weight * 0.6,
    field: "description",
    value
  }))
  as(textOf(node["slogan"], textLimits.slogan), (value) => ({ ...told, field: "slogan", value }))
  as(stockNamed(textOf(node["tickerSymbol"], 40) ?? ""), (value) => ({ ...told, field: "stock", value }))
  for (const one of all(node["sameAs"])) {
    const value = typeof one === "string" ? socialOf(one) : null
    if (value !== null) say({ ...told, field: "social", value })
  }
  for (const holder of [node, ...all(node["contactPoint"]).filter(isNode)]) {
    for (const one of all(holder["email"]))
      as(typeof one === "string" ? emailOf(one) : null, (value) => ({ ...told, field: "email", value }))
    for (const one of all(holder["telephone"]))
      as(typeof one === "string" ? phoneOf(one) : null, (value) => ({ ...told, field: "phone", value }))
  }
  as(postalAddress(node["address"], language), (value) => ({ ...told, field: "address", value }))
  as(employeesOf(node["numberOfEmployees"]), (value) => ({ ...told, field: "employees", value }))
  return facts
}

/** The facts of a page's JSON-LD; `weight` is that of the page. */
export const linkedFacts = (
  jsonLd: ReadonlyArray<unknown>,
  page: { readonly url: string; readonly weight: number; readonly language: string },
  site: OwnSite
): ReadonlyArray<SiteFact> =>
  foundIn(jsonLd).flatMap(({ node, weight }) => {
    const told = (share: number): Told => ({ place: "json-ld", url: page.url, weight: page.weight * weight * share })
    if (typesOf(node).includes("WebSite")) {
      const value = textOf(node["name"], textLimits.title)
      return value === null || isGeneric(value) ? [] : [{ ...told(0.8), field: "title", value } satisfies SiteFact]
    }
    const share = companyWeight(node) * ownShare(node, site)
    return share === 0 ? [] : companyFacts(node, told(share), page.language)
  })

/** Addresses of logos that a page's JSON-LD names for its own company. */
export const linkedLogos = (jsonLd: ReadonlyArray<unknown>, site: OwnSite): ReadonlyArray<string> =>
  foundIn(jsonLd).flatMap(({ node }) =>
    companyWeight(node) * ownShare(node, site) === 0
      ? []
      : all(node["logo"]).flatMap((logo) => {
          const url = isNode(logo) ? (logo["url"] ?? logo["contentUrl"] ?? logo["@id"]) : logo
          return typeof url === "string" ? [url] : []
        })
  )
