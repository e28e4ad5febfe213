/** Ranges of days that services have names for. */

const dayMillis = 86_400_000

/** What passes at most between when a window was taken and when a service is asked: it is the same window still. */
const askingMillis = 600_000

const longest = { day: 1, week: 7, month: 31, year: 366 } as const

export type RangeName = keyof typeof longest

/** The shortest range that holds all since a moment; null where that is longer than a year. */
export const rangeNameOf = (sinceMillis: number, nowMillis: number): RangeName | null => {
  const days = (nowMillis - sinceMillis - askingMillis) / dayMillis
  return (["day", "week", "month", "year"] as const).find((name) => days <= longest[name]) ?? null
}
