/** `npm run build`: every published package into its own `dist`, ready for `npm publish`. */
import { join, relative } from "node:path"
import { buildPackages } from "./build/buildPackages.ts"
import { root } from "./workspace.ts"

const startedAt = performance.now()
try {
  const folders = await buildPackages(({ folder }) => join(root, folder, "dist"))
  for (const folder of folders) console.log(`built ${relative(root, folder)}`)
  console.log(`${folders.length} packages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}
