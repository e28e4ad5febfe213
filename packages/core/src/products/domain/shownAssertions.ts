/** What a page shows of the product to whoever looks at it, and what its `meta` elements say. */
import { isCurrencyCode } from "../../extraction/domain/currencyCodes.ts"
import { isProse } from "../../extraction/domain/leftValues.ts"
import { readCurrency } from "../../extraction/domain/readCurrency.ts"
import { stockOfAll, stockOfForm } from "../../extraction/domain/readStatus.ts"
import type { Assertion, AssertionSource, Assertions } from "./Assertion.ts"
import { plainText } from "./Assertion.ts"
import { isToBuy } from "./isToBuy.ts"
import { metaOf, type ProductPage } from "./ProductPage.ts"
import { readAvailability } from "./readAvailability.ts"
import { readAmount } from "./readOffers.ts"
import { shownPrices } from "./shownPrices.ts"
import { textIn, textsIn } from "./shownRules.ts"
import { shownVariants } from "./shownVariants.ts"
import { addressOf, typesOf } from "./Thing.ts"

const asserted =
  (source: AssertionSource) =>
  <A>(value: A | null | undefined, place: string, weight: number): ReadonlyArray<Assertion<A>> =>
    value === null || value === undefined ? [] : [{ value, source, place, weight }]

const inMeta = asserted("metadata")
const inMarket = asserted("markup")
const inText = asserted("text")

/** A title without the name of the site behind it. */
const withoutSite = (title: string | null, siteName: string | undefined): string | null => {
  if (title === null) return null
  const [, own = title] = /^(.{3,200}?)\s+(?:[|·–—:]|-)\s+[^|·–—]{2,60}$/u.exec(title) ?? []
  return siteName !== undefined && plainText(own) === plainText(siteName) ? title : own
}

/** What `meta` elements say. @internal */
export const metaAssertions = (page: ProductPage): Partial<Assertions> => {
  const { locale, metadata, url } = page
  const saleText = metaOf(page, "product:sale_price:amount")
  const priceText = metaOf(page, "product:price:amount", "og:priceAmount")
  const sale = readAmount(saleText, locale)
  const price = readAmount(priceText, locale)
  const currency = metaOf(page, "product:price:currency", "og:priceCurrency")?.toUpperCase() ?? ""
  const keywords = metadata.keywords ?? []
  return {
    name: [
      ...inMeta(withoutSite(metaOf(page, "og:title"), metadata.siteName), "og:title", 0.5),
      ...inMeta(withoutSite(metadata.title ?? null, metadata.siteName), "title", 0.2)
    ],
    description: inMeta(metadata.description, "description", 0.5),
    price: inMeta(sale ?? price, "product:price:amount", 0.7),
    regularPrice: [
      ...(sale === null ? [] : inMeta(price, "product:price:amount", 0.7)),
      ...inMeta(readAmount(metaOf(page, "product:original_price:amount"), locale), "product:original_price:amount", 0.7)
    ],
    currency: isCurrencyCode(currency) ? inMeta(currency, "product:price:currency", 0.7) : [],
    availability: inMeta(metaOf(page, "product:availability", "og:availability"), "product:availability", 0.6),
    sku: inMeta(metaOf(page, "product:retailer_item_id", "product:retailer_part_no"), "product:retailer_item_id", 0.5),
    category: inMeta(metaOf(page, "product:category"), "product:category", 0.5),
    images: inMeta(addressOf(metadata.image ?? null, url), "og:image", 0.6),
    tags: keywords.flatMap((one) => inMeta(one, "keywords", 0.3))
  }
}

/** What the parts say that a marketplace calls its own way. @internal */
export const marketAssertions = (page: ProductPage): Partial<Assertions> => {
  const { locale, marketplaceId, platform, shown, url } = page
  if (platform === "generic") return {}
  const said = (field: string) => textIn(shown, `market.${field}`)
  const listed = (field: string) => textsIn(shown, `market.${field}`)
  const priceText = said("price")
  const features = listed("features")
  return {
    name: inMarket(said("name"), "name", 1),
    description: inMarket(said("description"), "description", 1),
    price: inMarket(readAmount(priceText, locale), "price", 1),
    regularPrice: inMarket(readAmount(said("regularPrice"), locale), "list price", 1),
    currency: inMarket(priceText === null ? null : readCurrency(priceText, locale), "price", 1),
    availability: inMarket(said("availability"), "availability", 1),
    sku: inMarket(said("sku") ?? marketplaceId, "id", 1),
    category: inMarket(listed("categories").at(-1), "categories", 1),
    images: inMarket(addressOf(said("image") ?? said("imageSmall"), url), "picture", 1),
    features: features.length > 0 ? inMarket(features, "features", 1) : []
  }
}

