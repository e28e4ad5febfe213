/** Real processes and directories for tests. */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** A directory that goes with the scope. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** A process that runs `fixtures/holdDirectory.ts`. */
export interface Holder {
  readonly pid: number
  /** Waits until it has printed `count` lines; fails when it ends before. */
  readonly printed: (count: number) => Effect.Effect<ReadonlyArray<string>>
  /** Ends it as a power button would, and waits until it is gone. */
  readonly kill: Effect.Effect<void>
  /** Waits for its end. */
  readonly ended: Effect.Effect<{ readonly code: number | null; readonly errors: string }>
}

const linesOf = (child: ChildProcessByStdio<null, Readable, Readable>) => {
  const lines: Array<string> = []
  const wake = new Set<() => void>()
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line)
    for (const one of wake) one()
  })
  return { lines, wake }
}

/** Starts a process that holds the directory and, in mode `write`, writes to it. It is killed with the scope at the latest. */
export const holdInProcess = (directory: string, mode: "hold" | "write") =>
  Effect.acquireRelease(
    Effect.sync((): Holder => {
      const script = fileURLToPath(new URL("./fixtures/holdDirectory.ts", import.meta.url))
      const child = spawn(process.execPath, [script, directory, mode], { stdio: ["ignore", "pipe", "pipe"] })
      const { lines, wake } = linesOf(child)
      let errors = ""
      child.stderr.on("data", (data) => {
        errors += String(data)
      })
      const exit = new Promise<number | null>((resolve) => child.once("close", resolve))
      const ended = Effect.promise(async () => ({ code: await exit, errors }))
      return {
        pid: child.pid!,
        ended,
        kill: Effect.suspend(() => {
          child.kill("SIGKILL")
          return Effect.asVoid(ended)
        }),
        printed: (count) =>
          Effect.promise(
            () =>
              new Promise<ReadonlyArray<string>>((resolve, reject) => {
                const look = () => {
                  if (lines.length >= count) resolve(lines)
                }
                wake.add(look)
                void exit.then(() => reject(new Error(`it ended after ${lines.length} lines: ${errors}`)))
                look()
              })
          )
      }
    }),
    (holder) => holder.kill
  )
