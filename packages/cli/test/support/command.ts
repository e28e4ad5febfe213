/** Runs the command as a process of its own, as an operator does. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

const main = join(import.meta.dirname, "../../src/main.ts")

export type Environment = Readonly<Record<string, string>>

const start = (args: ReadonlyArray<string>, env: Environment, input?: string): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? "", NO_COLOR: "1", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"]
  })
  child.stdin?.end(input)
  return child
}

/** What a command printed, and how it ended. */
export interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

const textOf = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
  let text = ""
  for await (const chunk of stream ?? []) text += String(chunk)
  return text
}

/** Runs a command to its end, with `input` on its standard input. */
export const run = async (args: ReadonlyArray<string>, env: Environment, input?: string): Promise<Ended> => {
  const child = start(args, env, input)
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, "close")])
  return { exitCode: child.exitCode, stdout, stderr }
}

/** A command that is still running. */
export interface Running {
  /** Waits until what it printed, beside or as its result, holds this. */
  readonly printed: (text: string) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
}

/** Starts a command, which ends by itself or by a signal. */
export const begin = (args: ReadonlyArray<string>, env: Environment): Running => {
  const child = start(args, env)
  const texts = { stdout: "", stderr: "" }
  const looks = new Set<() => void>()
  const hear = (stream: "stdout" | "stderr") =>
    child[stream]?.on("data", (chunk) => {
      texts[stream] += String(chunk)
      for (const look of looks) look()
    })
  hear("stdout")
  hear("stderr")
  const ended = once(child, "close").then((): Ended => ({ exitCode: child.exitCode, ...texts }))
  return {
    printed: (text) => {
      const { promise, reject, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (`${texts.stdout}${texts.stderr}`.includes(text)) resolve()
      }
      looks.add(look)
      look()
      ended.then(({ stderr, stdout }) => reject(new Error(`ended before "${text}": ${stderr}${stdout}`)))
      return promise
    },
    signal: (signal) => child.kill(signal),
    ended
  }
}

/** A line of the log. */
export interface LogLine {
  readonly message: unknown
  readonly annotations?: Readonly<Record<string, unknown>>
}

/** A process that serves. */
export interface Served {
  readonly url: string
  /** Every line of its log so far. */
  readonly log: ReadonlyArray<LogLine>
  /** The first line with this message, now or later; of this monitor, where one is named. */
  readonly logged: (message: string, monitorId?: string) => Promise<LogLine>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Asks the process to stop, and waits until it said that it heard. */
  readonly askToStop: () => Promise<void>
  /** How it ended, now or later. */
  readonly ended: Promise<Ended>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Starts a process that serves, and waits until its log says `ready`. */
export const serve = async (
  args: ReadonlyArray<string>,
  env: Environment,
  ready = "server.started"
): Promise<Served> => {
  const child = start(args, { KITTIWAKE_LOG: "json", KITTIWAKE_PORT: "0", ...env })
  const log: Array<LogLine> = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout! }).on("line", (text) => {
    log.push(JSON.parse(text) as LogLine)
    for (const look of waiting) look()
  })
  const heard = Promise.withResolvers<void>()
  child.stderr?.once("data", () => heard.resolve())
  const stderr = textOf(child.stderr)
  const ended = once(child, "close").then(async () => ({
    exitCode: child.exitCode,
    stdout: log.map((line) => JSON.stringify(line)).join("\n"),
    stderr: await stderr
  }))
  const logged: Served["logged"] = (message, monitorId) => {
    const { promise, resolve } = Promise.withResolvers<LogLine>()
    const look = () => {
      const found = log.find(
        (line) => line.message === message && (monitorId === undefined || line.annotations?.monitorId === monitorId)
      )
      if (found !== undefined) resolve(found)
    }
    waiting.add(look)
    look()
    const over = ended.then(({ stderr, stdout }): never => {
      throw new Error(`ended before "${message}": ${stderr}${stdout}`)
    })
    return Promise.race([promise, over]).finally(() => waiting.delete(look))
  }
  const { annotations } = await logged(ready)
  return {
    url: String(annotations?.url ?? ""),
    log,
    logged,
    ended,
    signal: (signal) => child.kill(signal),
    askToStop: () => {
      child.kill("SIGTERM")
      return heard.promise
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

/** The settings with which a command finds a server. */
export const beside = (served: Served, env: Environment): Environment => ({
  ...env,
  KITTIWAKE_PORT: new URL(served.url).port
})

/** A directory that is gone after the test. */
export const temporaryDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), "kittiwake-"))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
