/** Where an import leads: into Node, into an npm package, or to one of our own files. */
import { posix } from "node:path"
import { entriesOf, internalEntry, publishedPackages } from "../workspace.ts"
import { computed, type Import } from "./readModule.ts"

/** One thing an import leads to. */
export type Target =
  | { readonly kind: "node"; readonly name: string; readonly typeOnly: boolean }
  | { readonly kind: "npm"; readonly name: string; readonly package: string; readonly typeOnly: boolean }
  | {
      readonly kind: "file"
      readonly path: string
      /** Whether the import says the published name, and not a path. */
      readonly byName: boolean
      /** Whether that name is one for our own packages. */
      readonly isInternal: boolean
      /** Whether it takes what the file is named for (the port, the facade, the use case), and not only what it speaks of. */
      readonly takesSubject: boolean
      readonly typeOnly: boolean
    }
  | { readonly kind: "unknown"; readonly name: string }

const ours = publishedPackages()

/** Our package that a name such as `@kittiwake/core/testing` belongs to, and the entry it says: `./testing`. */
const entryOf = (specifier: string) => {
  const one = ours.find(({ manifest: { name } }) => specifier === name || specifier.startsWith(`${name}/`))
  return one === undefined ? undefined : { one, entry: `.${specifier.slice(one.manifest.name.length)}` }
}

/** The name under which a file is public, if it is. */
export const publicNameOf = (path: string): string | undefined => {
  for (const { folder, manifest } of ours) {
    for (const [entry, file] of Object.entries(entriesOf(manifest))) {
      const isPublic = !entry.startsWith(internalEntry)
      if (isPublic && posix.join(folder, file) === path) return posix.join(manifest.name, entry)
    }
  }
  return undefined
}

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

/** The folder of our published package that holds `path`, if any does. */
export const packageFolderOf = (path: string): string | undefined =>
  ours.map(({ folder }) => folder).find((folder) => path.startsWith(`${folder}/`))

/** The manifest of our published package in `folder`. */
export const manifestAt = (folder: string) => ours.find((one) => one.folder === folder)?.manifest

/**
 * Everything one import leads to.
 *
 * **Details**
 *
 * `import { Effect, Schema } from "effect"` leads to `effect/Effect` and `effect/Schema`: the rule is about modules, and
 * a barrel hides them.
 */
export const targetsOf = (from: string, { names, specifier, typeOnly }: Import): ReadonlyArray<Target> => {
  const file = (path: string, byName: boolean, isInternal = false): ReadonlyArray<Target> => {
    const subject = posix.basename(path, ".ts")
    return [
      {
        kind: "file",
        path,
        byName,
        isInternal,
        takesSubject: !typeOnly && names.some((name) => name === "*" || name === subject),
        typeOnly
      }
    ]
  }
  if (specifier === computed) return [{ kind: "unknown", name: "a module only known at run time" }]
  if (specifier.startsWith("node:")) return [{ kind: "node", name: specifier.slice(5), typeOnly }]
  if (specifier.startsWith(".")) {
    return file(posix.join(posix.dirname(from), specifier), false)
  }
  const own = entryOf(specifier)
  if (own !== undefined) {
    const { entry, one } = own
    const path = entriesOf(one.manifest)[entry]
    return path === undefined
      ? [{ kind: "unknown", name: `${specifier}, which ${one.manifest.name} does not export` }]
      : file(posix.join(one.folder, path), true, entry.startsWith(internalEntry))
  }
  const owner = packageOf(specifier)
  const barrel = owner === "effect" && /^effect(\/[a-z-]+)?$/.test(specifier)
  const modules = barrel && names.length > 0 ? names.map((name) => `${specifier}/${name}`) : [specifier]
  return modules.map((name) => ({ kind: "npm", name, package: owner, typeOnly }))
}

/** How a message calls a target. */
export const describe = (target: Target): string =>
  target.kind === "node" ? `node:${target.name}` : target.kind === "file" ? target.path : target.name
