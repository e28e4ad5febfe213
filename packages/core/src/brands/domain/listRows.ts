/** Rows of lists of brands, each as what it tells of one. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { type BrandSymbol, entryLimits, type FieldTeller, toldFields } from "./BrandEntry.ts"
import type { ListedBrand } from "./meetListed.ts"
import { exchangeNamed } from "./stockNamed.ts"

/** What a row tells; null when it is about no brand; why, when it cannot be read. */
export type ReadRow = ListedBrand | { readonly problem: string } | null

/** A row of a table, by its heading. */
export type TableRow = Readonly<Record<string, string | undefined>>

/** The registered name that a host belongs to. */
export type Registrable = (host: string) => string | null

const cut = (text: string, most: number): string => (text.length <= most ? text : text.slice(0, most).trimEnd())

/** What a list tells, cut to what an entry holds, with nothing where it says nothing. */
export const listedBrand = (by: FieldTeller, given: Partial<ListedBrand>): ListedBrand => {
  const { aliases = [], description = null, ids = [], name = null, symbols = [] } = given
  const facts = {
    ...{ domain: "", country: null, language: null, logo: null, rank: null, source: "imported" as const },
    ...given,
    name: name === null || name.trim() === "" ? null : cut(name.trim(), entryLimits.name),
    description: description === null || description === "" ? null : cut(description, entryLimits.description),
    aliases: [...new Set(aliases.map((alias) => cut(alias.trim(), entryLimits.name)))]
      .filter((alias) => alias !== "" && alias !== name)
      .slice(0, entryLimits.aliases),
    symbols: symbols.slice(0, entryLimits.symbols),
    ids: ids.slice(0, entryLimits.ids)
  }
  // When is for whoever takes it to say.
  const told = toldFields.flatMap((field) => (facts[field] === null ? [] : [[field, { by, atMillis: 0 }]]))
  return { ...facts, told: Object.fromEntries(told) }
}

const hostOf = (address: string): URL | null => parseUrl(address) ?? parseUrl(`http://${address}`)

const frontPage = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|default|home)\.\w{2,5})?$/i

/** The domain of whom a site belongs to whole; null where an address leads to a part of it. */
export const ownDomain = (address: string, registrable: Registrable): string | null => {
  const url = hostOf(address.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || !frontPage.test(url.pathname) || url.search !== "") return null
  const host = url.hostname.toLowerCase().replace(/^www\d?\./, "")
  return registrable(host) === host ? host : null
}

export const isinOf = (text: string): BrandSymbol | null => {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code) ? { kind: "isin", code, exchange: null } : null
}

export const leiOf = (text: string): string | null => {
  const code = text.trim().toUpperCase()
  return /^[A-Z0-9]{18}\d{2}$/.test(code) ? code : null
}

/** A number of the SEC, with its zeros. */
export const cikOf = (text: string): string | null =>
  /^\d{1,10}$/.test(text.trim()) ? text.trim().padStart(10, "0") : null

export const tickerOf = (text: string, exchange: string | null): BrandSymbol | null => {
  const code = text.trim().toUpperCase()
  return /^[A-Z0-9][A-Z0-9.\-/]{0,14}$/.test(code) ? { kind: "ticker", code, exchange } : null
}

export const countryCode = (text: string | undefined): string | null => {
  const code = (text ?? "").trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? code : null
}

/** Columns of GLEIF's golden copy that are read, of some three hundred. */
export const gleifColumns = [
  ...["LEI", "Entity.LegalName", "Entity.HeadquartersAddress.Country", "Entity.LegalAddress.Country"],
  "Entity.EntityStatus"
]

/** A row of GLEIF's golden copy of level 1. */
export const gleifRow = (row: TableRow): ReadRow => {
  const lei = leiOf(row["LEI"] ?? "")
  if (lei === null) return { problem: "It has no LEI of 20 letters and digits." }
  const name = (row["Entity.LegalName"] ?? "").trim()
  if (name === "") return { problem: "It has no legal name." }
  if (row["Entity.EntityStatus"] === "INACTIVE") return null
  const country = row["Entity.HeadquartersAddress.Country"] ?? row["Entity.LegalAddress.Country"]
  const ids = [{ kind: "lei", code: lei }] as const
  return {
    ...listedBrand("gleif", { name, country: countryCode(country), ids }),
    aliases: [cut(name, entryLimits.name)]
  }
}

/** A row of GLEIF's mapping of ISINs. */
export const gleifIsinRow = (row: TableRow): ReadRow => {
  const [lei, isin] = [leiOf(row["LEI"] ?? ""), isinOf(row["ISIN"] ?? "")]
  if (lei === null) return { problem: "It has no LEI of 20 letters and digits." }
  if (isin === null) return { problem: "It has no ISIN of 12 letters and digits." }
  return listedBrand("gleif", { ids: [{ kind: "lei", code: lei }], symbols: [isin] })
}

/** A company of the SEC's `company_tickers.json` or `company_tickers_exchange.json`. */
export const secRow = (row: TableRow): ReadRow => {
  const cik = cikOf(row["cik"] ?? row["cik_str"] ?? "")
  if (cik === null) return { problem: "It has no CIK." }
  const name = (row["name"] ?? row["title"] ?? "").trim()
  const symbol = tickerOf(row["ticker"] ?? "", exchangeNamed(row["exchange"] ?? ""))
  if (symbol === null || name === "") return { problem: "It has no ticker or no name." }
  const facts = listedBrand("sec", { name, ids: [{ kind: "cik", code: cik }], symbols: [symbol] })
  return { ...facts, aliases: [cut(name, entryLimits.name)] }
}

/** A row of a list of popularity. Hosts below a registered name say nothing of it that the name itself does not. */
export const rankRow =
  (by: "majestic" | "tranco" | "umbrella", registrable: Registrable) =>
  (row: TableRow): ReadRow => {
    const rank = Number(row["GlobalRank"] ?? row["rank"] ?? "")
    const host = (row["Domain"] ?? row["domain"] ?? "").trim().toLowerCase()
    if (!Number.isInteger(rank) || rank < 1 || rank > 100_000_000) return { problem: "It has no rank." }
    if (!/^[^\s/@:]+$/.test(host)) return { problem: "It has no domain." }
    const domain = ownDomain(host, registrable)
    return domain === null || domain !== host ? null : listedBrand(by, { domain, rank })
  }
