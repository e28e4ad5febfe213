/** Whom the data of a site is of: the thing that its start is of, as its title, its address and what it writes for programs call it. */

import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { ObjectShape } from "./DataShape.ts"
import type { FactSheet } from "./FactSheet.ts"
import { fieldsOf } from "./fieldNames.ts"
import { type Subject, subjectOf, withNames } from "./ofWhom.ts"

/** Names that are looked for, and words of one. */
const most = { names: 6, words: 5 } as const

/** What titles have beside names. */
const parts = /(?<!\s)\s+[|–—·:»-]\s+|(?:(?<!\s)\s+)?[|»]\s*/u

const isName = (text: string): boolean => /^\p{Lu}|^\p{N}/u.test(text) && text.split(/\s+/).length <= most.words

const ofCompany = /^(?:organization|corporation|localbusiness|website|onlinestore|ngo|educationalorganization)\b/i

const siteNamesOf = ({ facts, title }: FactSheet): ReadonlyArray<string> => {
  const said = facts.filter(
    ({ context, name, source }) =>
      (/^(?:name|legalName)$/.test(name) && source === "json-ld" && ofCompany.test(context)) ||
      (source === "metadata" && /^(?:og:)?site[_ ]?name$/i.test(name))
  )
  const all = [...said.map(({ value }) => String(value)), ...(title ?? "").split(parts)]
  return [...new Set(all.map((name) => name.trim()))].filter(isName).slice(0, most.names)
}

/** Whether an address is that of the first page of a site. @internal */
export const isHome = (url: string): boolean => /^\/?$/.test(parseUrl(url)?.pathname ?? "")

/** Names of whose pages these are, in lower case: those that the first page of a site has, or several of its pages. @internal */
export const ownersOf = (sheets: ReadonlyArray<FactSheet>): ReadonlySet<string> => {
  const counted = new Map<string, number>()
  for (const sheet of sheets) {
    const weight = isHome(sheet.url) ? 2 : 1
    for (const name of new Set(siteNamesOf(sheet).map((one) => one.toLowerCase())))
      counted.set(name, (counted.get(name) ?? 0) + weight)
  }
  return new Set([...counted].flatMap(([name, count]) => (count > 1 ? [name] : [])))
}

/** What is asked of a site in words, with the addresses of its hosts, which may say everything of themselves. @internal */
export const siteTask = (instructions: string, sheets: ReadonlyArray<FactSheet>): string =>
  [instructions, ...new Set(sheets.flatMap(({ url }) => parseUrl(url)?.origin ?? []))].join(" ").trim()

/** @internal */
export const siteSubject = (instructions: string, shape: ObjectShape, sheets: ReadonlyArray<FactSheet>): Subject => {
  const hosts = [...new Set(sheets.flatMap(({ url }) => parseUrl(url)?.host ?? []))]
  const sites = hosts.map((host) => ({ host, urls: [] }))
  const [start] = sheets
  return withNames(subjectOf(instructions, fieldsOf(shape), sites), start === undefined ? [] : siteNamesOf(start))
}
