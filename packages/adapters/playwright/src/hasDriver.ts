/** Whether what speaks to browsers is installed, without loading it. */
import { createRequire } from "node:module"

const resolve = createRequire(import.meta.url).resolve

/** The package that `loadChromium` loads. A program that embeds the library installs it by itself. */
export const driver = "playwright-core"

/** Whether it is there. */
export const hasDriver = (find: (name: string) => string = resolve): boolean => {
  try {
    find(driver)
    return true
  } catch {
    return false
  }
}
