/** Real processes and directories for tests. */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { Effect } from "effect"
import { testProgram } from "../../../../test/setup/sharedServers.ts"
import type { Synchronous } from "../src/messages.ts"

const program = await testProgram("packages/adapters/sqlite/test/fixtures/holdDirectory.ts")

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

/**
 * Starts a process that holds the directory and, in mode `write`, writes to it. It is killed with the scope at the latest.
 * `under` is a program that starts it, with its arguments; `uid` is whose it is, for a superuser that starts it.
 */
export const holdInProcess = (
  directory: string,
  mode: "hold" | "write",
  options: { readonly synchronous?: Synchronous; readonly under?: ReadonlyArray<string>; readonly uid?: number } = {}
) =>
  Effect.acquireRelease(
    Effect.sync((): Holder => {
      const [command = "", ...args] = [
        ...(options.under ?? []),
        process.execPath,
        program.file,
        directory,
        mode,
        ...(options.synchronous === undefined ? [] : [options.synchronous])
      ]
      // A group of its own: a program that starts another is killed together with that one.
      const child = spawn(command, args, {
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        ...(options.uid === undefined ? {} : { uid: options.uid }),
        env: { ...process.env, ...program.env }
      })
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
          if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL")
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
