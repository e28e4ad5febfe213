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

const exchangeNamed = (text: string): string | null => {
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

/** Symbols with their exchanges in running text. */
export const stocksIn = (text: string): ReadonlyArray<BrandStock> =>
  [...text.matchAll(inText)].flatMap(([, place = "", code = ""]) => {
    const exchange = exchangeNamed(place)
    return exchange === null ? [] : [{ ticker: code.replace(/\.$/, ""), exchange }]
  })
