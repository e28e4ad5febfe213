/** Built packages as files that `npm install` takes. */
import { mkdir } from "node:fs/promises"
import { run } from "../run.ts"
import { root } from "../workspace.ts"

/** Packs the built `folders` into `directory`, which is made when it is missing. */
export const packPackages = async (folders: ReadonlyArray<string>, directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true })
  const { code, output } = await run("npm", ["pack", "--silent", "--pack-destination", directory, ...folders], {
    cwd: root
  })
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
}
