/** Which calls the log shows, by the address. */
import { useSearch } from "@tanstack/react-router"

const millis = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const
export type LogSince = keyof typeof millis
export const logSinces = ["day", "week", "month"] as const

export const logSinceOf = (value: string | undefined): LogSince => logSinces.find((one) => one === value) ?? "day"

/** How many calls a page has. */
const limit = 50

export const useLogQuery = () => {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const since = logSinceOf(search.since)
  // From the beginning of a minute, so that the list is the same for a while.
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const { grant, key, path, q, screens, status } = search
  return {
    limit,
    // What screens ask by themselves hides what somebody called.
    ...(screens === "shown" ? {} : { dashboard: false }),
    from: new Date(minute - millis[since]).toISOString(),
    ...(q === undefined ? {} : { search: q }),
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key_id: key }),
    ...(grant === undefined ? {} : { grant_id: grant }),
    ...(status === "errors" ? { errors_only: true } : {}),
    ...(status !== undefined && /^[1-5]\d\d$/.test(status) ? { status_code: status } : {})
  }
}
