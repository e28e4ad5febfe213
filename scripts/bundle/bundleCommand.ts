/** Makes the bundle of the command, with the programs of its threads, and the record that tells whether it is still true. */
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { type BundleRecord, bundleRecord, digestOf, stateOf } from "../../packages/cli/src/bundledCommand.ts"
import { ours, root } from "../workspace.ts"
import { programs, sourcesOf } from "./sources.ts"

const slashed = (path: string) => path.split(sep).join("/")

/** What decides beside the modules how they are bundled, and to which of them names lead. */
const deciding = async (modules: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const manifests = new Set<string>()
  for (const module of modules) {
    for (let folder = dirname(module); folder.length >= root.length; folder = dirname(folder)) {
      if (!existsSync(join(folder, "package.json"))) continue
      manifests.add(join(folder, "package.json"))
      break
    }
  }
  const installed = join(root, "node_modules/.package-lock.json")
  const tools = ours(["scripts/bundle.ts", "scripts/bundle/*.ts"], root).map((path) => join(root, path))
  return [...manifests, installed, ...tools]
}

/** No file system has a coarser clock. */
const clockMillis = 2_000

/** Programs that run from an older bundle load parts of it later: the one before the newest stays. */
const removeOlder = async (folder: string, keep: ReadonlyArray<string>): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!keep.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Bundles the command below `folder`, where `bundledCommand` finds it, and `more` programs of this repository with it; says in
 * the end where.
 */
export const bundleCommand = async (folder: string, more: ReadonlyArray<string> = []): Promise<string> => {
  const { rolldown } = await import("rolldown")
  const began = Date.now()
  const inputs: Record<string, BundleRecord["inputs"][string]> = {}
  const seen = async (path: string): Promise<Buffer> => {
    // The state first: what is written between the two has another state then, and the bytes decide.
    const stats = await stat(path)
    const bytes = await readFile(path)
    // A clock of files may stand still for a moment, so that what is as young as that can change unseen.
    const state = stats.ctimeMs < began - clockMillis ? stateOf(stats) : ""
    inputs[slashed(relative(root, path))] = [digestOf(bytes), state]
    return bytes
  }
  const name = `${Date.now().toString(36)}-${process.pid}`
  const bundles = join(folder, "bundles")
  const to = join(bundles, name)

  const entries = [...programs(), ...more]
  const build = await rolldown({
    input: Object.fromEntries(entries.map((path) => [path.replace(/\.ts$/, ""), join(root, path)])),
    platform: "node",
    tsconfig: false,
    transform: { target: "esnext", typescript: { onlyRemoveTypeImports: true } },
    logLevel: "silent",
    plugins: [sourcesOf({ root, seen, entries })]
  })
  const { output } = await build.write({
    dir: to,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Where threads are, seen from any module: `sources.ts` names them from here.
    intro: ({ fileName }) =>
      `const kittiwakeBundle = new URL(${JSON.stringify(`./${slashed(relative(dirname(fileName), ".")) || "."}/`)}, import.meta.url);`
  })
  await build.close()
  // Node would parse each module to find out.
  await writeFile(join(to, "package.json"), JSON.stringify({ type: "module" }))

  for (const path of await deciding(Object.keys(inputs).map((path) => join(root, path)))) await seen(path)
  const modules: Record<string, number> = {}
  for (const { fileName, type } of output) {
    if (type === "chunk") modules[`bundles/${name}/${fileName}`] = (await stat(join(to, fileName))).size
  }
  const record: BundleRecord = {
    entry: `bundles/${name}/packages/cli/src/runCommand.js`,
    root: slashed(relative(folder, root)),
    inputs,
    modules
  }
  const before = await readFile(join(folder, bundleRecord), "utf8").then(
    (text) => (JSON.parse(text) as BundleRecord).entry.split("/")[1],
    () => undefined
  )
  await mkdir(folder, { recursive: true })
  const written = join(folder, `${bundleRecord}.${name}`)
  await writeFile(written, JSON.stringify(record))
  await rename(written, join(folder, bundleRecord))
  await removeOlder(bundles, [name, ...(before === undefined ? [] : [before])])
  return to
}
