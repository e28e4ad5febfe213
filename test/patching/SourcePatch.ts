/** A mistake put into a source file on purpose, as it is loaded: the file itself is never touched. */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"

/** One text of a file, replaced by another. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

export interface SourcePatch {
  /** From the root of the repository. */
  readonly file: string
  readonly replace: ReadonlyArray<Replacement>
}

const root = new URL("../../", import.meta.url)

/** The file with the mistake in it. Throws when a text is not there exactly once: the patch is then of another time. */
export const patchedSource = ({ file, replace }: SourcePatch): string => {
  let source = readFileSync(new URL(file, root), "utf8")
  for (const { from, to } of replace) {
    const count = source.split(from).length - 1
    if (count !== 1) throw new Error(`${file} has ${count} times, not once:\n${from}`)
    if (from === to) throw new Error(`${file}: the patch changes nothing`)
    source = source.replace(from, () => to)
  }
  return source
}

/** From now on this process loads the files with the mistakes in them. Call before anything imports them. */
export const applyPatches = (patches: ReadonlyArray<SourcePatch>): void => {
  const sources = new Map(patches.map((patch) => [fileURLToPath(new URL(patch.file, root)), patchedSource(patch)]))
  registerHooks({
    load: (url, context, nextLoad) => {
      const source = url.startsWith("file:") ? sources.get(fileURLToPath(url)) : undefined
      if (source === undefined) return nextLoad(url, context)
      return { format: url.endsWith(".ts") ? "module-typescript" : "module", source, shortCircuit: true }
    }
  })
}
