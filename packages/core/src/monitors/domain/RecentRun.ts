/** A run as little as a strip of the last ones shows of it. */
import type { Importance } from "./Judgement.ts"
import type { Run } from "./Run.ts"

export interface RecentRun
  extends Pick<Run, "id" | "status" | "changeDetected" | "skipReason" | "queuedAt" | "startedAt"> {
  /** Of its change; null where it found none, or nobody judged. */
  readonly importance: Importance | null
}

/** Most monitors whose last runs are asked for at once, and most runs of each. @internal */
export const recentRunLimits = { monitors: 100, runs: 30 } as const
