/** Puts the mutant into threads and processes that the tests start; they do not load their files through Vitest. */
import processes, { type ChildProcess, type SpawnOptions } from "node:child_process"
import { syncBuiltinESMExports } from "node:module"
import threads, { type WorkerOptions } from "node:worker_threads"
import { applyPatches } from "../patching/SourcePatch.ts"
import { mutantOf, variable } from "./environment.ts"

const mutant = mutantOf(process.env)

/** A thread that is told of the mutant, whatever options and environment it is started with. */
class Told extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const { env, execArgv = process.execArgv } = options
    const told = typeof env === "object" ? { ...env, [variable]: process.env[variable] } : env
    super(file, { ...options, execArgv: [...execArgv, "--import", import.meta.url], ...(told ? { env: told } : {}) })
  }
}

const { spawn } = processes

/** A process that is told of the mutant, although it gets nothing of our environment that it does not need. */
const spawnTold = (
  command: string,
  given: ReadonlyArray<string> | SpawnOptions = [],
  last: SpawnOptions = {}
): ChildProcess => {
  const args: ReadonlyArray<string> = Array.isArray(given) ? given : []
  const options = Array.isArray(given) ? last : (given as SpawnOptions)
  const { env } = options
  if (env === undefined) return spawn(command, args, options)
  const told = { [variable]: process.env[variable], NODE_OPTIONS: process.env.NODE_OPTIONS }
  return spawn(command, args, { ...options, env: { ...told, ...env } })
}

if (mutant !== null) {
  applyPatches([mutant])
  Object.assign(processes, { spawn: spawnTold })
  threads.Worker = Told
  syncBuiltinESMExports()
}
