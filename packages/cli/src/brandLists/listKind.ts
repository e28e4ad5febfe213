/** What a list is, told by how it begins. */
import type { BrandListName } from "@kittiwake/core/brands/domain/BrandImport"
import type { Registrable } from "@kittiwake/core/internal/brands/domain/listRows"

/** How a list is written: an item a line, a table, or one document with rows at one of its places. */
export type ListFormat =
  | { readonly _tag: "Items" }
  | { readonly _tag: "Table"; readonly heading: boolean }
  | { readonly _tag: "Document"; readonly place: string }

export interface ListKind {
  readonly list: BrandListName
  readonly format: ListFormat
}

const ranks = /^\s*\d+\s*,\s*[^\s,/]+\.?[^\s,/]*\s*$/

const table = (list: BrandListName, heading = true): ListKind => ({ list, format: { _tag: "Table", heading } })

const document = (list: BrandListName, place: string): ListKind => ({ list, format: { _tag: "Document", place } })

const ofJson = (head: string): ListKind | null => {
  if (/^\s*\[?\s*\{\s*"(?:type|id|pageid|ns|title|labels)"\s*:/.test(head) && /"(?:claims|labels)"\s*:/.test(head)) {
    return { list: "wikidata", format: { _tag: "Items" } }
  }
  if (/^\s*\{\s*"head"\s*:\s*\{\s*"vars"/.test(head)) return document("wikidata", "$.results.bindings.*")
  if (/^\s*\{\s*"fields"\s*:\s*\[\s*"cik"/.test(head)) return document("sec", "$.data.*")
  if (/^\s*\{\s*"\d+"\s*:\s*\{\s*"cik_str"/.test(head)) return document("sec", "$.*")
  return null
}

/** Lists of hosts have many that are below a registered name; lists of names have few. */
const isOfHosts = (lines: ReadonlyArray<string>, registrable: Registrable): boolean => {
  const hosts = lines.map((line) => line.split(",")[1]?.trim() ?? "")
  return hosts.filter((host) => registrable(host) !== host).length > hosts.length / 5
}

const ofTable = (head: string, registrable: Registrable): ListKind | null => {
  const [first = "", ...others] = head.replace(/^\ufeff/, "").split(/\r?\n/)
  const names = first.split(",").map((name) => name.replaceAll('"', "").trim())
  if (names.includes("LEI") && names.includes("Entity.LegalName")) return table("gleif")
  if (names.includes("LEI") && names.includes("ISIN")) return table("gleif-isins")
  if (names.includes("GlobalRank") && names.includes("Domain")) return table("majestic")
  if (names.includes("item") && names.includes("website")) return table("wikidata")
  const lines = [first, ...others.slice(0, -1)].filter((line) => line !== "")
  const [seen, ranked] = [lines.slice(0, 20), lines.slice(0, 20).filter((line) => ranks.test(line))]
  if (!ranks.test(first) || ranked.length * 2 < seen.length) return null
  return table(isOfHosts(lines, registrable) ? "umbrella" : "tranco", false)
}

/** What the list is; null when it is none that is known. */
export const listKind = (head: Buffer, registrable: Registrable): ListKind | null => {
  const text = head.toString("utf8")
  return ofJson(text) ?? ofTable(text, registrable)
}

/** The same for whoever says which list it is: that decides where it begins as another does. */
export const namedKind = (list: BrandListName, found: ListKind | null): ListKind | null => {
  if (found === null || found.list === list) return found
  const isRank = (name: BrandListName) => name === "tranco" || name === "umbrella"
  return isRank(list) && isRank(found.list) ? { ...found, list } : null
}
