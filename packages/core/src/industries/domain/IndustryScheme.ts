/** The lists of industries that sites are given codes of (contract/design-industry.md §4, §5). */

/**
 * `naics_2022`: the North American Industry Classification System. `original_sic`: the Standard Industrial Classification as
 * its manual of 1987 has it. `latest_sec`: what the Securities and Exchange Commission made of that.
 */
export type IndustryScheme = "naics_2022" | "original_sic" | "latest_sec"

/** Lists by which `sic` may be asked for. @internal */
export const sicLists = ["original_sic", "latest_sec"] as const

/** @internal */
export const industrySchemes = ["naics_2022", ...sicLists] as const

/** Digits of a code. @internal */
export const digitsOf = (scheme: IndustryScheme): number => (scheme === "naics_2022" ? 6 : 4)

/** Most codes of an answer. @internal */
export const maxCodes = 10
/** How many there are at most, and at least, unless somebody says otherwise. @internal */
export const defaultMaxCodes = 5
/** @internal */
export const defaultMinCodes = 1
