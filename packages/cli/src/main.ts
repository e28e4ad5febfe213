#!/usr/bin/env node
/** The command. What it imports is loaded when the cache of compiled modules is on and the heap is set. */
import "./compileCache.ts"
import "./heapFlags.ts"

const { runCommand } = await import("./runCommand.ts")
runCommand()
