/** A real Chromium for the tests: the one that `CHROMIUM_PATH` names, or one of Debian's. */
import { existsSync } from "node:fs"

const places = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/google-chrome"]

/** Where it is, or null. In CI it must be there; elsewhere what needs it is skipped, and says so. */
export const chromiumPath = (): string | null => {
  const found = [process.env.CHROMIUM_PATH, ...places].find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  if (process.env.CI === "true") throw new Error("CI has no Chromium: .ci/run installs Debian's package chromium")
  console.error("\n*** SKIPPED: no Chromium for the tests; install Debian's package chromium, or set CHROMIUM_PATH\n")
  return null
}
