/** What a page sells, as it says it itself (contract/products.md). What is not published is null or empty. */

export type Platform = "amazon" | "tiktok_shop" | "etsy" | "generic"

export type Availability =
  | "in_stock"
  | "out_of_stock"
  | "limited_availability"
  | "preorder"
  | "backorder"
  | "made_to_order"
  | "discontinued"

export type BillingFrequency = "monthly" | "yearly" | "one_time" | "usage_based"

export type PricingModel = "per_seat" | "flat" | "tiered" | "freemium" | "custom"

/** @internal */
export const platforms = ["amazon", "tiktok_shop", "etsy", "generic"] as const satisfies ReadonlyArray<Platform>

/** @internal */
export const availabilities = [
  "in_stock",
  "out_of_stock",
  "limited_availability",
  "preorder",
  "backorder",
  "made_to_order",
  "discontinued"
] as const satisfies ReadonlyArray<Availability>

/** @internal */
export const billingFrequencies = [
  "monthly",
  "yearly",
  "one_time",
  "usage_based"
] as const satisfies ReadonlyArray<BillingFrequency>

/** @internal */
export const pricingModels = [
  "per_seat",
  "flat",
  "tiered",
  "freemium",
  "custom"
] as const satisfies ReadonlyArray<PricingModel>

/** One of the forms in which a product comes; a plan, of software. */
export interface Variant {
  readonly attributes: { readonly [name: string]: string }
  readonly images: ReadonlyArray<string>
  readonly sku: string | null
  readonly url: string | null
}

export interface Product {
  readonly name: string
  readonly description: string
  readonly features: ReadonlyArray<string>
  readonly targetAudience: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly images: ReadonlyArray<string>
  readonly sku: string | null
  readonly price: number | null
  /** What it cost before a discount that is shown. */
  readonly regularPrice: number | null
  /** Three letters, as ISO 4217 has them. */
  readonly currency: string | null
  readonly billingFrequency: BillingFrequency | null
  readonly pricingModel: PricingModel | null
  readonly availability: Availability | null
  readonly url: string | null
  readonly category: string | null
  readonly imageUrl: string | null
  readonly dimensions: ReadonlyArray<string>
  readonly variants: ReadonlyArray<Variant>
}

/** Most of each that a product has. @internal */
export const mostOf = { images: 7, features: 30, audience: 20, tags: 30, dimensions: 20, variants: 100 } as const

/** Most products of one answer. @internal */
export const maxProducts = 12
