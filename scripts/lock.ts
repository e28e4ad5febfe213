/**
 * Completes `package-lock.json` with the platform packages that the registry of the day does not carry.
 *
 * A registry mirror may hold a tool's binary for the machines around it only. `npm install` then leaves the other
 * platforms out of the lock without a word, and `npm ci` refuses such a lock on every machine. An entry without
 * `integrity` mends that: npm skips it where it does not fit, and fetches it by its exact version where it does.
 */
import { readFile, writeFile } from "node:fs/promises"
import { root } from "./workspace.ts"

interface LockEntry {
  readonly version?: string
  readonly dev?: boolean
  readonly license?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

interface Lock {
  readonly packages: Record<string, LockEntry>
}

const systems: Readonly<Record<string, string>> = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openharmony: "openharmony",
  win32: "win32"
}
const processors: Readonly<Record<string, string>> = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64"
}
const libraries: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(gnu|gnueabihf)$/, "glibc"],
  [/^(musl|musleabihf)$/, "musl"]
]

/** The fields npm judges a platform package by, read from its name, or nothing when the name says no platform. */
export const platformOf = (name: string) => {
  const words = name.split(/[/-]/)
  const os = words.find((word) => word in systems)
  const cpu = words.find((word) => word in processors)
  if (os === undefined || cpu === undefined) return undefined
  const libc = libraries.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1]
  return { cpu: [cpu], os: [os], ...(libc === undefined ? {} : { libc: [libc] }) }
}

/** What the lock would have to say about the platform packages that it names and does not hold. */
export const missingEntries = (lock: Lock): Record<string, LockEntry> => {
  const missing: Record<string, LockEntry> = {}
  for (const [at, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (platform === undefined || !/^\d/.test(version)) continue
      if (`node_modules/${name}` in lock.packages || `${at}/node_modules/${name}` in lock.packages) continue
      missing[`node_modules/${name}`] = {
        version,
        ...platform,
        ...(entry.dev === true ? { dev: true } : {}),
        ...(entry.license === undefined ? {} : { license: entry.license }),
        optional: true
      }
    }
  }
  return missing
}

/** Writes the missing entries when asked to, and answers with the packages they are about. */
export const completeLock = async (write: boolean): Promise<ReadonlyArray<string>> => {
  const file = `${root}/package-lock.json`
  const lock = JSON.parse(await readFile(file, "utf8")) as Lock
  const missing = missingEntries(lock)
  const names = Object.keys(missing).map((at) => at.slice("node_modules/".length))
  if (!write || names.length === 0) return names
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, "en"))
  )
  await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  return names
}

if (import.meta.main) {
  const names = await completeLock(true)
  console.log(names.length === 0 ? "package-lock.json is complete" : `added ${names.join(", ")}`)
}
