/** The files of the dashboard, from the folder of its package. */
import { existsSync } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, extname, join } from "node:path"
import { type Dashboard, type DashboardFile, DashboardFiles } from "@kittiwake/http/dashboard/DashboardFiles"
import { Effect, Layer } from "effect"

/** Most that is read and kept: what a build leaves is a tenth of it. */
const limits = { files: 1_000, bytes: 30_000_000 } as const

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2"
}

/** The folder that the dashboard was built into; null where it is not installed, or was not built. */
export const dashboardFolder = (): string | null => {
  try {
    const own = dirname(createRequire(import.meta.url).resolve("@kittiwake/dashboard/package.json"))
    const built = join(own, "built")
    return existsSync(join(built, "index.html")) ? built : null
  } catch {
    return null
  }
}

const bytesOf = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(path))

/** What is compressed beside a file, if anything is. */
const brotliOf = (path: string): Promise<Uint8Array | null> =>
  bytesOf(`${path}.br`).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })

const fileAt = async (path: string): Promise<DashboardFile> => ({
  bytes: await bytesOf(path),
  brotli: await brotliOf(path),
  contentType: contentTypes[extname(path)] ?? "application/octet-stream"
})

/** Names below a folder, with slashes, without what is compressed. */
const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return []
      throw error
    }
  )
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (paths.length > limits.files || bytes > limits.bytes) {
    throw new Error(`${folder} has ${paths.length} files with ${bytes} bytes, which no build of the dashboard leaves`)
  }
  return paths
    .filter((path) => !path.endsWith(".br"))
    .map((path) => path.slice(folder.length + 1).replaceAll("\\", "/"))
}

/** Reads the dashboard that was built into `folder`. */
export const readDashboard = async (folder: string): Promise<Dashboard> => {
  const names = await namesIn(join(folder, "files"))
  const files = new Map<string, DashboardFile>()
  for (const name of names) files.set(name, await fileAt(join(folder, "files", name)))
  return { index: await fileAt(join(folder, "index.html")), files }
}

/** Serves the dashboard of its package, where that is there. */
export const layer: Layer.Layer<never> = Layer.effect(
  DashboardFiles,
  Effect.sync(() => {
    const folder = dashboardFolder()
    // A folder that cannot be read any more is a defect, which the log of the server tells.
    return folder === null ? null : Effect.promise(() => readDashboard(folder))
  })
)
