/** Puts the mutant into threads and processes that the tests start; they do not load their files through Vitest. */
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

if (mutant !== null) {
  applyPatches([mutant])
  threads.Worker = Told
  syncBuiltinESMExports()
}
