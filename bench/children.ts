/** Processes of a bench: each contender and each peer has one of its own, so that none pays for another. */
import { type ChildProcess, fork } from "node:child_process"
import { open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A process that answers calls. */
export interface Child {
  readonly call: <A>(method: string, argument?: unknown) => Promise<A>
  readonly end: () => Promise<void>
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** What a process prints goes here, as the log of a server goes to a file. */
export const logFile = join(tmpdir(), "kittiwake-bench.log")

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()))

/** What `npm start` tells `node` of the heap. */
export const heapArguments: ReadonlyArray<string> = ["--max-semi-space-size=16"]

/** Starts `module`, a file that calls `answerCalls`, and waits until it does. `execArgv` are arguments of `node`. */
export const startChild = async (
  module: URL,
  env: Readonly<Record<string, string>> = {},
  execArgv: ReadonlyArray<string> = []
): Promise<Child> => {
  const log = await open(logFile, "a")
  const child = fork(module, [], {
    env: { ...process.env, ...env },
    execArgv: [...execArgv],
    serialization: "advanced",
    stdio: ["ignore", log.fd, "inherit", "ipc"]
  })
  await log.close()
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  child.on("message", (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.on("exit", (code) => {
    for (const [id, resolve] of waiting) resolve({ id, error: `${module.pathname} ended with code ${code}` })
  })
  await new Promise<void>((resolve, reject) => {
    waiting.set(0, ({ error }) => (error === undefined ? resolve() : reject(new Error(error))))
  })
  return {
    call: <A>(method: string, argument?: unknown) =>
      new Promise<A>((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, ({ error, value }) => (error === undefined ? resolve(value as A) : reject(new Error(error))))
        child.send({ id, method, argument })
      }),
    end: async () => {
      if (child.connected) child.disconnect()
      await ended(child)
    }
  }
}

/** Answers the parent's calls until it hangs up; then `close` runs and the process ends. */
export const answerCalls = (
  methods: Readonly<Record<string, (argument: never) => unknown>>,
  close: () => Promise<unknown> = async () => undefined
): void => {
  process.on("message", async ({ argument, id, method }: { id: number; method: string; argument: unknown }) => {
    try {
      process.send?.({ id, value: await methods[method]!(argument as never) })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on("disconnect", () => close().then(() => process.exit(0)))
  process.send?.({ id: 0 })
}
