/**
 * Where the modules of a package stand when it is published.
 *
 * Of a package that lists its entries, each entry's module stands below `entries` at the entry's name, and all others below
 * `modules`: one pattern then exports what is listed and nothing else.
 */
import { posix } from "node:path"
import { entriesOf, internalEntry, type Manifest } from "../workspace.ts"

/** The folder of the modules that are exported, in a package that lists them. */
export const entryFolder = "entries"

const otherFolder = "modules"

const source = "./src/"

const stemOf = (path: string) => path.replace(/\.ts$/, "")

/** The modules of what a manifest lists, each with the name of its entry, both without `./` and endings. */
const listed = (manifest: Manifest): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const [entry, path] of Object.entries(manifest.entries ?? {})) {
    const module = stemOf(path.slice(source.length))
    if (!path.startsWith(source) || !path.endsWith(".ts"))
      throw new Error(`${manifest.name}: ${entry} is no source file`)
    // In two places it would be two modules, of which each has classes of its own.
    if (names.has(module))
      throw new Error(`${manifest.name}: ${path} has two entries, ./${names.get(module)} and ${entry}`)
    names.set(module, entry.slice("./".length))
  }
  return names
}

/** The place of each module, in the published folder, by its place in the sources; both without endings. */
export const placesOf = (manifest: Manifest): ((module: string) => string) => {
  if (manifest.entries === undefined) return (module) => module
  const names = listed(manifest)
  return (module) => {
    const entry = names.get(module)
    return entry === undefined ? `${otherFolder}/${module}` : `${entryFolder}/${entry}`
  }
}

/** The published place of a path of the manifest, such as `./src/main.ts`, with its ending. */
export const published = (manifest: Manifest, path: string): string => {
  if (!path.startsWith(source)) return path
  const within = path.slice(source.length)
  if (!within.endsWith(".ts") || within.includes("*")) return `./${within}`
  return `./${placesOf(manifest)(stemOf(within))}.ts`
}

/** The text of the emitted `module`, in which modules of the package are named where they stand then. */
export const inPlace = (
  text: string,
  module: string,
  place: (module: string) => string,
  isModule: (module: string) => boolean
): string =>
  text.replace(/"(\.{1,2}\/[^"\n]*)\.js"/g, (said, path: string) => {
    const named = posix.join(posix.dirname(module), path)
    if (!isModule(named)) return said
    const to = posix.relative(posix.dirname(place(module)), place(named))
    return `"${to.startsWith(".") ? to : `./${to}`}.js"`
  })

/**
 * Declarations, with names under `internal/` where that is how they are listed. The compiler names a type that nobody wrote by the
 * first pattern that leads to its file.
 */
export const asListed = (manifests: ReadonlyArray<Manifest>): ((text: string) => string) => {
  const listing = manifests.filter(({ entries }) => entries !== undefined)
  return (text) =>
    listing.reduce(
      (renamed, { entries = {}, name }) =>
        renamed.replaceAll(
          new RegExp(`((?:from |import\\()"${name}/)([^"\\n]+)"`, "g"),
          (said, before: string, entry: string) =>
            entries[`./${entry}`] === undefined && entries[`${internalEntry}${entry}`] !== undefined
              ? `${before}${internalEntry.slice(2)}${entry}"`
              : said
        ),
      text
    )
}

/** Entries that patterns do not lead to where the list says, in the sources. */
export const misledEntries = (manifest: Manifest): ReadonlyArray<string> =>
  Object.entries(entriesOf(manifest)).flatMap(([entry, path]) => {
    const { exports } = manifest
    const named = exports[entry]
    const [pattern = "", target = ""] =
      named === undefined
        ? (Object.entries(exports)
            .filter(([key]) => key.endsWith("*") && entry.startsWith(key.slice(0, -1)))
            .sort(([a], [b]) => b.length - a.length)[0] ?? [])
        : [entry, named]
    const found = named ?? target.replace("*", entry.slice(pattern.length - 1))
    return found === path
      ? []
      : [`${manifest.name}: ${entry} is listed as ${path}, and its exports lead to ${found || "nothing"}`]
  })
