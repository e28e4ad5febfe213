/** The official inspector, as its commands: one signs in, the other keeps connections on which it asks. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "@effect/vitest"

const program = (name: "mcp-inspector" | "mcpdo") => join(import.meta.dirname, "../../../../node_modules/.bin", name)

/** Longest that it waits for a connection, in milliseconds: a busy machine starts a command late. */
const patience = "120000"

/** What it printed as its result. */
export interface Inspected {
  readonly tools?: ReadonlyArray<{ readonly name: string }>
  readonly content?: ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

/** One connection, on which it asks. */
export type Ask = (options: ReadonlyArray<string>) => Promise<Inspected>

export interface Inspector extends AsyncDisposable {
  /** Starts it for one request at an address; `signIn` is given the address at which it wants a person. */
  readonly signIn: (
    address: string,
    options: ReadonlyArray<string>,
    signIn: (asked: string) => Promise<unknown>
  ) => Promise<Inspected>
  /** Opens a connection to an address, with what it kept when somebody signed in, or to a command. */
  readonly connect: (name: string, options: ReadonlyArray<string>) => Promise<Ask>
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}

/** Makes one that knows nothing yet, and keeps its tokens in a directory of its own. */
export const openInspector = async (): Promise<Inspector> => {
  const home = await mkdtemp(join(tmpdir(), "kittiwake-inspector-"))
  const env = {
    PATH: process.env.PATH ?? "",
    // It is started for each question.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    HOME: home,
    MCP_STORAGE_DIR: home,
    MCP_INSPECTOR_SECRET_STORE: "file",
    MCP_INSPECTOR_SECRET_FILE: join(home, "secrets.json"),
    MCP_INSPECTOR_PERSIST_TOKENS: "true",
    MCP_INSPECTOR_DAEMON_DIR: join(home, "daemon"),
    MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString("hex"),
    MCP_AUTO_OPEN_ENABLED: "true",
    // The test is the one who opens a browser.
    BROWSER: "true"
  }
  const run = (args: ReadonlyArray<string>, hear: (stderr: string) => void = () => undefined): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] })
      let stdout = ""
      let stderr = ""
      child.stdout.on("data", (piece: Buffer) => {
        stdout += piece.toString()
      })
      child.stderr.on("data", (piece: Buffer) => {
        stderr += piece.toString()
        try {
          hear(stderr)
        } catch (error) {
          child.kill()
          reject(error)
        }
      })
      child.on("close", () => resolve({ stdout, stderr }))
    })
  const read = <A>({ stderr, stdout }: Ended): A => {
    try {
      return JSON.parse(stdout) as A
    } catch {
      throw new Error(`${stdout}\n${stderr}`)
    }
  }
  const connected = [program("mcpdo"), "--format", "json", "--stored-auth-only", "--connection"]
  return {
    signIn: async (address, options, signIn) => {
      let asked: Promise<unknown> | undefined
      const args = [program("mcp-inspector"), "--cli", address, ...options, "--format", "json"]
      const ended = await run([...args, "--connect-timeout", patience], (stderr) => {
        const wanted = /Please navigate to: (http\S+)\n/.exec(stderr)?.[1]
        if (wanted !== undefined) asked ??= signIn(wanted)
      })
      await asked
      return read<{ readonly result: Inspected }>(ended).result
    },
    connect: async (name, options) => {
      read(await run([...connected, name, "connect", "--connect-timeout", patience, ...options]))
      return async (asked) => read<Inspected>(await run([...connected, name, ...asked]))
    },
    [Symbol.asyncDispose]: async () => {
      await run([program("mcpdo"), "daemon", "stop"])
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** Asserts that an answer of a tool is a record, or the envelope of an error that is not about its arguments. */
export const assertAnswer = (name: string, { content, isError, structuredContent }: Inspected): void => {
  const text = content?.filter(({ type }) => type === "text").at(-1)?.text ?? "{}"
  const told = JSON.parse(text) as { readonly error_code?: string }
  if (isError === true) {
    assert.isString(told.error_code, `${name}: ${text}`)
    assert.notStrictEqual(told.error_code, "INPUT_VALIDATION_ERROR", `${name}: ${text}`)
  } else assert.deepStrictEqual(told, structuredContent, name)
}
