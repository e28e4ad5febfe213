/**
 * Keeps compiled modules from one test file to the next, as the command does from one start to the next: files, and the
 * threads and processes that the product starts for them, then find theirs instead of stripping types anew, which is slow, and
 * which is WebAssembly.
 */
import module from "node:module"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"

module.enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/kittiwake", import.meta.url)))

// Node writes it when a process ends by itself; Vitest ends its workers by a signal.
afterAll(() => module.flushCompileCache())
