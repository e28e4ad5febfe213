/**
 * Programs that tests start over and over, bundled as the command is: from their sources, each start would take twice the
 * time. They are bundled anew when a source of them has changed.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundledCommand } from "../../packages/cli/src/bundledCommand.ts"
import { bundleCommand } from "../../scripts/bundle/bundleCommand.ts"
import { root } from "../../scripts/workspace.ts"

const sources = [
  "test/kill/process.ts",
  "test/kill/grantChild.ts",
  "test/kill/rotateChild.ts",
  "test/kill/importChild.ts",
  "test/kill/picturesChild.ts",
  "test/kill/refreshChild.ts",
  "test/kill/gatherChild.ts",
  "packages/adapters/sqlite/test/fixtures/holdDirectory.ts"
]

const folder = join(root, "node_modules/.cache/kittiwake-tests")

/** What is started with Node, and the environment in which its modules are kept compiled, from the first that comes to its end. */
export interface TestProgram {
  readonly file: string
  readonly env: { readonly NODE_COMPILE_CACHE: string }
}

/** The programs, by their sources. */
export type TestPrograms = Readonly<Record<string, TestProgram>>

const programsIn = (bundle: string): TestPrograms =>
  Object.fromEntries(
    sources.map((source) => [
      source,
      { file: join(bundle, source.replace(/\.ts$/, ".js")), env: { NODE_COMPILE_CACHE: join(bundle, "compiled") } }
    ])
  )

/** The bundle of an earlier run, while it is what the sources say. */
const keptPrograms = (): TestPrograms | undefined => {
  const entry = bundledCommand(folder)
  if (entry === undefined) return undefined
  // The command stands in it where it stands below the root.
  const programs = programsIn(fileURLToPath(new URL("../../../", entry)))
  return Object.values(programs).every(({ file }) => existsSync(file)) ? programs : undefined
}

/** All of them, ready to be started. */
export const bundlePrograms = async (): Promise<TestPrograms> =>
  keptPrograms() ?? programsIn(await bundleCommand(folder, sources))
