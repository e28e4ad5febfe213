/** What products cost, in credits (contract/products.md). */

/** One page, or the catalogue of a site. @internal */
export const productPrice = 10
