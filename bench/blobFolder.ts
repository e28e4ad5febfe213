/** Where a storage of a bench keeps large bytes: beside an embedded database, and for a server in a folder of each database's own. */
import { tmpdir } from "node:os"
import { join } from "node:path"

export const blobFolder = (storage: string): string =>
  storage.startsWith("postgres")
    ? join(tmpdir(), "kittiwake-bench-blobs", new URL(storage).pathname.slice(1))
    : join(storage, "blobs")
