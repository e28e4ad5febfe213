/**
 * `npm run build`: every published package into its own `dist`, ready for `npm publish`.
 *
 * `-- --pack DIR` also packs them into a folder, for `npm install DIR/*.tgz` in a project elsewhere.
 */
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { buildPackages } from "./build/buildPackages.ts"
import { packPackages } from "./build/packPackages.ts"
import { root } from "./workspace.ts"

const startedAt = performance.now()
try {
  const { values } = parseArgs({ options: { pack: { type: "string" } } })
  const folders = await buildPackages(
    ({ folder }) => join(root, folder, "dist"),
    (told) => console.log(told)
  )
  for (const folder of folders) console.log(`built ${relative(root, folder)}`)
  const packed = values.pack === undefined ? null : resolve(values.pack)
  if (packed !== null) {
    console.log(`packing into ${packed}`)
    await packPackages(folders, packed)
  }
  const where = packed === null ? "" : `; npm install ${join(packed, "*.tgz")}`
  console.log(`${folders.length} packages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s${where}`)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}
