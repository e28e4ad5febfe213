/** What data of a site costs, in credits (contract/extract-answers.md). */

/** However many pages it takes. @internal */
export const extractPrice = 10
