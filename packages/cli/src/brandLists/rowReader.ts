/** What each list tells, row by row. */
import type { BrandListName } from "@kittiwake/core/brands/domain/BrandImport"
import {
  gleifColumns,
  gleifIsinRow,
  gleifRow,
  type ReadRow,
  type Registrable,
  rankRow,
  secRow,
  type TableRow
} from "@kittiwake/core/internal/brands/domain/listRows"
import { websiteMark, wikidataAnswerRow, wikidataItem } from "@kittiwake/core/internal/brands/domain/wikidataRow"
import type { ListKind } from "./listKind.ts"
import type { RowWants } from "./listRecords.ts"

const columnsOf: Readonly<Record<BrandListName, ReadonlyArray<string>>> = {
  gleif: gleifColumns,
  "gleif-isins": ["LEI", "ISIN"],
  majestic: ["GlobalRank", "Domain"],
  sec: [],
  tranco: ["rank", "domain"],
  umbrella: ["rank", "domain"],
  wikidata: [
    ...["item", "itemLabel", "itemDescription", "itemAltLabel", "website", "lei", "cik", "isin", "ticker", "exchange"],
    ...["country", "language", "logo"]
  ]
}

export const wantsOf = ({ list }: ListKind): RowWants => ({ mark: websiteMark, columns: new Set(columnsOf[list]) })

/** What a row of the list tells. */
export const rowReader = ({ format, list }: ListKind, registrable: Registrable): ((value: unknown) => ReadRow) => {
  if (format._tag === "Items") return (value) => wikidataItem(value, registrable)
  const ofTable = (read: (row: TableRow) => ReadRow) => (value: unknown) => read(value as TableRow)
  switch (list) {
    case "wikidata":
      return ofTable((row) => wikidataAnswerRow(row, registrable))
    case "gleif":
      return ofTable(gleifRow)
    case "gleif-isins":
      return ofTable(gleifIsinRow)
    case "sec":
      return ofTable(secRow)
    case "majestic":
    case "tranco":
    case "umbrella":
      return ofTable(rankRow(list, registrable))
  }
}
