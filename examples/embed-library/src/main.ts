/** Watches the page given on the command line for an hour, once a minute. */
import { setTimeout } from "node:timers/promises"
import { Kittiwake } from "kittiwake"
import { watchUntilChanged } from "./watchUntilChanged.ts"

const url = process.argv[2]
if (url === undefined) {
  console.error("Usage: npm start -- https://example.com (the address of a page)")
  process.exit(2)
}

await using kittiwake = await Kittiwake.open({ memory: true, worker: false })
const diff = await watchUntilChanged(kittiwake, { url, looks: 60, betweenLooks: () => setTimeout(60_000) })
console.log(diff ?? "Nothing changed within an hour.")
