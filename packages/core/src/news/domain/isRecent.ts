/** Whether something was done so lately that it need not be done again. */
import { DateTime, Duration } from "effect"

/** Clocks of processes differ by less. */
const skew = Duration.minutes(10)

/** Less long ago than it lasts, and not ahead of now, as a clock had it that was set back since. */
export const isRecent = (at: DateTime.Utc, lasts: Duration.Duration, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThan(at, DateTime.subtractDuration(now, lasts)) &&
  !DateTime.isGreaterThan(at, DateTime.addDuration(now, skew))
