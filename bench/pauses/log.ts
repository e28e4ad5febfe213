/** The write-ahead log of a database as its files show it, without asking the database: https://www.sqlite.org/walformat.html. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { endianness } from "node:os"

export interface LogState {
  /** Length of the log's file, which stays when the log starts over. */
  readonly bytes: number
  /** Frames that are in use, and those of them that are in the database too. */
  readonly frames: number
  readonly copiedFrames: number
}

export interface Log {
  readonly state: () => LogState
  readonly close: () => void
}

/** Where the index of the log says them. */
const framesAt = 16
const copiedFramesAt = 96

/** Opens the log of a database that somebody has open. */
export const openLog = (file: string): Log => {
  const [wal, index] = [openSync(`${file}-wal`, "r"), openSync(`${file}-shm`, "r")]
  const head = Buffer.alloc(100)
  const numberAt = (offset: number) => (endianness() === "LE" ? head.readUInt32LE(offset) : head.readUInt32BE(offset))
  return {
    state: () => {
      readSync(index, head, 0, head.length, 0)
      return { bytes: fstatSync(wal).size, frames: numberAt(framesAt), copiedFrames: numberAt(copiedFramesAt) }
    },
    close: () => {
      closeSync(wal)
      closeSync(index)
    }
  }
}
