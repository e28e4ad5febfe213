/** One round of claiming and recording. */

export interface ClaimRound {
  /** Claimed and recorded at once. */
  readonly batch: number
  /** Pieces of work in all. */
  readonly count: number
}

/** Who claims at the same time: the bare loop's connections, and as many fibers of ours. */
export const lanes = 4
