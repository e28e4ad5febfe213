/** How a process is told of the mutant that it runs with. */
import { fileURLToPath } from "node:url"
import type { SourcePatch } from "../patching/SourcePatch.ts"

/** The variable that names it. */
export const variable = "KITTIWAKE_MUTANT"

export const mutantOf = (env: NodeJS.ProcessEnv): SourcePatch | null => {
  const text = env[variable]
  return text === undefined ? null : (JSON.parse(text) as SourcePatch)
}

/** Where its file is. */
export const pathOf = ({ file }: SourcePatch): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** Tells it to the process that gets this environment, and to every thread and process that this one starts. */
export const withMutant = (mutant: SourcePatch): NodeJS.ProcessEnv => ({
  [variable]: JSON.stringify({ file: mutant.file, replace: mutant.replace }),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("hooks.ts", import.meta.url).href}`
})
