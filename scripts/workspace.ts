/** Which packages this repository publishes, and where they stand. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The folder that holds everything. */
export const root = dirname(import.meta.dirname)

/** What a package.json of ours may say. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** A package that is published: its folder, from the root, and its manifest. */
export interface Package {
  readonly folder: string
  readonly manifest: Manifest
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Manifest & { readonly private?: boolean }

/** Every published package, each after those it depends on. */
export const publishedPackages = (): ReadonlyArray<Package> => {
  const folders = globSync(["packages/*", "packages/adapters/*"], { cwd: root }).sort()
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
