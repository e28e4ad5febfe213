/** Where the documentation is that findings name. */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { exists } from "../exists.ts"

const { resolve } = createRequire(import.meta.url)

/** The folder with it that came with the packages; null in a clone, where it stands as it is named. */
export const docsFolder: Effect.Effect<string | null> = Effect.suspend(() => {
  const folder = join(dirname(resolve("@kittiwake/mcp/package.json")), "docs")
  return Effect.map(exists(folder), (isThere) => (isThere ? folder : null))
})
