/** How long ago something may have been published. */

export const searchWindows = ["last_24_hours", "last_week", "last_month", "last_year"] as const

export type SearchWindow = (typeof searchWindows)[number]

/** Days of each. @internal */
export const windowDays: { readonly [W in SearchWindow]: number } = {
  last_24_hours: 1,
  last_week: 7,
  last_month: 31,
  last_year: 366
}
