/** `kittiwake start` as anyone runs it, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { open, readFile } from "node:fs/promises"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { heapArguments, logFile } from "../children.ts"
import type { CpuSeconds } from "./cpu.ts"

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  readonly pid: number
  readonly isAlive: () => boolean
  readonly cpuSeconds: () => Promise<CpuSeconds>
  readonly end: () => Promise<void>
}

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Linux counts in hundredths of a second. */
const secondsAt = async (path: string): Promise<number> => {
  const fields = (await readFile(path, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12])) / 100
}

/** The main thread of a process has its number. */
const cpuSecondsOf = async (pid: number): Promise<CpuSeconds> => ({
  all: await secondsAt(`/proc/${pid}/stat`),
  main: await secondsAt(`/proc/${pid}/task/${pid}/stat`)
})

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url))

const untilReady = async (child: ChildProcess, port: number): Promise<void> => {
  while (child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`kittiwake start ended with code ${child.exitCode}; see ${logFile}`)
}

/** Starts the server with these settings beside the defaults, and these arguments of `node` beside those of `npm start`. */
export const startServer = async (
  settings: Readonly<Record<string, string>>,
  nodeArguments: ReadonlyArray<string> = []
): Promise<RunningServer> => {
  const port = await freePort()
  const log = await open(logFile, "a")
  const child = spawn(process.execPath, [...heapArguments, ...nodeArguments, main, "start"], {
    env: { ...process.env, ...settings, KITTIWAKE_PORT: String(port), KITTIWAKE_HOST: "127.0.0.1" },
    stdio: ["ignore", log.fd, log.fd]
  })
  await log.close()
  await untilReady(child, port)
  return {
    port,
    pid: child.pid!,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    end: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      })
  }
}
