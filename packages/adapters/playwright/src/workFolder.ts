/** The temporary directories of a browser, found again when nobody was left to remove them. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { isAlive } from "./processes.ts"

const prefix = "kittiwake-browser-"

/** Playwright chooses the directory of the profile itself and removes it, unless our process dies before it can. */
const profilePrefix = "playwright_chromiumdev_profile-"

/** Where a browser's process writes its path, so that a later process can remove what a killed one left. */
const profileNote = "profile"

/** A new directory; its name says whose it is. */
export const makeWorkFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  mkdirSync(join(folder, "home"))
  return folder
}

/** What a browser calls the socket by which another one of its profile would find it, and the longest path of one (`unix(7)`). */
const socketName = "/org.chromium.Chromium.XXXXXX/SingletonSocket"
const longestSocketPath = process.platform === "linux" ? 107 : 103

/** Whether a browser that has this directory for its temporary files can make its socket there; without it, it does not start. */
export const hasRoomForSocket = (folder: string): boolean =>
  Buffer.byteLength(folder) + socketName.length <= longestSocketPath

/** Notes which profile belongs to the browser of this directory. */
export const noteProfile = (folder: string, profile: string): void => writeFileSync(join(folder, profileNote), profile)

/** Longest note that is read, in bytes. */
const longestNote = 4_096

/** The text of a note. Whoever else writes among temporary files may have put a pipe there, which nobody writes to. */
const readNote = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    return found.isFile() && found.size <= longestNote ? readFileSync(file, "utf8") : ""
  } finally {
    closeSync(file)
  }
}

const noted = (folder: string): string | null => {
  try {
    const profile = readNote(join(folder, profileNote))
    return dirname(profile) === tmpdir() && basename(profile).startsWith(profilePrefix) ? profile : null
  } catch {
    return null
  }
}

/** Whether the path is a directory of this user. */
const isOurs = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}

/** Removes a directory and the profile that it names. */
export const removeWorkFolder = (folder: string): void => {
  const profile = noted(folder)
  for (const path of profile === null ? [folder] : [profile, folder]) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
    } catch {
      // A process that is just ending may still write there; the next start removes the rest.
    }
  }
}

/** Removes what processes of this user left that are no more. */
export const removeLeftovers = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}([0-9]+)-`).exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    const folder = join(tmpdir(), name)
    if (isOurs(folder)) removeWorkFolder(folder)
  }
}
