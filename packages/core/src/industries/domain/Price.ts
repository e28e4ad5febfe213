/** What industries cost, in credits (contract/design-industry.md §4, §5). */

/** The codes of one company. @internal */
export const industryPrice = 10
