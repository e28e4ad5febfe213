/**
 * Loaded before a command (`--import`): ends its process, as a power button would, right before the nth time it asks the disk
 * for something. `DIE_AT` says which; a file in `STEPS_TO` is told how many there were, where the process ended by itself.
 */
import { writeFileSync } from "node:fs"
import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { DatabaseSync } from "node:sqlite"
import { isMainThread } from "node:worker_threads"

const { DIE_AT, STEPS_TO } = process.env

let steps = 0

const counted = (owner: object, name: string) => {
  const real = Reflect.get(owner, name) as (...args: Array<unknown>) => unknown
  Reflect.set(owner, name, function (this: unknown, ...args: Array<unknown>) {
    steps += 1
    if (steps === Number(DIE_AT)) process.kill(process.pid, "SIGKILL")
    return real.apply(this, args)
  })
}

if (isMainThread) {
  for (const name of ["open", "rename", "rm", "writeFile"]) counted(files, name)
  counted(DatabaseSync.prototype, "exec")
  syncBuiltinESMExports()
  process.on("exit", () => {
    if (STEPS_TO !== undefined) writeFileSync(STEPS_TO, String(steps))
  })
}
