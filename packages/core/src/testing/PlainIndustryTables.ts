/** A dozen industries of each list, for tests. */
import { Effect, Layer } from "effect"
import type { IndustryScheme } from "../industries/domain/IndustryScheme.ts"
import type { Industry, IndustryTable } from "../industries/domain/IndustryTable.ts"
import { IndustryTables } from "../industries/IndustryTables.ts"

/** Code of each list, what is said of the industry, and who reviews its filings. */
const trades: ReadonlyArray<readonly [naics: string, sic: string, title: string, entries: string, office: string]> = [
  [
    "111110",
    "0116",
    "Soybean Farming",
    "Soybean farming, field and seed production",
    "Industrial Applications and Services"
  ],
  [
    "238220",
    "1711",
    "Plumbing, Heating, and Air-Conditioning",
    "Plumbers; Furnace installation; Plumbing contractors",
    "Office of Real Estate & Construction"
  ],
  ["311811", "5461", "Bakeries", "Bread; Pastries; Retail bakeries", "Office of Manufacturing"],
  ["312120", "2082", "Breweries", "Beer brewing; Malt beverages", "Office of Manufacturing"],
  ["423610", "5063", "Electrical Apparatus Wholesalers", "Wire and cable, wholesale", "Office of Trade & Services"],
  ["458210", "5661", "Shoe Stores", "Shoe stores; Boots; Sandals", "Office of Trade & Services"],
  ["513210", "7372", "Software Publishers", "Packaged software; Software publishers", "Office of Technology"],
  ["522110", "6021", "Commercial Banks", "Banks, commercial; Checking accounts", "Office of Finance"],
  ["541110", "8111", "Legal Services", "Lawyers' offices; Attorneys; Law firms", "Office of Trade & Services"],
  [
    "621210",
    "8021",
    "Offices of Dentists",
    "Dentists' offices; Dental surgeons",
    "Industrial Applications and Services"
  ],
  ["721110", "7011", "Hotels and Motels", "Hotels; Motels", "Office of Real Estate & Construction"],
  ["722511", "5812", "Restaurants", "Restaurants, full service; Eating places", "Office of Trade & Services"]
]

const groupNames: Readonly<Record<string, string>> = {
  "01": "Agricultural Production Crops",
  "17": "Construction Special Trade Contractors",
  "20": "Food and Kindred Products",
  "50": "Wholesale Trade-Durable Goods",
  "54": "Food Stores",
  "56": "Apparel and Accessory Stores",
  "58": "Eating and Drinking Places",
  "60": "Depository Institutions",
  "70": "Hotels and Other Lodging Places",
  "73": "Business Services",
  "80": "Health Services",
  "81": "Legal Services"
}

const tableOf = (scheme: IndustryScheme): IndustryTable => {
  const industries = trades
    .map(([naics, sic, title, entries, office]): Industry => {
      const said = { title, description: "", entries: entries.split("; ") }
      if (scheme === "naics_2022") return { code: naics, ...said }
      return scheme === "original_sic"
        ? { code: sic, ...said }
        : { code: sic, title, description: "", entries: [], office }
    })
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  const groups = new Map(industries.map(({ code, title }) => [code.slice(0, 2), groupNames[code.slice(0, 2)] ?? title]))
  return { industries, groups }
}

export const layer: Layer.Layer<IndustryTables> = Layer.succeed(
  IndustryTables,
  IndustryTables.of({ read: (scheme) => Effect.sync(() => tableOf(scheme)) })
)
