/** How many runs came to what. */
import { countersBy } from "../counters.ts"
import type { Verdict } from "./domain/Verdict.ts"

/** How the verdicts are called where they are counted. */
export const verdictNames = {
  FirstSight: "first_sight",
  Unchanged: "unchanged",
  Changed: "changed",
  Dismissed: "dismissed",
  Failed: "failed",
  Skipped: "skipped"
} as const satisfies { readonly [Tag in Verdict["_tag"]]: string }

/** Runs that ended, and those that were lost to another process. */
export const countRuns = countersBy({
  name: "kittiwake_runs_total",
  description: "Runs of monitors that this process ended, by verdict; lost ones went to another process.",
  label: "verdict",
  values: [...Object.values(verdictNames), "lost"]
})
