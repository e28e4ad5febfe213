/** Reads the addresses on standard input, one a line, and writes what they say as lines of JSON. */
import { createInterface } from "node:readline"
import { Kittiwake, KittiwakeError } from "kittiwake"
import { printAll } from "./printAll.ts"

if (process.stdin.isTTY) {
  console.error("Usage: npm start --silent < addresses.txt > pages.ndjson (an address a line)")
  process.exit(2)
}

// Private addresses are refused unless they are named: KITTIWAKE_EGRESS_ALLOW=127.0.0.1:8000 reads pages of this machine.
const egressAllow = (process.env.KITTIWAKE_EGRESS_ALLOW ?? "").split(",").filter((one) => one.trim() !== "")

try {
  await using kittiwake = await Kittiwake.open({ memory: true, egressAllow })
  process.exitCode = await printAll(kittiwake, createInterface({ input: process.stdin }))
} catch (error) {
  if (!(error instanceof KittiwakeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
