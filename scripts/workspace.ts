/** Which packages this repository publishes, and where they stand. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The folder that holds everything. */
export const root = dirname(import.meta.dirname)

const isForeign = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path)

/**
 * What of ours the patterns match below a folder, from there, in order.
 *
 * It throws when they match nothing: a check that looks at nothing finds nothing wrong.
 */
export const ours = (patterns: ReadonlyArray<string>, cwd: string = root): ReadonlyArray<string> => {
  const found = globSync(patterns, { cwd, exclude: isForeign }).map((path) => path.replaceAll("\\", "/"))
  if (found.length === 0) throw new Error(`Nothing in ${cwd} matches ${patterns.join(", ")}.`)
  return found.sort()
}

/** What a package.json of ours may say. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  /** What Node and the compiler look names up in: every entry by its name, or patterns where `entries` has the names. */
  readonly exports: Readonly<Record<string, string>>
  /**
   * Every entry by its name, where they are many: Node parses `exports` anew for each module that imports something of
   * the package, and nobody parses this. The check refuses an import of what is not listed here.
   */
  readonly entries?: Readonly<Record<string, string>>
  /** Programs as they are started in a clone. */
  readonly bin?: Readonly<Record<string, string>>
  /** Programs as they are published, where those of a clone are others. */
  readonly publishConfig?: { readonly bin: Readonly<Record<string, string>> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** Every entry of a package by its name, with the file that it stands for. */
export const entriesOf = ({ entries, exports }: Manifest): Readonly<Record<string, string>> => entries ?? exports

/** The programs that are published. */
export const publishedBin = ({ bin, publishConfig }: Manifest): Readonly<Record<string, string>> =>
  publishConfig?.bin ?? bin ?? {}

/**
 * Entries that our own packages need of each other, though they are nobody else's business. They are published, because
 * the packages that use them are, and change without notice: packages of ours depend on each other's exact version.
 */
export const internalEntry = "./internal/"

/** A package that is published: its folder, from the root, and its manifest. */
export interface Package {
  readonly folder: string
  readonly manifest: Manifest
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Manifest & { readonly private?: boolean }

/** Every published package, each after those it depends on. */
export const publishedPackages = (): ReadonlyArray<Package> => {
  const folders = ours(["packages/*", "packages/adapters/*"])
  const all = folders
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, manifest: read(join(root, folder, "package.json")) }))
    .filter(({ manifest }) => manifest.private !== true)
  const sorted: Array<Package> = []
  const visit = (next: Package): void => {
    if (sorted.includes(next)) return
    for (const name of Object.keys(next.manifest.dependencies ?? {})) {
      const before = all.find(({ manifest }) => manifest.name === name)
      if (before !== undefined) visit(before)
    }
    sorted.push(next)
  }
  all.forEach(visit)
  return sorted
}
