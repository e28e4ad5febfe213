#!/usr/bin/env node
/**
 * The command as it is started in a clone. It is no TypeScript, so that what strips types need not be loaded, which would take
 * 65 ms and 20 MB of every start: with the cache on, the modules come from there as they were compiled before. On a Node that
 * is too old, it goes on in the one that the npm package `node` brought.
 */
import { spawn } from "node:child_process"
// By name, an older Node would not find all of it.
import module from "node:module"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Set for a process that ends when the one above it is gone, however that ended: nobody else would pass signals on to it. */
const underAnother = "KITTIWAKE_UNDER_ANOTHER"

const endWithParent = () => {
  delete process.env[underAnother]
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  process.channel?.unref()
}

const goOnInNode24 = () => {
  const node = join(dirname(module.createRequire(import.meta.url).resolve("node/package.json")), "bin/node")
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [underAnother]: "1" }
  })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", ({ message }) => {
    console.error(`kittiwake: this is Node ${process.version}, and Node 24 cannot be started: ${message}. Run npm ci.`)
    process.exitCode = 3
  })
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
  })
}

if (Number(process.versions.node.split(".")[0]) < 24) goOnInNode24()
else {
  if (process.env[underAnother] !== undefined) endWithParent()
  // Where `src/compileCache.ts` has it, which says why.
  module.enableCompileCache?.(fileURLToPath(new URL("../.cache/kittiwake", import.meta.resolve("effect/package.json"))))
  await import("./src/main.ts")
}
