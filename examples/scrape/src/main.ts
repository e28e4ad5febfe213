/** Prints what the page on the command line links to, as Markdown. */
import { Kittiwake } from "kittiwake"
import { readingList } from "./readingList.ts"

const url = process.argv[2]
if (url === undefined) {
  console.error("Usage: npm start -- https://example.com (the address of a page)")
  process.exit(2)
}

await using kittiwake = await Kittiwake.open({ memory: true, worker: false })
console.log(await readingList(kittiwake, { url, most: 10 }))
