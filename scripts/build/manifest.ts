/** Turns the package.json of a source folder into the one that is published from `dist`. */
import { type Manifest, publishedBin } from "../workspace.ts"

/** What stands at a public entry of the published package: the program and its types, or a file as it is. */
export type Entry = string | { readonly types: string; readonly default: string }

/** The oldest Node that the published packages run on. */
export const oldestNode = ">=22.19"

const kept = ["name", "version", "description", "keywords", "license", "author", "homepage", "repository", "bugs"]
const keptAfter = ["dependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies"]

const source = "./src/"

/** The path in `dist` of a path in the source folder. */
export const published = (path: string): string => (path.startsWith(source) ? `./${path.slice(source.length)}` : path)

const entry = (path: string): Entry => {
  const at = published(path)
  if (!at.endsWith(".ts")) return at
  const stem = at.slice(0, -".ts".length)
  return { types: `${stem}.d.ts`, default: `${stem}.js` }
}

const pick = (manifest: Manifest, fields: ReadonlyArray<string>) =>
  Object.fromEntries(fields.filter((field) => field in manifest).map((field) => [field, manifest[field]]))

/** The path in `dist` of what a source file is compiled to. */
const program = (path: string): string => published(path).replace(/\.ts$/, ".js")

/** The modules that do something by being imported, which bundlers keep though nobody uses a name of theirs. */
const sideEffects = ({ sideEffects: named }: Manifest) => (Array.isArray(named) ? named.map(program) : false)

/** The manifest to publish. Versions were exact in the source manifest and stay so. */
export const publishedManifest = (manifest: Manifest): Readonly<Record<string, unknown>> => ({
  ...pick(manifest, kept),
  type: "module",
  sideEffects: sideEffects(manifest),
  engines: { node: oldestNode },
  exports: Object.fromEntries(Object.entries(manifest.exports).map(([name, path]) => [name, entry(path)])),
  ...(manifest.bin === undefined
    ? {}
    : {
        bin: Object.fromEntries(Object.entries(publishedBin(manifest)).map(([name, path]) => [name, program(path)]))
      }),
  files: ["**/*", "!**/*.tsbuildinfo"],
  ...pick(manifest, keptAfter)
})
