#!/usr/bin/env node
/**
 * The command as it is started in a clone. It is no TypeScript, so that what strips types need not be loaded, which would take
 * 65 ms and 20 MB of every start: with the cache on, the modules come from there as they were compiled before.
 */
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

// Where `src/compileCache.ts` has it, which says why.
enableCompileCache?.(fileURLToPath(new URL("../.cache/kittiwake", import.meta.resolve("effect/package.json"))))
await import("./src/main.ts")
