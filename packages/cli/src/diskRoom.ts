/** How much room a disk should have that is written to, and what is said where it has less. */
import { statfs } from "node:fs/promises"

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Less room than this is none: of an embedded database the log alone may take as much. A server is not ready then. */
export const leastFreeBytes = 64 * mebibyte

/** With less than this somebody should look for more room; everything works still. */
export const shortFreeBytes = gibibyte

/** Said where Postgres has no room for what is written. */
export const postgresFull = "the disk of Postgres is full: make room there"

/** What lies on disks that are written to. */
export type OnDisk = "database" | "blobs"

/** What may go, and what must not, by what lies there. */
export const makeRoom: { readonly [What in OnDisk]: string } = {
  database: "make room, such as by old snapshots and kittiwake.db.before-*; never remove kittiwake.db-wal",
  blobs: "make room, or move what is there (kittiwake blobs move); remove nothing in it by hand"
}

/** What may still be written to the disk of a folder. */
export const freeBytesOf = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Bytes as an operator reads them. */
export const tellBytes = (bytes: number): string =>
  bytes < gibibyte ? `${Math.floor(bytes / mebibyte)} MB` : `${(bytes / gibibyte).toFixed(1)} GB`
