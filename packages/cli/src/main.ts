#!/usr/bin/env node
/** The command. What it imports is loaded when the cache of compiled modules is on and the heap is set. */
import "./compileCache.ts"
import { cacheFolder } from "./cacheFolder.ts"
import "./heapFlags.ts"
import { oldNode } from "./oldNode.ts"

const runCommand = async (): Promise<void> => {
  const { bundledCommand } = await import("./bundledCommand.ts")
  const bundled = bundledCommand(cacheFolder)
  const command: typeof import("./runCommand.ts") = await import(bundled?.href ?? "./runCommand.ts")
  command.runCommand()
}

const [asked, ...others] = process.argv.slice(2)
if (asked === "--version" && others.length === 0) {
  // Nothing of the product is needed to tell it.
  console.log(`kittiwake v${(await import("./version.ts")).version}`)
} else {
  const problem = oldNode()
  if (problem === null) await runCommand()
  else {
    console.error(`kittiwake: ${problem}`)
    process.exitCode = 3
  }
}
