/** What is read of a robots.txt in bytes. Observed: the rules that come of it. */
import { assert, describe, it } from "@effect/vitest"
import { Answer, type FetchSession } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import { isAllowed, maxRobotsBytes } from "../../src/sites/domain/Robots.ts"
import { robotsAt } from "../../src/sites/readRobots.ts"

const bytesOf = (text: string): ReadonlyArray<number> => [...text].map((one) => one.charCodeAt(0))

/** Kinds of text whose characters take more than a byte, each with one of them. */
const kinds = [
  { charset: "utf-8", character: [0xe2, 0x98, 0x82] },
  { charset: "gb18030", character: [0x81, 0x30, 0x81, 0x30] }
]

/** A session with a site that has this file alone, of which it gives as many bytes as are asked for. */
const sessionOf = (file: Uint8Array, charset: string): FetchSession => ({
  fetch: ({ firstBytes, url }) =>
    Effect.succeed(
      Answer.cases.Fetched.make({
        ...{ url, status: 200, mediaType: "text/plain", etag: null, lastModified: null },
        body: new TextDecoder(charset).decode(file.subarray(0, firstBytes))
      })
    ),
  fetchEncoded: () => Effect.die("nothing is read elsewhere"),
  download: () => Effect.die("nothing is downloaded")
})

describe("a robots.txt that is longer than what is read of it", () => {
  it.effect.each(kinds)("is read to its last whole line, however many bytes a character takes ($charset)", (kind) =>
    Effect.gen(function* () {
      const begun = bytesOf("User-agent: *\n#")
      const rules = bytesOf("\nDisallow: /private\nDisallow: /about")
      // What is read ends behind the first slash of the last line.
      const read = maxRobotsBytes - begun.length - rules.length + "about".length
      const { length } = kind.character
      const filling = new Uint8Array(read * length).map((_, index) => kind.character[index % length]!)
      const file = Uint8Array.from([...begun, ...filling, ...rules, ...filling])
      const url = "https://site.example/"
      const robots = yield* robotsAt(sessionOf(file, kind.charset), url, { atMillis: 60_000, acceptsPart: false })
      assert.isFalse(isAllowed(robots, "Kittiwake", `${url}private/1`))
      assert.isTrue(isAllowed(robots, "Kittiwake", `${url}elsewhere`))
    })
  )
})
