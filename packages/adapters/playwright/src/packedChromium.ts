/** The Chromium that comes with the packages (x86-64 Linux), made ready to start. */
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Worker } from "node:worker_threads"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { Effect, Schema } from "effect"
import { writeFontsConfiguration } from "./fonts.ts"
import { makeOwnFolder, ownFolder } from "./ownFolder.ts"
import { safely } from "./safely.ts"

/** A browser and what its process must find in its environment. */
export interface ReadyChromium {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** The package exports neither its manifest nor its archives, but its entry stands one folder below both. */
const packageFolder = (): string => join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..")

/** The browser, its fonts, its software renderer, and the libraries that a bare Debian does not have. */
const archives = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]

const workerFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./unpackWorker.ts" : "./unpackWorker.js", import.meta.url)

/** The package writes to the directory for temporary files and nowhere else: a thread gets one of its own. */
const inflateInto = (directory: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(), {
      workerData: archives.map((name) => join(packageFolder(), "bin", name)),
      env: { ...process.env, TMPDIR: directory },
      execArgv: []
    })
    worker.once(
      "message",
      safely(() => resolve())
    )
    worker.once(
      "error",
      safely((cause: unknown) => reject(cause))
    )
    worker.once(
      "exit",
      safely(() => reject(new Error("The thread that unpacks ended early.")))
    )
  })

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

const versionOf = async (): Promise<string> =>
  Schema.decodeUnknownSync(Manifest)(await readFile(join(packageFolder(), "package.json"), "utf8")).version

const hasFiles = async (directory: string): Promise<boolean> => {
  try {
    return (await readdir(directory)).includes("chromium")
  } catch {
    return false
  }
}

/** Whether the browser was unpacked there by whoever installed it, who may be another than runs it. */
const mayUse = async (directory: string): Promise<boolean> => {
  const isOurs = access(directory, constants.W_OK).then(
    () => true,
    () => false
  )
  return (await hasFiles(directory)) && (await isOurs)
}

/** Two processes may unpack at once: each into a directory of its own, and the first that is ready wins the name. */
const unpack = async (parent: string, name: string): Promise<string> => {
  const ready = join(parent, name)
  if (await hasFiles(ready)) return ready
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const directory = await mkdtemp(join(parent, "unpacking-"))
  try {
    await inflateInto(directory)
    await rename(directory, ready)
  } catch (cause) {
    await rm(directory, { recursive: true, force: true })
    if (!(await hasFiles(ready))) throw cause
  }
  return ready
}

/**
 * The browser, unpacked once (211 MB, about a second) below `folder` unless it is below `installed` already. It fails with why that
 * cannot be.
 */
export const packedChromium = (
  folder?: string,
  installed?: string
): Effect.Effect<ReadyChromium, BrowserUnavailable> => {
  const parent = folder ?? ownFolder("kittiwake-chromium")
  return Effect.tryPromise({
    try: async () => {
      const name = `chromium-${await versionOf()}`
      const before = installed === undefined ? null : join(installed, name)
      const isThere = before !== null && (await mayUse(before))
      if (folder === undefined && !isThere) await makeOwnFolder(parent)
      const directory = isThere ? before : await unpack(parent, name)
      const fonts = await writeFontsConfiguration(directory, writeFile)
      const env = { LD_LIBRARY_PATH: join(directory, "al2023", "lib"), ...fonts }
      return { path: join(directory, "chromium"), env }
    },
    catch: (cause) =>
      new BrowserUnavailable({
        message: `The packed browser could not be unpacked into ${parent} (${String(cause)}). Free some space, or set KITTIWAKE_BROWSER.`
      })
  })
}
