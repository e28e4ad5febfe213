/** The least that reading a dump takes: it is unpacked and cut into lines, and those that name a site are parsed. */
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"

/** Longest line that is parsed, as it is for ours. */
const longest = 33_554_432

const mark = Buffer.from('"P856"')
let [rows, parsed] = [0, 0]

await pipeline(createReadStream(process.argv[2]!, { highWaterMark: 262_144 }), createGunzip(), async (chunks) => {
  let rest: Array<Buffer> = []
  let length = 0
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = length > longest ? null : Buffer.concat([...rest, chunk.subarray(from, end)])
      rest = []
      length = 0
      from = end + 1
      rows += 1
      if (line?.includes(mark) !== true) continue
      try {
        JSON.parse(line.toString("utf8").replace(/,\s*$/, ""))
        parsed += 1
      } catch {
        // Some are cut off.
      }
    }
    const left = chunk.subarray(from)
    length += left.length
    if (length > longest) rest = []
    else rest.push(left)
  }
})
console.log(`${rows} lines, ${parsed} parsed`)