const skuName =
  /^(?:skus?|art(?:ikel|icle)?[-. ]*(?:nr|nummer|no|number)\.?|item (?:no|number|#|code)\.?|product (?:code|number|no)\.?|ref(?:erence)?\.?|réf(?:érence)?\.?|referencia|codice(?: articolo)?|kod(?: produktu)?|asin|mpn|isbn|part (?:no|number)\.?|品番|商品番号|型号)$/iu
const featureName =
  /feature|highlight|benefit|merkmal|eigenschaft|vorteile|caractéristique|points forts|atouts|característica|ventajas|caratteristiche|kenmerk|voordelen|cechy|destaques|特長|特徴|特点/iu
const descriptionName =
  /^(?:(?:product|item|short|long|full)[\s_-]?)?(?:description|beschreibung|produktbeschreibung|descripci[oó]n|descrizione|descrição|omschrijving|productomschrijving|opis|beskrivning|beskrivelse|商品説明|商品描述)$/iu
const sizeName =
  /dimension|\bsize\b|height|width|depth|length|weight|diameter|capacity|volume|abmessung|maße|höhe|breite|tiefe|länge|gewicht|durchmesser|inhalt|hauteur|largeur|profondeur|longueur|poids|\balto\b|ancho|\blargo\b|\bpeso\b|medidas|altezza|larghezza|profondità|lunghezza|misure|hoogte|diepte|lengte|afmeting|wymiary|wysokość|szerokość|waga|altura|largura|サイズ|寸法|重量|高さ|尺寸/iu
const audienceName =
  /^(?:(?:ideal|suitable|made|perfect|best|recommended) for|for whom|target (?:group|audience)|geeignet für|zielgruppe|pour qui|para quién|per chi|voor wie)$/iu

const measured = /\d\s?(?:\p{L}|["″'′%])/u

/** Lists of forms that are looked at. */
const mostLists = 60

/** Short lines that say whether it can be had; a button says it too. */
const availabilityShown = (page: ProductPage): ReadonlyArray<Assertion<string>> => {
  const whole = `${page.names.heading ?? ""}\n${page.names.title ?? ""}`
  const speaks = (one: string) => readAvailability(one) !== null && stockOfForm(one, whole) === null
  const said = page.sheet.facts
    .filter(
      ({ context, name, source }) =>
        /^(?:availability|stock|lieferung|verfügbarkeit|disponib)/iu.test(name) &&
        source !== "state" &&
        source !== "json-ld" &&
        source !== "microdata" &&
        source !== "metadata" &&
        !/\blisted\b/.test(context)
    )
    .map(({ value }) => String(value))
  const line = page.lines.slice(0, 60).find((one) => one.length <= 90 && speaks(one))
  const buttons = [...textsIn(page.shown, "buttons"), ...textsIn(page.shown, "inputs")].slice(0, 40)
  const button = buttons.find((one) => one.length <= 40 && readAvailability(one) !== null)
  return [
    ...inText(said.find(speaks), "text", 0.5),
    ...inText(line, "text", 0.55),
    ...inText(button, "button", 0.45),
    ...inText(
      page.sheet.lists.slice(0, mostLists).flatMap(({ values }) => stockOfAll(values, whole) ?? [])[0],
      "choices",
      0.4
    )
  ]
}

/** A breadcrumb leads through categories to the product itself. */
const crumbCategory = (page: ProductPage, name: string): string | null => {
  const written = page.sheet.things?.find(({ said }) => typesOf(said).includes("BreadcrumbList"))
  const elements: ReadonlyArray<unknown> = Array.isArray(written?.said.itemListElement)
    ? written.said.itemListElement
    : []
  const linked = elements.flatMap((one) => {
    const { item, name: own } = Object(one) as { readonly item?: unknown; readonly name?: unknown }
    const text = own ?? Object(item).name
    return typeof text === "string" ? [text.trim()] : []
  })
  const crumbs = linked.length > 0 ? linked : textsIn(page.shown, "crumbs")
  // The first leads home.
  return (
    crumbs.slice(1).findLast((one) => one !== "" && plainText(one) !== plainText(name)) ??
    (linked.length === 0 ? null : (crumbs.find((one) => plainText(one) !== plainText(name) && !isHome(one)) ?? null))
  )
}

const isHome = (text: string): boolean =>
  /^(?:home|homepage|start(?:seite)?|accueil|inicio|início|strona główna)$/iu.test(text)

const pictures = ({ images }: ProductPage, name: string): ReadonlyArray<string> => {
  const words = plainText(name)
    .split(" ")
    .filter((word) => word.length > 2)
  if (words.length === 0) return []
  return images
    .filter(({ alt, element, type }) => {
      if (type !== "url" || element !== "img" || alt === null) return false
      const said = new Set(plainText(alt).split(" "))
      return words.filter((word) => said.has(word)).length >= words.length * 0.6
    })
    .map(({ src }) => src)
}

/** Where the lowest of several prices is shown: `from $12 to $48`. @internal */
export const lowestPrice = "lowest price"

/** What the page shows that it asks, and whether it can be had. @internal */
export const askedAssertions = (page: ProductPage): Partial<Assertions> => {
  const prices = shownPrices(page)
  const now = prices.find(({ isFormer }) => !isFormer)
  const before = prices.find(({ amount, isFormer }) => isFormer && (now === undefined || amount > now.amount))
  return {
    price: inText(now?.amount, now?.isLow === true ? lowestPrice : "price", 0.6),
    regularPrice: inText(before?.amount, "old price", 0.6),
    currency: inText(now?.currency ?? before?.currency, "price", 0.5),
    frequency: inText(now?.frequency, "price", 0.5),
    availability: availabilityShown(page)
  }
}

/** Lines below a heading that are read as a description, and characters of them. */
const mostDescribed = { lines: 8, characters: 2_000 } as const

/** What stands below a heading that says that it describes the product. */
const describedBelow = ({ lines, sheet: { headings = [] } }: ProductPage): string | null => {
  const at = headings.findIndex(({ level, line }) => level > 0 && descriptionName.test((lines[line] ?? "").trim()))
  const heading = headings[at]
  if (heading === undefined) return null
  const end = Math.min(headings[at + 1]?.line ?? lines.length, heading.line + 1 + mostDescribed.lines)
  const said = lines.slice(heading.line + 1, end)
  const button = said.findIndex(isToBuy)
  const text = said.slice(0, button < 0 ? said.length : button).join(" ")
  return isProse(text) ? text.slice(0, mostDescribed.characters) : null
}

/** What the page shows, once it is known what the product is called. @internal */
export const shownAssertions = (page: ProductPage, name: string): Partial<Assertions> => {
  const { sheet } = page
  const stated = sheet.facts.filter(
    ({ context, source }) =>
      (source === "pair" || source === "table" || source === "text") && !/\blisted\b/.test(context)
  )
  const sku = stated.find(
    (fact) => skuName.test(fact.name.trim()) && String(fact.value).length <= 60 && /\d|[A-Z]/.test(String(fact.value))
  )
  const features = sheet.lists.find(
    (list) =>
      (list.source === "list" || list.source === "block" || list.source === "text") &&
      featureName.test(`${list.name} ${list.context}`)
  )
  const description = stated.find(({ name, value }) => descriptionName.test(name.trim()) && /\s/.test(String(value)))
  const variants = shownVariants(page)
  return {
    ...askedAssertions(page),
    description: inText(
      description === undefined ? describedBelow(page) : String(description.value),
      "description",
      0.4
    ),
    sku: inText(sku === undefined ? null : String(sku.value), "sku", 0.5),
    category: inText(crumbCategory(page, name), "breadcrumb", 0.7),
    images: pictures(page, name).flatMap((one) => inText(one, "picture", 0.4)),
    features: features === undefined ? [] : inText(features.values, features.name, 0.5),
    audience: stated
      .filter((fact) => audienceName.test(fact.name.trim()))
      .flatMap(({ name: place, value }) => inText(String(value), place, 0.5)),
    dimensions: stated
      .filter(
        (fact) =>
          (fact.source === "pair" || fact.source === "table") &&
          fact.name.length <= 60 &&
          sizeName.test(fact.name) &&
          measured.test(String(fact.value)) &&
          String(fact.value).length <= 80
      )
      .flatMap((fact) => inText(`${fact.name.replace(/(?<!\s)\s*[:：]\s*$/u, "")}: ${fact.value}`, fact.name, 0.5)),
    variants: variants.length > 1 ? inText(variants, "choices", 0.4) : []
  }
}
