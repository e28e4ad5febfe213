/** Whether the disk of a storage on another machine is full, by what this process heard of it. */
import { Context } from "effect"

/** Where this process can look at the disk itself, nobody listens, and it is never full. */
export class StoreDisk extends Context.Reference<{
  /** Whether a write failed for want of room within the last minute, and none that needs room succeeded since. */
  readonly isFull: () => boolean
}>("@kittiwake/core/internal/StoreDisk", { defaultValue: () => ({ isFull: () => false }) }) {}
