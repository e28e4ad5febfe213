/** Which of the things on a page is what it is about. */

import type { PageThing } from "../../extraction/domain/FactSheet.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { plainText } from "./Assertion.ts"
import { addressOf, isThing, type Thing, textUnder, thingsOf, typesOf } from "./Thing.ts"

const goods = /^(?:Product|ProductGroup|ProductModel|IndividualProduct|SomeProducts|Vehicle|Car|Motorcycle)$/
const software = /^(?:SoftwareApplication|WebApplication|MobileApplication|VideoGame)$/
const holders = /^(?:WebPage|ItemPage|ProductPage|AboutPage)$/
const texts = /^(?:Article|BlogPosting|NewsArticle|TechArticle|Review|CriticReview|Recipe|Event|MusicEvent|JobPosting)$/
const lists = /^(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)$/

export interface OwnThing {
  readonly source: PageThing["source"]
  readonly said: Thing
  readonly isSoftware: boolean
}

const isOf = (thing: Thing, pattern: RegExp): boolean => typesOf(thing).some((type) => pattern.test(type))

/** Things at the top, and what pages say that they are about. */
const atTop = (things: ReadonlyArray<PageThing>): ReadonlyArray<OwnThing> =>
  things.flatMap(({ said, source }) => {
    const all = isOf(said, holders) ? [said, ...thingsOf(said.mainEntity)] : [said]
    return all.flatMap((one) => {
      const isSoftware = isOf(one, software)
      return source === "state" || isSoftware || isOf(one, goods) ? [{ source, said: one, isSoftware }] : []
    })
  })

/** What a page calls itself. */
export interface PageNames {
  readonly url: string
  readonly canonicalUrl: string | null
  readonly heading: string | null
  readonly title: string | null
}

const pathOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.replace(/\/$/, "")}`
}

/** @internal */
export const nameOf = ({ said }: OwnThing): string | null =>
  textUnder(said, "name", "title", "productName") ??
  (isThing(said.product_base) ? textUnder(said.product_base, "title", "name") : null)

/** What the thing says its addresses are. */
const addressesOf = ({ said }: OwnThing, { url }: PageNames): ReadonlyArray<string> =>
  [said.url, said["@id"], thingsOf(said.offers)[0]?.url].flatMap((one) =>
    typeof one === "string" ? (addressOf(one, url) ?? []) : []
  )

/** Another thing than the page: it is at other addresses, and shares no word with what the page calls itself. */
const isOther = (thing: OwnThing, names: PageNames): boolean => {
  const wordsOf = (text: string | null) =>
    plainText(text ?? "")
      .split(" ")
      .filter((word) => word !== "")
  const own = [...wordsOf(names.heading), ...wordsOf(names.title)]
  const called = wordsOf(nameOf(thing))
  const elsewhere = addressesOf(thing, names).map((one) => new URL(one).pathname)
  const here = [names.url, names.canonicalUrl ?? names.url].flatMap((one) => parseUrl(one, names.url)?.pathname ?? [])
  return (
    own.length > 0 &&
    called.length > 0 &&
    !called.some((word) => own.includes(word)) &&
    elsewhere.length > 0 &&
    !elsewhere.some((path) => here.includes(path))
  )
}

/** How surely the thing is that of the page: by its address, by its name. */
const nearness = (thing: OwnThing, names: PageNames): number => {
  const own = [names.url, names.canonicalUrl].flatMap((url) => (url === null ? [] : [pathOf(url)]))
  const isHere = addressesOf(thing, names).some((url) => own.includes(pathOf(url)))
  const name = plainText(nameOf(thing) ?? "")
  if (name === "") return 0
  const [heading, title] = [plainText(names.heading ?? ""), plainText(names.title ?? "")]
  const isCalledSo =
    name === heading ? 3 : ` ${title} `.includes(` ${name} `) || ` ${heading} `.includes(` ${name} `) ? 2 : 0
  return (isHere ? 3 : 0) + isCalledSo
}

/** The things that are what the page is about, the surest first. State must be called as the page is: it may hold anything. @internal */
export const ownThings = (things: ReadonlyArray<PageThing>, names: PageNames): ReadonlyArray<OwnThing> => {
  const isWritten = ({ isSoftware, source }: OwnThing) => source !== "state" && !isSoftware
  const scored = atTop(things).map((thing) => ({ thing, near: nearness(thing, names) }))
  const written = scored.filter(({ thing }) => isWritten(thing))
  const best = Math.max(0, ...written.map(({ near }) => near))
  const from = (source: PageThing["source"]) => written.filter(({ thing }) => thing.source === source).length
  const count = { "json-ld": from("json-ld"), microdata: from("microdata"), state: 0 }
  return scored
    .filter(({ near, thing }) => {
      if (thing.source === "state") return near >= 2
      if (thing.isSoftware) return true
      // What stands alone is what the page is about, whatever either is called, unless it is at another address.
      return count[thing.source] === 1
        ? near >= best && (near > 0 || !isOther(thing, names))
        : near > 0 && near === best
    })
    .toSorted((one, other) => other.near - one.near)
    .map(({ thing }) => thing)
}

/** Whether the page says that it is a text, an event, or the like. @internal */
export const isSaidToBeText = (things: ReadonlyArray<PageThing>): boolean =>
  things.some(({ said, source }) => source !== "state" && isOf(said, texts))

/** Products that the page lists, and whether it says that it is a list. @internal */
export const listOf = (
  things: ReadonlyArray<PageThing>,
  url: string
): { readonly isList: boolean; readonly urls: ReadonlyArray<string> } => {
  const written = things.filter(({ source }) => source !== "state")
  const elements = written.flatMap(({ said }) =>
    isOf(said, lists)
      ? thingsOf([...thingsOf(said.mainEntity), said].flatMap((one) => thingsOf(one.itemListElement)))
      : []
  )
  const items = elements.map((one) => (isThing(one.item) ? one.item : one))
  const products = items.filter((one) => isOf(one, goods))
  const urls = items.flatMap((one, index) => {
    const said = typeof elements[index]?.item === "string" ? elements[index].item : (one.url ?? one["@id"])
    return typeof said === "string" ? (addressOf(said, url) ?? []) : []
  })
  const isSaid = written.some(({ said }) => isOf(said, /^(?:CollectionPage|SearchResultsPage)$/))
  const several = written.filter(({ said }) => isOf(said, goods)).length
  return { isList: isSaid || products.length > 1 || several > 3, urls }
}
