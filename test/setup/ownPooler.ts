/** A PgBouncer of our own before a Postgres server, which lends connections for a transaction and is gone when it is stopped. */
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./freePort.ts"

const command = "pgbouncer"

/** Whether this machine has one. */
export const hasPooler = spawnSync(command, ["--version"], { timeout: 10_000 }).status === 0

export interface OwnPooler {
  /** The URL of the same database by way of the pooler. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts one before the server of `url`; it refuses what it does not know of a session, as it comes from its makers. */
export const startPooler = async (url: string): Promise<OwnPooler> => {
  const server = new URL(url)
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), "kittiwake-pooler-"))
  // It does not run as the superuser, and reads this as somebody else.
  chmodSync(directory, 0o755)
  const file = join(directory, "pgbouncer.ini")
  const login = `user=${server.username} ${server.password === "" ? "" : `password=${decodeURIComponent(server.password)}`}`
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || "5432"} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`
  )
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const pooler = spawn(command, [...user, file], { stdio: ["ignore", "ignore", "pipe"] })
  const abandon = () => {
    pooler.kill("SIGKILL")
    rmSync(directory, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  await new Promise<void>((resolve, reject) => {
    let log = ""
    pooler.stderr.on("data", (data) => {
      log = (log + String(data)).slice(-4_000)
      if (log.includes("process up")) resolve()
    })
    pooler.once("error", reject)
    pooler.once("exit", (code) => reject(new Error(`${command} ended with code ${code}: ${log.trim()}`)))
  })
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    stop: async () => {
      process.off("exit", abandon)
      if (pooler.exitCode === null && pooler.signalCode === null) {
        pooler.kill("SIGKILL")
        await new Promise((resolve) => pooler.once("exit", resolve))
      }
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
