/**
 * Makes `packages/core/src/brands/domain/shippedBrands.ts`, the list of brands that ships, from three npm packages.
 *
 * `node scripts/brands/makeBrandList.ts FOLDER VERSION`, where FOLDER has the packages as `npm pack` gives them, unpacked under their
 * names: `simple-icons`, `third-party-web` and `top-sites`. None of them is a dependency: the list is kept, so that nobody needs
 * them but who makes it anew. A new list has a new version; installations take it in at their next search.
 *
 * **Details.** A brand is kept where its domain says its name: where the first label of the site that a package names for it is
 * the name without its spaces. A site that is visited much and that no package names, such as amazon.com, has the name that one of them
 * gives to another site, where its label says that name and no site that is visited more has the label. What remains is a seed, and right.
 */

import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fold, joinedName } from "../../packages/core/src/brands/domain/searchTerms.ts"
import { root } from "../workspace.ts"

const [folder, version = ""] = process.argv.slice(2)
if (folder === undefined || !/^[1-9]\d*$/.test(version)) {
  console.error("Usage: node scripts/brands/makeBrandList.ts FOLDER VERSION")
  process.exit(2)
}

const { getDomain } = createRequire(join(root, "packages/adapters/fetch/package.json"))("tldts") as {
  readonly getDomain: (url: string, options: object) => string | null
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"))

const versionOf = (name: string): string => (read(`${name}/package.json`) as { readonly version: string }).version

interface Icon {
  readonly title: string
  readonly source: string
  readonly aliases?: { readonly aka?: ReadonlyArray<string> }
}

interface Service {
  readonly name: string
  readonly company?: string
  readonly homepage?: string
  readonly totalOccurrences?: number
}

interface Site {
  readonly rank: number
  readonly rootDomain: string
}

interface Brand {
  name: string
  rank: number | null
  readonly aliases: Set<string>
}

const brands = new Map<string, Brand>()

const brandAt = (domain: string): Brand => {
  const known = brands.get(domain)
  if (known !== undefined) return known
  const made = { name: "", rank: null, aliases: new Set<string>() }
  brands.set(domain, made)
  return made
}

const domainOf = (address: string): string | null => getDomain(address, { allowPrivateDomains: true })

/** The name that a domain says, of those that it may have. */
const saidBy = (domain: string, names: ReadonlyArray<string | undefined>): string | undefined => {
  const label = fold(domain.split(".")[0] ?? "").replaceAll("-", "")
  return names.find((name) => name !== undefined && joinedName(name) === label)
}

const sites = read("top-sites/top-sites.json") as ReadonlyArray<Site>
for (const { rank, rootDomain } of sites) {
  const domain = domainOf(rootDomain)
  if (domain === null) continue
  const brand = brandAt(domain)
  brand.rank = Math.min(rank, brand.rank ?? rank)
}

const services = (read("third-party-web/dist/entities.json") as ReadonlyArray<Service>).toSorted(
  (a, b) => (b.totalOccurrences ?? 0) - (a.totalOccurrences ?? 0)
)
let nextRank = Math.max(...sites.map(({ rank }) => rank)) + 1
for (const { company, homepage = "", name, totalOccurrences = 0 } of services) {
  const domain = domainOf(homepage)
  const said = domain === null ? undefined : saidBy(domain, [name, company])
  if (domain === null || said === undefined) continue
  const brand = brandAt(domain)
  if (brand.name === "") brand.name = said
  if (brand.rank === null && totalOccurrences > 0) brand.rank = nextRank++
}

const icons = read("simple-icons/data/simple-icons.json") as ReadonlyArray<Icon>
for (const { aliases, source, title } of icons) {
  const domain = domainOf(source)
  if (domain === null || saidBy(domain, [title, ...(aliases?.aka ?? [])]) === undefined) continue
  const brand = brandAt(domain)
  if (brand.name !== "" && joinedName(brand.name) !== joinedName(title)) brand.aliases.add(brand.name)
  brand.name = title
  for (const alias of aliases?.aka ?? []) brand.aliases.add(alias)
}

const names = [...icons.map(({ title }) => title), ...services.flatMap(({ company, name }) => [name, company])]
const namedAfterLabel = new Map(
  names.flatMap((name) => (name === undefined ? [] : [[joinedName(name), name] as const])).toReversed()
)
/** Looked through by eye: their label is the name of another. */
const othersNames = new Set(["bit.ly", "go.com", "news.com.au", "windows.net"])
const labels = new Set<string>()
for (const { rank, rootDomain } of sites.toSorted((a, b) => a.rank - b.rank)) {
  const domain = domainOf(rootDomain)
  const label = fold(domain?.split(".")[0] ?? "").replaceAll("-", "")
  const brand = domain === null ? undefined : brands.get(domain)
  if (
    brand !== undefined &&
    brand.rank === rank &&
    brand.name === "" &&
    !labels.has(label) &&
    !othersNames.has(domain ?? "")
  )
    brand.name = namedAfterLabel.get(label) ?? ""
  labels.add(label)
}

const line = ([domain, { aliases, name, rank }]: [string, Brand]): string =>
  [domain, name, rank ?? "", ...aliases].join("\t").trimEnd()

const lines = [...brands]
  .toSorted(([a, x], [b, y]) => (x.rank ?? Infinity) - (y.rank ?? Infinity) || (a < b ? -1 : 1))
  .map(line)

const escaped = lines.join("\n").replace(/[\\`]|\$(?=\{)/g, "\\$&")
writeFileSync(
  join(root, "packages/core/src/brands/domain/shippedBrands.ts"),
  `/**
 * The list of brands that ships: a line has a domain, a name, a rank and further names, each after a tab.
 * \`scripts/brands/makeBrandList.ts\` makes this file; docs/reference/brand-data.md says what is in it.
 *
 * Sources:
 * - simple-icons ${versionOf("simple-icons")}, CC0 1.0: titles, other names and sites. The names are marks of their owners.
 * - third-party-web ${versionOf("third-party-web")}, MIT, Copyright (c) 2019 Patrick Hulce: names, sites, and how often they are met.
 * - top-sites ${versionOf("top-sites")}, MIT, Copyright © 2018 Kiko Beats: the first 500 domains.
 *
 * The MIT License: Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to
 * use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
 * Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall
 * be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
 * KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
 * IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
 * IN THE SOFTWARE.
 */

/** Of the list. */
export const shippedVersion = ${version}

export const shippedBrands = \`${escaped}
\`
`
)
const named = [...brands.values()].filter(({ name }) => name !== "").length
console.log(`${brands.size} brands, ${named} with a name, ${Math.round(escaped.length / 1_000)} kB`)
