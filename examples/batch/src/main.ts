/** Reads the addresses on standard input, one a line, and writes what they say as lines of JSON. */
import { createInterface } from "node:readline"
import { Kittiwake } from "kittiwake"
import { printAll } from "./printAll.ts"

if (process.stdin.isTTY) {
  console.error("Usage: npm start --silent < addresses.txt > pages.ndjson (an address a line)")
  process.exit(2)
}

await using kittiwake = await Kittiwake.open({ memory: true })
process.exitCode = await printAll(kittiwake, createInterface({ input: process.stdin }))
