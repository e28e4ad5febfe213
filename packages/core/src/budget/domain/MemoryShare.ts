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

/** What an owner holds at most who holds little: a megabyte of 128, more than most pages take. */
export const littleOf = (capacityBytes: number): number => capacityBytes / 128

/** What those who hold little may hold together beyond what the others do. */
const littleTogether = 1 / 8

/**
 * How many bytes more somebody may take who holds little, of whom all together hold `littleBytes`: those who hold much, and may hold more than
 * there is where answers turn out to be large, do not keep small pages from the others.
 */
export const roomForLittle = ({
  capacityBytes,
  heldBytes,
  littleBytes
}: Pick<MemoryUse, "capacityBytes" | "heldBytes"> & { readonly littleBytes: number }): number =>
  Math.min(littleOf(capacityBytes) - heldBytes, capacityBytes * littleTogether - littleBytes)
