/** Builds the dashboard into `packages/dashboard/built`, each file once as it is and once compressed where that is smaller. */
import { createHash } from "node:crypto"
import { existsSync, globSync } from "node:fs"
import { readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { root } from "../workspace.ts"

const compress = promisify(brotliCompress)

const folder = join(root, "packages/dashboard")

/** Where it is built. */
export const builtFolder = join(folder, "built")

/** What tells, beside the files, from which sources they were made. */
const record = "sources.txt"

/** A digest of everything that decides what is built. */
const sourcesDigest = async (): Promise<string> => {
  const own = globSync(["app/**/*.*", "build/*.ts", "index.html", "package.json", "vite.config.ts"], { cwd: folder })
  const operations = globSync(["src/**/api.ts", "src/api.ts"], { cwd: join(root, "packages/http") })
  const paths = [
    join(root, "scripts/dashboard/buildDashboard.ts"),
    ...own.map((path) => join(folder, path)),
    ...operations.map((path) => join(root, "packages/http", path))
  ].sort()
  const hash = createHash("sha256")
  for (const path of paths) hash.update(path.slice(root.length)).update(await readFile(path))
  return hash.digest("hex")
}

/** Does something as in production: whoever tests or develops would otherwise build what React has for developers. */
const inProduction = async <A>(work: () => Promise<A>): Promise<A> => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = "production"
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** Whether what is built is what the sources say. */
const isBuilt = async (digest: string): Promise<boolean> => {
  const path = join(builtFolder, record)
  return existsSync(path) && (await readFile(path, "utf8")) === digest
}

/** Compressed copies of what browsers load, for whoever takes them; the page itself is small, and written for each screen. */
const compressFiles = async (to: string): Promise<void> => {
  for (const name of globSync("**/*.{js,css,svg}", { cwd: to })) {
    const bytes = await readFile(join(to, name))
    const small = await compress(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
      }
    })
    if (small.length < bytes.length) await writeFile(join(to, `${name}.br`), small)
  }
}

/**
 * Builds it unless it is built from these sources already; says whether it did.
 *
 * **Details.** It is built beside its place and put there whole, so that a server that starts meanwhile reads no half of it.
 */
export const buildDashboard = async (): Promise<boolean> => {
  const digest = await sourcesDigest()
  if (await isBuilt(digest)) return false
  const { build } = await import("vite")
  const to = `${builtFolder}-${process.pid}`
  try {
    await inProduction(() =>
      build({
        configFile: join(folder, "vite.config.ts"),
        logLevel: "warn",
        build: { outDir: to, emptyOutDir: true }
      })
    )
    await compressFiles(to)
    await writeFile(join(to, record), digest)
    await rm(builtFolder, { recursive: true, force: true })
    await rename(to, builtFolder)
  } finally {
    await rm(to, { recursive: true, force: true })
  }
  return true
}
