/** Marketplaces, by their hosts, and what their pages call the parts of a product. */
import type { ExtractRule } from "../../pages/domain/ExtractRules.ts"
import type { Platform } from "./Product.ts"

const hosts: ReadonlyArray<readonly [Platform, RegExp]> = [
  [
    "amazon",
    /(?:^|\.)amazon\.(?:com|ca|cn|in|it|de|es|fr|nl|se|pl|sg|ae|sa|eg|ie|com\.(?:au|be|br|mx|tr)|co\.(?:jp|uk|za))$/
  ],
  ["etsy", /(?:^|\.)etsy\.com$/],
  ["tiktok_shop", /(?:^|\.)tiktok\.com$/]
]

/** The marketplace that a page is on, else `generic`. @internal */
export const platformOf = (url: string): Platform => {
  const { hostname } = new URL(url)
  return hosts.find(([, pattern]) => pattern.test(hostname))?.[0] ?? "generic"
}

const ids: { readonly [P in Platform]?: RegExp } = {
  amazon: /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?]|$)/,
  etsy: /\/listing\/(\d{5,})(?:[/?]|$)/,
  tiktok_shop: /\/product\/(\d{5,})(?:[/?]|$)/
}

/** What the marketplace calls the product in its address; null where the address is that of no product. @internal */
export const marketplaceId = (platform: Platform, url: string): string | null => ids[platform]?.exec(url)?.[1] ?? null

const text = (selector: string): ExtractRule => ({ selector, type: "item", output: { _tag: "Text" } })
const texts = (selector: string): ExtractRule => ({ ...text(selector), type: "list" })
const attribute = (selector: string, name: string): ExtractRule => ({
  selector,
  type: "item",
  output: { _tag: "Attribute", name }
})

const rules: { readonly [P in Platform]: ReadonlyArray<readonly [string, ExtractRule]> } = {
  amazon: [
    ["name", text("#productTitle")],
    [
      "price",
      text(
        ".priceToPay .a-offscreen, #corePrice_feature_div .a-price:not(.a-text-price) .a-offscreen, #corePriceDisplay_desktop_feature_div .a-price:not(.a-text-price) .a-offscreen, #priceblock_ourprice"
      )
    ],
    [
      "regularPrice",
      text(".basisPrice .a-offscreen, #corePriceDisplay_desktop_feature_div .a-text-price .a-offscreen, #listPrice")
    ],
    ["availability", text("#availability")],
    ["sku", attribute("input#ASIN, input[name=ASIN]", "value")],
    ["features", texts("#feature-bullets li")],
    ["description", text("#productDescription")],
    ["image", attribute("#landingImage[data-old-hires]", "data-old-hires")],
    ["imageSmall", attribute("#landingImage", "src")],
    ["categories", texts("#wayfinding-breadcrumbs_feature_div a")]
  ],
  etsy: [
    ["name", text("h1[data-buy-box-listing-title]")],
    ["price", text("[data-buy-box-region=price] p:not([class*=strikethrough])")],
    ["regularPrice", text("[data-buy-box-region=price] [class*=strikethrough]")]
  ],
  tiktok_shop: [],
  generic: []
}

/** @internal */
export const marketplaceRules = (platform: Platform): ReadonlyArray<readonly [string, ExtractRule]> =>
  rules[platform].map(([field, rule]) => [`market.${field}`, rule])
