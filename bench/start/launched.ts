/** Starts programs and tells what they cost: those that end, and servers until they answer. */
import { type ChildProcess, spawn } from "node:child_process"
import { open } from "node:fs/promises"
import { get } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { logFile } from "../children.ts"
import { cpuSecondsOf, megabytesOf } from "./processTree.ts"

/** A program: arguments of `node`, and its environment beside ours. */
export interface Program {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** What a program took that ended by itself. */
export interface Ran {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** What a server took until it answered, and what it has then and some time later. */
export interface Started extends Ran {
  readonly readyMegabytes: number
  readonly laterMegabytes: number
}

const usage = fileURLToPath(new URL("./usage.cjs", import.meta.url))

/** After so long a server has given back what only its start needed. */
const laterMillis = 5_000

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once("exit", resolve))

/** Runs a program to its end. */
export const ran = async ({ args, env }: Program): Promise<Ran> => {
  const began = performance.now()
  const child = spawn(process.execPath, ["--require", usage, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "pipe"]
  })
  let told = ""
  child.stdio[3]!.on("data", (chunk) => {
    told += String(chunk)
  })
  const closed = new Promise((resolve) => child.once("close", resolve))
  const code = await ended(child)
  const seconds = (performance.now() - began) / 1e3
  await closed
  if (code !== 0) throw new Error(`${args.join(" ")} ended with code ${code}`)
  return { ...(JSON.parse(told) as Omit<Ran, "seconds">), seconds }
}

const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on("error", () => resolve(false))
  })

/** How often it is looked whether a server answers: often enough for the figure, and too seldom to be part of it. */
const lookEveryMillis = 10

/** Where a server answers when it is ready. */
export interface Answering {
  readonly port: number
  readonly path: string
}

/** A server that runs: its process, and how long it took until it answered. */
export interface Serving {
  readonly pid: number
  readonly seconds: number
}

/** Starts a server, and ends it when `use` is done with it. */
export const serving = async <A>(
  { args, env }: Program,
  { path, port }: Answering,
  use: (server: Serving) => Promise<A>
): Promise<A> => {
  const log = await open(logFile, "a")
  const began = performance.now()
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", log.fd, log.fd]
  })
  const pid = child.pid!
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with code ${child.exitCode}; see ${logFile}`)
    await wait(lookEveryMillis)
  }
  try {
    return await use({ pid, seconds: (performance.now() - began) / 1e3 })
  } finally {
    const end = ended(child)
    child.kill("SIGTERM")
    await end
    await log.close()
  }
}

/** What a server took and has, which is ended then. */
export const started = (program: Program, answering: Answering): Promise<Started> =>
  serving(program, answering, async ({ pid, seconds }) => {
    const [cpuSeconds, readyMegabytes] = await Promise.all([cpuSecondsOf(pid), megabytesOf(pid, "VmRSS")])
    await wait(laterMillis)
    const laterMegabytes = await megabytesOf(pid, "VmRSS")
    const peakMegabytes = await megabytesOf(pid, "VmHWM")
    return { seconds, cpuSeconds, readyMegabytes, laterMegabytes, peakMegabytes }
  })
