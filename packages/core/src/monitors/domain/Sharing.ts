/** How long links work under which somebody without a key reads one change. */
import { Duration } from "effect"

/** How long a link works: unless told otherwise, at least and at most. */
export const sharingLimits = {
  default: Duration.days(7),
  least: Duration.minutes(1),
  most: Duration.days(30)
} as const

/** Characters of what links of a change go by until they are taken back: 131 bits of chance. @internal */
export const markLength = 22
