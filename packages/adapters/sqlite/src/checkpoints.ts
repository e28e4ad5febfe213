/**
 * When the log goes into the file.
 *
 * Every commit is a stretch of the log. Frames (pages) of the log are copied into the file from time to time, and once all
 * are and nobody reads the old ones, the log starts over: so it stays bounded as long as no reader holds on to it, and none
 * of ours does. Copying waits for the disk and holds up writes, so it is done often, which keeps each pause short, and
 * after a commit that leaves no call behind, which practically every one does: those that came meanwhile stand in the
 * port of the thread, where nobody looks.
 */
import type { Connection } from "./Connection.ts"
import { copyLog, logState, raiseGeneration } from "./generations.ts"

/** Frames, of 4 KiB each. */
export interface CheckpointLimits {
  /** From here on the log is copied after a commit that leaves no call behind: 4 MiB. */
  readonly quietFrames: number
  /** From here on it is copied after any commit: 32 MiB. */
  readonly busyFrames: number
}

export const usualLimits: CheckpointLimits = { quietFrames: 1_000, busyFrames: 8_000 }

/** Decides after each commit whether to copy. `isQuiet` says that the commit left no call behind. */
export const makeCheckpoints = (db: Connection, limits: CheckpointLimits = usualLimits) => {
  // What a reader kept from being copied is not tried again before the log has grown by as much once more.
  let retryAt = 0
  // What stands in a log that was found may be needed already, or be there for nothing.
  let isLogNeeded = false

  return {
    /** Says that the log is needed from here on. */
    beforeCommit: (): void => {
      if (isLogNeeded) return
      raiseGeneration(db)
      isLogNeeded = true
    },
    afterCommit: (isQuiet: boolean): void => {
      const { checkpointed, log } = logState(db)
      const limit = isQuiet ? limits.quietFrames : limits.busyFrames
      if (log - checkpointed < limit) return
      if (log < retryAt && log >= checkpointed) return
      const after = copyLog(db)
      isLogNeeded = after.checkpointed < after.log
      retryAt = isLogNeeded ? after.log + limits.quietFrames : 0
    }
  }
}
