/**
 * Puts the command together into one program, as the last step of `npm ci` and `npm install`. It is run only while it is what
 * the sources say (`packages/cli/src/bundledCommand.ts`); without it the command runs from them.
 */
import { cacheFolder } from "../packages/cli/src/cacheFolder.ts"
import { bundleCommand } from "./bundle/bundleCommand.ts"

try {
  await bundleCommand(cacheFolder)
} catch (cause) {
  // An installation without the tools of development has no bundler.
  console.error(`The command will start slower, from its sources: ${cause instanceof Error ? cause.message : cause}`)
}
