/** Watches the page given on the command line for an hour, once a minute. */
import { setTimeout } from "node:timers/promises"
import { Kittiwake, KittiwakeError } from "kittiwake"
import { watchUntilChanged } from "./watchUntilChanged.ts"

const url = process.argv[2]
if (url === undefined) {
  console.error("Usage: npm start -- https://example.com (the address of a page)")
  process.exit(2)
}

// Private addresses are refused unless they are named: KITTIWAKE_EGRESS_ALLOW=127.0.0.1:8000 reads a page of this machine.
const egressAllow = (process.env.KITTIWAKE_EGRESS_ALLOW ?? "").split(",").filter((one) => one.trim() !== "")

try {
  await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow })
  console.log(`Looking once a minute, for an hour: ${url}`)
  const diff = await watchUntilChanged(kittiwake, { url, looks: 60, betweenLooks: () => setTimeout(60_000) })
  console.log(diff ?? "Nothing changed within an hour.")
} catch (error) {
  if (!(error instanceof KittiwakeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
