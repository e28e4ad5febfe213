/**
 * The command as `scripts/bundle.ts` put it together from its modules, which loads in a third of the time; run only while
 * it is what they say. `docs/decisions/0032-bundled-command.md` has the figures.
 */
import { hash } from "node:crypto"
import { readFileSync, type Stats, statSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** What is kept of a bundle beside it. */
export interface BundleRecord {
  /** The module that has `runCommand`, from the folder of the record. */
  readonly entry: string
  /** The folder below which the inputs are, from the folder of the record. */
  readonly root: string
  /** Every file that it was made of or that decided what it was made of: the digest of its bytes, and its state. */
  readonly inputs: Readonly<Record<string, readonly [digest: string, state: string]>>
  /** Every module that it consists of, from the folder of the record, with its size. */
  readonly modules: Readonly<Record<string, number>>
}

/** Where the record of the bundle is, in the folder of the cache. */
export const bundleRecord = "bundle.json"

/** What tells two contents of a file apart. */
export const digestOf = (bytes: Uint8Array): string => hash("sha256", bytes, "base64")

/**
 * What changes with whatever changes a file: nobody can set `ctime`. A copy of it has another state and the same bytes, so that
 * a state that differs says nothing.
 */
export const stateOf = ({ ctimeMs, ino, mtimeMs, size }: Stats): string => `${size} ${mtimeMs} ${ctimeMs} ${ino}`

/** The bundle's entry; none if it is not there as it was made, or anything that it was made of has changed. */
export const bundledCommand = (folder: string): URL | undefined => {
  try {
    const record = JSON.parse(readFileSync(join(folder, bundleRecord), "utf8")) as BundleRecord
    const root = join(folder, record.root)
    for (const [path, [digest, state]] of Object.entries(record.inputs)) {
      const file = `${root}/${path}`
      if (stateOf(statSync(file)) !== state && digestOf(readFileSync(file)) !== digest) return undefined
    }
    // What cleans caches may take some of it.
    for (const [path, size] of Object.entries(record.modules)) {
      if (statSync(`${folder}/${path}`).size !== size) return undefined
    }
    return pathToFileURL(join(folder, record.entry))
  } catch {
    // Nothing was bundled, or an input or a module of it is gone: the sources tell.
    return undefined
  }
}
