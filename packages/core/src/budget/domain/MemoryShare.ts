/** How memory that all share is parted among those who ask for it. */

/** What is in use when somebody asks for more. */
export interface MemoryUse {
  readonly capacityBytes: number
  /** In use by everybody, who asks included. */
  readonly usedBytes: number
  /** In use by who asks. */
  readonly heldBytes: number
}

/**
 * How many bytes more may be taken: nobody may hold more than is left free. One who is alone gets half of all, and of two
 * each a third, so that there is always room for somebody who holds nothing yet.
 */
export const roomFor = ({ capacityBytes, heldBytes, usedBytes }: MemoryUse): number =>
  capacityBytes - usedBytes - heldBytes
