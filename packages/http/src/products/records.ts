/** What operations that extract products answer (contract/products.md). */
import {
  availabilities,
  billingFrequencies,
  type Product,
  platforms,
  pricingModels
} from "@kittiwake/core/products/domain/Product"
import { Schema } from "effect"
import { callFields } from "../Replies.ts"
import { CacheMetadata } from "../web/records.ts"

const Texts = Schema.Array(Schema.String)
const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const VariantRecord = Schema.Struct({
  attributes: Schema.Record(Schema.String, Schema.String),
  images: Texts,
  sku: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ProductVariant" })

export const ProductRecord = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  features: Texts,
  target_audience: Texts,
  tags: Texts,
  images: Texts,
  sku: Schema.NullOr(Schema.String),
  price: maybe(Schema.Finite),
  regular_price: maybe(Schema.Finite),
  currency: maybe(Schema.String),
  billing_frequency: maybe(Schema.Literals(billingFrequencies)),
  pricing_model: maybe(Schema.Literals(pricingModels)),
  availability: maybe(Schema.Literals(availabilities)),
  url: maybe(Schema.String),
  category: maybe(Schema.String),
  image_url: maybe(Schema.String),
  dimensions: Schema.optionalKey(Texts),
  variants: Schema.optionalKey(Schema.Array(VariantRecord))
}).annotate({ identifier: "Product" })

const rest = { partial: Schema.optionalKey(Schema.Literal(true)), cache_metadata: CacheMetadata, ...callFields }

export const ProductPageRecord = Schema.Struct({
  is_product_page: Schema.Boolean,
  platform: Schema.NullOr(Schema.Literals(platforms)),
  product: Schema.NullOr(ProductRecord),
  ...rest
}).annotate({ identifier: "ProductPage" })

export const ProductsRecord = Schema.Struct({ products: Schema.Array(ProductRecord), ...rest }).annotate({
  identifier: "Products"
})

const isThere = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

/** As it is answered. Of what was cut short a field that is not there says nothing: it is left out. */
export const productRecord = (product: Product, isPart: boolean): typeof ProductRecord.Type => {
  const { description, features, images, name, sku, tags, targetAudience } = product
  const more = {
    price: product.price,
    regular_price: product.regularPrice,
    currency: product.currency,
    billing_frequency: product.billingFrequency,
    pricing_model: product.pricingModel,
    availability: product.availability,
    url: product.url,
    category: product.category,
    image_url: product.imageUrl,
    dimensions: product.dimensions,
    variants: product.variants
  }
  const told: typeof more | Partial<typeof more> = isPart
    ? Object.fromEntries(Object.entries(more).filter(([, value]) => isThere(value)))
    : more
  return { name, description, features, target_audience: targetAudience, tags, images, sku, ...told }
}
