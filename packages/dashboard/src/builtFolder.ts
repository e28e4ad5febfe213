/** Where the files of the dashboard stand. */
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/**
 * The folder that holds `index.html` and `files/`; absent where the dashboard was not built. In a clone `npm ci` builds it.
 *
 * **Details.** It is found by the name of the package: the bundle of the command stands elsewhere.
 */
export const builtFolder = (): string => {
  const own = dirname(createRequire(import.meta.url).resolve("@kittiwake/dashboard/package.json"))
  return join(own, "built")
}
