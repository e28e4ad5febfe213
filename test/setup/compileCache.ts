/**
 * Keeps compiled modules from one test run to the next, as the command does: the threads of the product then find theirs
 * instead of stripping types anew, which is slow, and which is WebAssembly.
 */
import module from "node:module"
import { fileURLToPath } from "node:url"

module.enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/kittiwake", import.meta.url)))
