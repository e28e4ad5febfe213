/** A Redis server of our own, which keeps nothing on disk and is gone when it is stopped. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A server that runs, or ran. */
export interface OwnRedis {
  readonly url: string
  /** Ends it at once, as a machine that dies does. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address, with nothing in it. */
  readonly startAgain: () => Promise<void>
  /** Holds it where it stands, so that it takes connections and answers nobody. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly stop: () => Promise<void>
}

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

const accepting = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let log = ""
    server.stdout?.on("data", (data) => {
      log = (log + String(data)).slice(-4_000)
      if (log.includes("Ready to accept connections")) resolve()
    })
    server.once("error", reject)
    server.once("exit", (code) => reject(new Error(`redis-server ended with code ${code}: ${log.trim()}`)))
  })

/** Starts a server whose settings are Redis' own but for `settings`, each a name and its values. */
export const startOwnRedis = async (settings: ReadonlyArray<ReadonlyArray<string>> = []): Promise<OwnRedis> => {
  const directory = mkdtempSync(join(tmpdir(), "kittiwake-redis-"))
  const port = await freePort()
  const all = [
    ["port", String(port)],
    ["bind", "127.0.0.1"],
    ["save", ""],
    ["appendonly", "no"],
    ["dir", directory]
  ]
  const args = [...all, ...settings].flatMap(([name, ...values]) => [`--${name}`, ...values])
  let server: ChildProcess | undefined
  // Whoever ends without stopping the server takes it along.
  const abandon = () => {
    server?.kill("SIGKILL")
    rmSync(directory, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  const start = async () => {
    server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] })
    await accepting(server)
  }
  const kill = async () => {
    const ended = server
    if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) return
    ended.kill("SIGKILL")
    await new Promise((resolve) => ended.once("exit", resolve))
  }
  const stop = async () => {
    process.off("exit", abandon)
    await kill()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    startAgain: start,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    stop
  }
}
