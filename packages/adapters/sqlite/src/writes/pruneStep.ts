/** How much one step of pruning found, and whether there may be more. */
export interface PruneStep {
  readonly found: number
  readonly isMore: boolean
}
