/** Reads the addresses on standard input, one a line, and writes what they say as lines of JSON. */
import { createInterface } from "node:readline"
import { Kittiwake } from "kittiwake"
import { readAll } from "./readAll.ts"

if (process.stdin.isTTY) {
  console.error("Usage: npm start --silent < addresses.txt > pages.ndjson (an address a line)")
  process.exit(2)
}

await using kittiwake = await Kittiwake.open({ memory: true })
for await (const page of readAll(kittiwake, createInterface({ input: process.stdin }))) {
  console.log(JSON.stringify(page))
}
