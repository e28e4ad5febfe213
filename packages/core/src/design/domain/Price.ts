/** What style guides and fonts cost, in credits (contract/design-industry.md §1, §2). */

/** @internal */
export const styleGuidePrice = 10
/** @internal */
export const fontsPrice = 5
