/** How many attempts to deliver events came to what. */
import { countersBy } from "../counters.ts"

/** Attempts that ended, and those that were lost to another process. */
export const countAttempts = countersBy({
  name: "kittiwake_delivery_attempts_total",
  description:
    "Attempts of this process to deliver events: taken by the receiver, to be tried again, given up, or lost to another process.",
  label: "outcome",
  values: ["delivered", "retrying", "failed", "lost"]
})
