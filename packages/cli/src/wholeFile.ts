/** Files that appear whole: a process that dies leaves none of them half written. */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { checkRegular, openAnew } from "@kittiwake/storage/regularFile"

const synced = async (path: string) => {
  const file = await open(path, "r")
  await file.sync().finally(() => file.close())
}

/** Writes a file that its owner alone may read, in the place of the one that was there. It is on the disk then. */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  const part = `${path}.part`
  await checkRegular(path)
  try {
    const file = await openAnew(part)
    try {
      await file.chmod(0o600)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
  await synced(dirname(path))
}
