/** What is asked of products, as the core takes it: every door maps here. */

import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import { maxProducts } from "@kittiwake/core/products/domain/Product"
import type { ProductsRequest } from "@kittiwake/core/products/Products"
import { Effect } from "effect"
import { ZeroRetentionNotSupported } from "../errors.ts"
import type { CallInput } from "../web/call.ts"
import { type SiteOrPageAsked, siteOrPage } from "../web/siteOrPage.ts"

/** Seven days: prices are not what they were. */
const defaultProductAgeMillis = 604_800_000

/** What is said of the call; how old pages may be where nobody says it. */
export const withProductAge = <I extends CallInput>(input: I): I & { readonly maxAgeMs: number } => ({
  ...input,
  maxAgeMs: input.maxAgeMs ?? defaultProductAgeMillis
})

interface ProductsAsked extends SiteOrPageAsked {
  readonly maxProducts?: number
}

/** Fails where nothing may be kept: a search keeps what it reads. */
export const keepsPages = ({ zdr }: Pick<CallInput, "zdr">) =>
  zdr === "enabled" ? Effect.fail(new ZeroRetentionNotSupported()) : Effect.void

/** The site or the page to start from, and how many products are wanted. */
export const productsRequest = ({
  maxProducts: most = maxProducts,
  ...asked
}: ProductsAsked): Effect.Effect<ProductsRequest, InvalidInput> =>
  Effect.map(siteOrPage(asked), (start) => ({ start, maxProducts: most }))
