/** Which browser this machine has. */

import { accessSync, constants, statSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, isAbsolute, join } from "node:path"
import { isUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { Effect } from "effect"

/** Where pages are rendered. */
export type FoundBrowser =
  /** A Chromium of this machine. */
  | { readonly kind: "installed"; readonly path: string }
  /** The Chromium that came with the packages; it is unpacked before its first start. */
  | { readonly kind: "packed" }
  /** A Chromium elsewhere, spoken to over the DevTools protocol. */
  | { readonly kind: "remote"; readonly endpoint: string }

export interface FindOptions {
  /** What `KITTIWAKE_BROWSER` says: a path, a `ws://` or `http://` address, `packed` or `off`; undefined looks for one. */
  readonly setting: string | undefined
  /** What whoever is told that it is wrong knows it as. */
  readonly settingName: string
  /** Directories that are searched, as `PATH` writes them. */
  readonly searchPath: string | undefined
  /** For example `linux` and `x64`. */
  readonly platform: string
  readonly arch: string
  /** Whether the package with a Chromium is installed. */
  readonly hasPacked: boolean
}

/**
 * Names in the order of trust: a browser of the system is kept up to date with it, and of those the shell without windows
 * takes a third of the memory and half of the time.
 */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const unavailable = (message: string): BrowserUnavailable => new BrowserUnavailable({ message })

const isRemote = (setting: string): boolean => /^(?:wss?|https?):\/\//i.test(setting)

const packed = ({
  arch,
  hasPacked,
  platform,
  settingName
}: FindOptions): Effect.Effect<FoundBrowser, BrowserUnavailable> => {
  const none = `No browser was found. Install Chromium, or set ${settingName} to the path or address of one.`
  if (platform !== "linux" || arch !== "x64") return Effect.fail(unavailable(none))
  return hasPacked
    ? Effect.succeed({ kind: "packed" })
    : Effect.fail(unavailable(`${none} Or install the package @sparticuz/chromium, which carries one.`))
}

const given = (setting: string, options: FindOptions): Effect.Effect<FoundBrowser, BrowserUnavailable> => {
  const { settingName: name } = options
  if (setting === "off") return Effect.fail(unavailable(`Pages cannot be rendered: ${name} is off.`))
  if (setting === "packed") return packed(options)
  if (isRemote(setting)) {
    return isUrl(setting)
      ? Effect.succeed({ kind: "remote", endpoint: setting })
      : Effect.fail(unavailable(`${name} is not a valid address. Write one such as ws://browser:3000.`))
  }
  if (!isAbsolute(setting)) {
    return Effect.fail(
      unavailable(`${name} must be an absolute path, a ws:// or http:// address, packed, or off; unset finds one.`)
    )
  }
  return isExecutable(setting)
    ? Effect.succeed({ kind: "installed", path: setting })
    : Effect.fail(unavailable(`${name} names ${setting}, which is no program that can be started.`))
}

/** Finds the browser that will be used, without starting anything. The failure says what to set. */
export const findBrowser = (options: FindOptions): Effect.Effect<FoundBrowser, BrowserUnavailable> =>
  Effect.suspend(() => {
    if (options.setting !== undefined && options.setting !== "") return given(options.setting, options)
    const folders = (options.searchPath ?? "").split(delimiter).filter(isAbsolute)
    for (const name of names) {
      const path = folders.map((folder) => join(folder, name)).find(isExecutable)
      if (path !== undefined) return Effect.succeed({ kind: "installed", path } as const)
    }
    return packed(options)
  })

const isPackedHere = (): boolean => {
  try {
    createRequire(import.meta.url).resolve("@sparticuz/chromium")
    return true
  } catch {
    return false
  }
}

/** What this process would find. */
export const thisMachine = (setting: string | undefined, settingName = "KITTIWAKE_BROWSER"): FindOptions => ({
  setting,
  settingName,
  searchPath: process.env.PATH,
  platform: process.platform,
  arch: process.arch,
  hasPacked: isPackedHere()
})
