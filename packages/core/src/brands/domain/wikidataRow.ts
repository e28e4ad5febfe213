/** Companies, organizations and their products as Wikidata tells of them: items of a dump, and rows of its query service. */
import type { BrandSymbol } from "./BrandEntry.ts"
import { languageOf } from "./languageOf.ts"
import {
  cikOf,
  countryCode,
  isinOf,
  leiOf,
  listedBrand,
  ownDomain,
  type ReadRow,
  type Registrable,
  type TableRow,
  tickerOf
} from "./listRows.ts"
import type { ListedBrand } from "./meetListed.ts"
import { exchangeNamed } from "./stockNamed.ts"
import { countryOf, exchangeOfItem, languageOfItem } from "./wikidataPlaces.ts"

/** What a line of a dump has when it may be about a brand; most have not, and need not be read. */
export const websiteMark = '"P856"'

type Ids = ListedBrand["ids"]

const idsOf = (item: string, lei: string | null, cik: string | null): Ids => [
  { kind: "wikidata", code: item },
  ...(lei === null ? [] : [{ kind: "lei", code: lei } as const]),
  ...(cik === null ? [] : [{ kind: "cik", code: cik } as const])
]

/** Where Commons keeps a picture. */
const pictureAddress = (file: string): string =>
  `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(file.replaceAll(" ", "_"))}`

const noPicture = (file: string | null): boolean => file === null || file.trim() === "" || file.length > 240

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value)

const listAt = (value: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** The text or the item that a statement or a qualifier says. */
const said = (snak: unknown): string | null => {
  const value = at(snak, "datavalue", "value")
  return text(value) ?? text(at(value, "id"))
}

/** Statements of a property that hold still, the preferred first. */
const statements = (item: unknown, property: string): ReadonlyArray<unknown> => {
  const all = listAt(item, "claims", property).filter(
    (one) => at(one, "rank") !== "deprecated" && listAt(one, "qualifiers", "P582").length === 0
  )
  return all.toSorted((a, b) => Number(at(b, "rank") === "preferred") - Number(at(a, "rank") === "preferred"))
}

const values = (item: unknown, property: string): ReadonlyArray<string> =>
  statements(item, property).flatMap((one) => said(at(one, "mainsnak")) ?? [])

const qualifier = (statement: unknown, property: string): string | null => {
  const [first] = listAt(statement, "qualifiers", property)
  return said(first)
}

/**
 * What companies and their brands have, and places, people and works have not: an exchange, a ticker, an ISIN, an LEI, a number of
 * the SEC, an industry, a legal form, a logo, a founder, a chief, products, revenue, employees, an owner.
 */
const businessProperties = [
  ...["P414", "P249", "P946", "P1278", "P5531", "P452", "P1454", "P154", "P112", "P169", "P1056", "P2139", "P1128"],
  ...["P127", "P749", "P176", "P178"]
]

const human = "Q5"

const isBrand = (item: unknown): boolean =>
  !values(item, "P31").includes(human) && businessProperties.some((property) => statements(item, property).length > 0)

const named = (item: unknown, group: string): string | null =>
  text(at(item, group, "en", "value")) ?? text(at(item, group, "mul", "value"))

const firstLabel = (item: unknown): string | null => {
  const labels = at(item, "labels")
  return isRecord(labels) ? text(at(Object.values(labels)[0], "value")) : null
}

const present = <A>(all: ReadonlyArray<A | null>): ReadonlyArray<A> => all.filter((one): one is A => one !== null)

const symbolsOf = (item: unknown): ReadonlyArray<BrandSymbol> => {
  const traded = statements(item, "P414").map((one) => {
    const exchange = said(at(one, "mainsnak"))
    return tickerOf(qualifier(one, "P249") ?? "", exchange === null ? null : exchangeOfItem(exchange))
  })
  const alone = values(item, "P249").map((code) => tickerOf(code, null))
  return present([...traded, ...alone, ...values(item, "P946").map(isinOf)])
}

/** An item of a dump; null when it is no brand, or has no site of its own. */
export const wikidataItem = (item: unknown, registrable: Registrable): ReadRow => {
  const id = text(at(item, "id"))
  if (id === null) return { problem: "It is no item." }
  if (!/^Q\d+$/.test(id)) return null
  const [website] = statements(item, "P856")
  const address = said(at(website, "mainsnak"))
  const domain = address === null ? null : ownDomain(address, registrable)
  if (domain === null || !isBrand(item)) return null
  const [logo = null] = values(item, "P154")
  const [country = null] = values(item, "P17")
  const [lei = null] = present(values(item, "P1278").map(leiOf))
  const [cik = null] = present(values(item, "P5531").map(cikOf))
  const language = qualifier(website, "P407")
  return listedBrand("wikidata", {
    domain,
    name: named(item, "labels") ?? firstLabel(item),
    aliases: listAt(item, "aliases", "en").flatMap((one) => text(at(one, "value")) ?? []),
    description: named(item, "descriptions"),
    country: country === null ? null : countryOf(country),
    language: language === null ? null : languageOfItem(language),
    logo: noPicture(logo) ? null : pictureAddress(logo!),
    symbols: symbolsOf(item),
    ids: idsOf(id, lei, cik)
  })
}

const itemOf = (uri: string): string | null => /(?:^|\/)(Q\d+)$/.exec(uri.trim())?.[1] ?? null

/** A picture that the query service names by its address, or by its name. */
const logoOf = (value: string): string | null => {
  const name = /Special:FilePath\/(.+)$/.exec(value)?.[1]
  const file = name === undefined ? value : decoded(name)
  return /^https?:/.test(file) || noPicture(file) ? null : pictureAddress(file)
}

const decoded = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

const exchangeOf = (value: string): string | null => {
  const item = itemOf(value)
  return item === null ? exchangeNamed(value) : exchangeOfItem(item)
}

/** A row that the query service answers, with the names that docs/operate/brand-lists.md gives its columns. */
export const wikidataAnswerRow = (row: TableRow, registrable: Registrable): ReadRow => {
  const said = (name: string): string => row[name]?.trim() ?? ""
  const id = itemOf(said("item"))
  if (id === null) return { problem: "Its item is not that of an address such as http://www.wikidata.org/entity/Q42." }
  const domain = ownDomain(said("website"), registrable)
  if (domain === null) return null
  const label = said("itemLabel")
  const ticker = tickerOf(said("ticker"), exchangeOf(said("exchange")))
  return listedBrand("wikidata", {
    domain,
    // A label that nobody has written is the number of the item.
    name: label === "" || label === id ? null : label,
    aliases: said("itemAltLabel")
      .split(",")
      .filter((alias) => alias.trim() !== ""),
    description: said("itemDescription") === "" ? null : said("itemDescription"),
    country: countryCode(said("country")),
    language: languageOf(said("language")),
    logo: said("logo") === "" ? null : logoOf(said("logo")),
    symbols: present([ticker, isinOf(said("isin"))]),
    ids: idsOf(id, leiOf(said("lei")), cikOf(said("cik")))
  })
}
