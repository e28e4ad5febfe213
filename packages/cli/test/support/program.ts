/** A program that goes on, and what it has printed. */
import { spawn } from "node:child_process"
import { once } from "node:events"

/** Starts a program in a folder; what is left of it is killed with the end of the block. */
export const startIn = (
  folder: string,
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>
) => {
  // A group of its own, so that what it leaves behind goes with it.
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
  let text = ""
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      text += String(bytes)
      for (const look of [...looks]) look()
    })
  }
  // All who hold its ends of the pipes are gone by then, and not it alone.
  const closed = once(child, "close")
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (pattern.test(text)) resolve()
      }
      looks.add(look)
      child.once("close", () => reject(new Error(`It ended and had printed:\n${text}`)))
      look()
    })
  const kill = async () => {
    try {
      process.kill(-child.pid!, "SIGKILL")
    } catch {
      // All of them are gone.
    }
    await closed
  }
  return { child, closed, printed, text: () => text, [Symbol.asyncDispose]: kill }
}
