/** Shares that a text names, such as `NYSE: ABC`. */
import type { BrandStock } from "./BrandProfile.ts"

/** Exchanges that are known (contract/brand.md), and what texts call them. */
export const exchanges = [
  ...([
    "AMEX",
    "AMS",
    "AQS",
    "ASX",
    "ATH",
    "BER",
    "BME",
    "BRU",
    "BSE",
    "BUD",
    "BUE",
    "BVC",
    "CBOE",
    "CNQ",
    "CPH"
  ] as const),
  ...([
    "DFM",
    "DOH",
    "DUB",
    "DUS",
    "DXE",
    "EGX",
    "FSX",
    "HAM",
    "HEL",
    "HKSE",
    "HOSE",
    "ICE",
    "IOB",
    "IST",
    "JKT"
  ] as const),
  ...([
    "JNB",
    "JPX",
    "KLS",
    "KOE",
    "KSC",
    "KUW",
    "LIS",
    "LSE",
    "MCX",
    "MEX",
    "MIL",
    "MUN",
    "NASDAQ",
    "NEO",
    "NSE"
  ] as const),
  ...([
    "NYSE",
    "NZE",
    "OSL",
    "OTC",
    "PAR",
    "PNK",
    "PRA",
    "RIS",
    "SAO",
    "SAU",
    "SES",
    "SET",
    "SGO",
    "SHH",
    "SHZ"
  ] as const),
  ...(["SIX", "STO", "STU", "TAI", "TAL", "TLV", "TSX", "TSXV", "TWO", "VIE", "WSE", "XETRA"] as const)
] as const

const names: Readonly<Record<string, string>> = {
  NASDAQGS: "NASDAQ",
  NASDAQGM: "NASDAQ",
  NASDAQCM: "NASDAQ",
  LON: "LSE",
  TSE: "JPX",
  TYO: "JPX",
  HKG: "HKSE",
  HKEX: "HKSE",
  SEHK: "HKSE",
  ETR: "XETRA",
  FRA: "FSX",
  EPA: "PAR",
  BIT: "MIL",
  SWX: "SIX",
  EBR: "BRU",
  ELI: "LIS",
  NYSEAMERICAN: "AMEX",
  BOM: "BSE",
  CVE: "TSXV"
}

const known: ReadonlySet<string> = new Set(exchanges)

/** The code of an exchange, however a text calls it; null where it is none that is known. */
export const exchangeNamed = (text: string): string | null => {
  const name = text.toUpperCase().replace(/[^A-Z]/g, "")
  const code = names[name] ?? name
  return known.has(code) ? code : null
}

const pair = /^\(?\s*([A-Za-z ]{2,20})\s*[:：]\s*([A-Z0-9.]{1,15})\s*\)?$/

/** A symbol as a page names it, with its exchange or without. */
export const stockNamed = (text: string): BrandStock | null => {
  const [, place, code] = pair.exec(text.trim()) ?? []
  if (place !== undefined && code !== undefined) {
    const exchange = exchangeNamed(place)
    return exchange === null ? null : { ticker: code, exchange }
  }
  const plain = text.trim()
  return /^[A-Z0-9.]{1,15}$/.test(plain) ? { ticker: plain, exchange: null } : null
}

const inText =
  /(?:^|[\s(（])([A-Z][A-Za-z]{2,11}(?: American| GS)?)\s?[:：]\s?([A-Z][A-Z0-9.]{0,9})(?=[\s)）,;|/.]|$)/gu

/** A share in running text, and whose the text says it is: what is called by a name before it; empty where nothing is. */
export interface StockInText {
  readonly stock: BrandStock
  readonly holder: string
  /** Where it begins. */
  readonly at: number
}

/** Characters before a share that are searched for a name. */
const holderLength = 80

/** Capitalised words right before a bracket, such as `Acme Holding plc (`. */
const named =
  /((?:\p{Lu}[\p{L}\p{N}&.’'-]*,?\s+(?:(?:of|and|&|de|der|und)\s+)?){1,6}(?:plc|inc\.?|llc|ltd\.?|ag|se|nv|n\.v\.|s\.a\.)?\s*)[(（]$/u

/** Names of what shares are traded at are not those of companies. */
const ofTrade = /\b(?:exchange|börse|bourse|borsa|bolsa|ticker|symbol|stock|shares?|listed|nyse|nasdaq|xetra)\b/i

/** Symbols with their exchanges in running text. */
export const stocksIn = (text: string): ReadonlyArray<StockInText> =>
  [...text.matchAll(inText)].flatMap(({ 0: whole, 1: place = "", 2: code = "", index }) => {
    const exchange = exchangeNamed(place)
    if (exchange === null) return []
    const end = index + whole.search(/\p{L}/u)
    const holder = named.exec(text.slice(Math.max(0, end - holderLength), end))?.[1]?.trim() ?? ""
    return [
      { stock: { ticker: code.replace(/\.$/, ""), exchange }, holder: ofTrade.test(holder) ? "" : holder, at: end }
    ]
  })

/** Codes of Tokyo's exchange as companies there name their own. */
const inTokyo = /証券コード\s?[:：は]?\s?([0-9][0-9A-Z][0-9][0-9A-Z])(?![0-9A-Z])/gu

/** The codes by which a company of Tokyo's exchange is listed. */
export const tokyoStocksIn = (text: string): ReadonlyArray<BrandStock> =>
  [...text.matchAll(inTokyo)].map(([, ticker = ""]) => ({ ticker, exchange: "JPX" }))
