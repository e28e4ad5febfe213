/** Runs a program over a storage until it ends or is killed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Storage } from "../endToEnd/storages.ts"
import type { testProgram } from "../setup/sharedServers.ts"

/** How it ended, and what it printed. */
export const runToEnd = async (
  program: Awaited<ReturnType<typeof testProgram>>,
  storage: Storage,
  given: Readonly<Record<string, string>>
) => {
  const child = spawn(process.execPath, [program.file], {
    env: { PATH: process.env.PATH ?? "", ...program.env, ...storage.env, ...given },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const texts = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => (texts.stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (texts.stderr += String(chunk)))
  await once(child, "close")
  return { signal: child.signalCode, exitCode: child.exitCode, ...texts }
}
