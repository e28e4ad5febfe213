/** Redis servers and Sentinels of our own, which keep nothing on disk and are gone when they are stopped. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./freePort.ts"

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

const accepting = (server: ChildProcess, ready: string) =>
  new Promise<void>((resolve, reject) => {
    let log = ""
    server.stdout?.on("data", (data) => {
      log = (log + String(data)).slice(-4_000)
      if (log.includes(ready)) resolve()
    })
    server.once("error", reject)
    server.once("exit", (code) => reject(new Error(`redis-server ended with code ${code}: ${log.trim()}`)))
  })

type Settings = ReadonlyArray<ReadonlyArray<string>>

/** Starts what `argumentsIn` says of a folder, once it has said that it is `ready`. */
const startIn = async (
  port: number,
  ready: string,
  argumentsIn: (directory: string) => ReadonlyArray<string>
): Promise<OwnRedis> => {
  const directory = mkdtempSync(join(tmpdir(), "kittiwake-redis-"))
  let server: ChildProcess | undefined
  // Whoever ends without stopping the server takes it along.
  const abandon = () => {
    server?.kill("SIGKILL")
    rmSync(directory, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  const start = async () => {
    server = spawn("redis-server", argumentsIn(directory), { stdio: ["ignore", "pipe", "ignore"] })
    await accepting(server, ready)
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

const settingsOf = (port: number, directory: string, settings: Settings): Settings => [
  ["port", String(port)],
  ["bind", "127.0.0.1"],
  ["dir", directory],
  ...settings
]

/** Starts a server whose settings are Redis' own but for `settings`, each a name and its values. */
export const startOwnRedis = async (settings: Settings = []): Promise<OwnRedis> => {
  const port = await freePort()
  const unsaved: Settings = [
    ["save", ""],
    ["appendonly", "no"]
  ]
  return startIn(port, "Ready to accept connections", (directory) =>
    settingsOf(port, directory, [...unsaved, ...settings]).flatMap(([name, ...values]) => [`--${name}`, ...values])
  )
}

/** Starts a Sentinel with `settings`, which it writes to a file of its own, as all of them do. */
export const startOwnSentinel = async (settings: Settings): Promise<OwnRedis> => {
  const port = await freePort()
  return startIn(port, "Sentinel ID is", (directory) => {
    const file = join(directory, "sentinel.conf")
    writeFileSync(
      file,
      settingsOf(port, directory, settings)
        .map((setting) => setting.join(" "))
        .join("\n")
    )
    return [file, "--sentinel"]
  })
}
