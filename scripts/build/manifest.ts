/** Turns the package.json of a source folder into the one that is published from `dist`. */
import { type Manifest, publishedBin } from "../workspace.ts"
import { entryFolder, published } from "./places.ts"

/** What stands at a public entry of the published package: the program and its types, or a file as it is. */
export type Entry = string | { readonly types: string; readonly default: string }

/** The oldest Node that the published packages run on. */
export const oldestNode = ">=22.20"

const kept = ["name", "version", "description", "keywords", "license", "author", "homepage", "repository", "bugs"]
const keptAfter = ["dependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies"]

/** What stands at a path of the published folder. */
const entry = (at: string): Entry => {
  if (!at.endsWith(".ts")) return at
  const stem = at.slice(0, -".ts".length)
  return { types: `${stem}.d.ts`, default: `${stem}.js` }
}

const pick = (manifest: Manifest, fields: ReadonlyArray<string>) =>
  Object.fromEntries(fields.filter((field) => field in manifest).map((field) => [field, manifest[field]]))

/** Where the published folder has what a source file is compiled to. */
const program = (manifest: Manifest, path: string): string => published(manifest, path).replace(/\.ts$/, ".js")

/** One pattern for all that is listed, which stands in a folder of its own then. */
const exportsOf = (manifest: Manifest): Readonly<Record<string, Entry>> =>
  manifest.entries === undefined
    ? Object.fromEntries(
        Object.entries(manifest.exports).map(([name, path]) => [name, entry(published(manifest, path))])
      )
    : { "./package.json": "./package.json", "./*": entry(`./${entryFolder}/*.ts`) }

/** The modules that do something by being imported, which bundlers keep though nobody uses a name of theirs. */
const sideEffects = (manifest: Manifest) =>
  Array.isArray(manifest.sideEffects) ? manifest.sideEffects.map((path: string) => program(manifest, path)) : false

/** The manifest to publish. Versions were exact in the source manifest and stay so. */
export const publishedManifest = (manifest: Manifest): Readonly<Record<string, unknown>> => ({
  ...pick(manifest, kept),
  type: "module",
  sideEffects: sideEffects(manifest),
  engines: { node: oldestNode },
  exports: exportsOf(manifest),
  ...(manifest.bin === undefined
    ? {}
    : {
        bin: Object.fromEntries(
          Object.entries(publishedBin(manifest)).map(([name, path]) => [name, program(manifest, path)])
        )
      }),
  files: ["**/*", "!**/*.tsbuildinfo"],
  ...pick(manifest, keptAfter)
})
