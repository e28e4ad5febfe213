/** How fast credits go, as home and usage tell it. */
import { useQuery } from "@tanstack/react-query"
import { asked } from "../../api/queries.ts"
import { useNow } from "../../parts/clock.ts"
import { daysAgo, paceDays, paceOf, rangeOf } from "./history.ts"

/** What was spent in the last days, and the pace that it tells: null until it is known. */
export const usePace = (enabled = true) => {
  const now = useNow()
  const spent = useQuery({
    ...asked("usage.history", { query: { from: daysAgo(paceDays), interval: "day" } }),
    enabled
  })
  const month = useQuery({ ...asked("usage.history", { query: rangeOf("month", now) }), enabled })
  const pace = spent.data === undefined || month.data === undefined ? null : paceOf(spent.data, month.data, now)
  return { spent, month, pace }
}
