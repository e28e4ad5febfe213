/** Files that nobody but their owner may read. */
import { chmod, open, stat } from "node:fs/promises"

/** Makes the file when it is not there, and closes one to others that is. What SQLite keeps beside it is like it. */
export const ownersAlone = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => null)
  if (found === null) await (await open(path, "a", 0o600)).close()
  // One that is right already may stand on a disk that is read-only.
  else if ((found.mode & 0o077) !== 0) await chmod(path, 0o600)
}
