/** What competitors cost, in credits (contract/design-industry.md §3). */

/** Those of one company. @internal */
export const competitorsPrice = 10
