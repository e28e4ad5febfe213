/** `kittiwake start` as a process of its own, and the public client that talks to it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import ContextDev from "context.dev"
import { type Lines, linesOf } from "./lines.ts"
import type { Listening } from "./listen.ts"
import type { Storage } from "./storages.ts"

const main = join(import.meta.dirname, "../../packages/cli/src/main.ts")

const apiKey = "sk_of_the_end_to_end_tests"

/** A line of the log. */
export interface LogLine {
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
}

export interface Server extends AsyncDisposable {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly client: ContextDev
  /** The first line of the log that `matches`, now or later. */
  readonly logged: (matches: (line: LogLine) => boolean) => Promise<LogLine>
  /** Asks it to stop; kept when it has begun to. */
  readonly askToStop: () => Promise<unknown>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

const start = (env: Readonly<Record<string, string>>): ChildProcess =>
  // As `npm start` does it.
  spawn(process.execPath, ["--max-semi-space-size=16", main, "start"], {
    env: {
      PATH: process.env.PATH ?? "",
      NO_COLOR: "1",
      KITTIWAKE_LOG: "json",
      KITTIWAKE_PORT: "0",
      KITTIWAKE_API_KEY: apiKey,
      ...env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })

const loggedIn =
  (stdout: Lines): Server["logged"] =>
  async (matches) =>
    JSON.parse(await stdout.first((line) => matches(JSON.parse(line) as LogLine))) as LogLine

/** Starts a server that may reach these `outside` servers, and waits until it listens. */
export const startServer = async (storage: Storage, outside: ReadonlyArray<Listening>): Promise<Server> => {
  const child = start({
    ...storage.env,
    KITTIWAKE_EGRESS_ALLOW: outside.map(({ address }) => address).join(",")
  })
  const stdout = linesOf(child.stdout!)
  const stderr = linesOf(child.stderr!)
  const ended = once(child, "close").then(() => child.exitCode)
  const logged = loggedIn(stdout)
  const started = await logged(({ message }) => message === "server.started").catch((cause: unknown) => {
    throw new Error(`the server did not start: ${stderr.all.join("\n")}`, { cause })
  })
  const url = String(started.annotations.url)
  return {
    url,
    headers: { authorization: `Bearer ${apiKey}` },
    client: new ContextDev({ apiKey, baseURL: `${url}/v1` }),
    logged,
    askToStop: () => {
      child.kill("SIGTERM")
      return stderr.first((line) => line.startsWith("Stopping"))
    },
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
