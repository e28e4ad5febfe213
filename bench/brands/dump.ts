/**
 * A made dump of Wikidata: one item a line, of 5 to 500 KB as items are when their labels, statements and references are written
 * out, most of them small; one of 200 MB among them, and some that are no JSON. It is made and packed as it is written, so that no
 * size of it is held.
 */
import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { mixed } from "./names.ts"

/** Bytes of an item: a few are as large as those of large companies and countries. */
const sizes = { least: 5_000, most: 500_000 } as const

/** The item of which nobody can make anything, in bytes. */
const hostileBytes = 200_000_000

/** Of so many items one has a site, is a company with a site, or is cut off. */
const each = { site: 4, company: 8, broken: 997 } as const

/** Words that look like what people write, of which no two texts have the same. */
const words = "maker retailer bank group founded headquarters listed subsidiary brand energy media health".split(" ")
const text = (n: number, salt: number, count: number): string =>
  Array.from({ length: count }, (_, at) => words[Math.floor(mixed(n + at, salt) * words.length)]).join(" ")

const hash = (n: number, salt: number): string =>
  Array.from({ length: 5 }, (_, at) =>
    Math.floor(mixed(n, salt + at) * 0xffffffff)
      .toString(16)
      .padStart(8, "0")
  ).join("")

const snak = (property: string, value: unknown) => ({
  snaktype: "value",
  property,
  datavalue: { value, type: "string" }
})

const statement = (n: number, property: string, value: unknown) => ({
  mainsnak: snak(property, value),
  type: "statement",
  id: `Q${n}$${hash(n, 3)}`,
  rank: "normal",
  references: [{ hash: hash(n, 11), snaks: { P854: [snak("P854", `https://source.example/${hash(n, 17)}`)] } }]
})

const claimsOf = (n: number) => ({
  P31: [statement(n, "P31", { id: "Q4830453" })],
  ...(n % each.site === 0 ? { P856: [statement(n, "P856", `https://${madeDomain(n)}/`)] } : {}),
  ...(n % each.company === 0
    ? {
        P452: [statement(n, "P452", { id: "Q1" })],
        P17: [statement(n, "P17", { id: "Q183" })],
        P154: [statement(n, "P154", `Logo ${n}.svg`)],
        P1278: [statement(n, "P1278", `WIKI${String(n).padStart(14, "0")}00`)],
        P946: [statement(n, "P946", `DE${String(n).padStart(9, "0")}0`)]
      }
    : {})
})

const madeDomain = (n: number): string => `${words[n % words.length]}-${n.toString(36)}.example`

/** Statements that are there to be read over; far more than gzip looks back upon. */
const further = Array.from({ length: 500 }, (_, n) => JSON.stringify(statement(n, "P9999", text(n, 23, 12))))

/** An item, with as many further statements as it takes. */
const line = (n: number): string => {
  const size = Math.round(sizes.least * (sizes.most / sizes.least) ** (mixed(n, 5) ** 8))
  const label = { language: "en", value: `${text(n, 7, 2)} ${n}` }
  const head = JSON.stringify({
    ...{ type: "item", id: `Q${n}`, labels: { en: label, de: label, fr: label, ja: label } },
    descriptions: { en: { language: "en", value: text(n, 9, 6) } },
    aliases: { en: [{ language: "en", value: text(n, 13, 3) }] },
    claims: claimsOf(n)
  })
  const more: Array<string> = []
  for (let length = head.length; length < size; length += more.at(-1)!.length) {
    more.push(further[(n * 7 + more.length) % further.length]!)
  }
  const whole = `${head.slice(0, -2)},"P9999":[${more.join(",")}]}}`
  return n % each.broken === 0 ? whole.slice(0, whole.length / 2) : whole
}

/** What was written. */
export interface WrittenDump {
  readonly rows: number
  readonly bytes: number
  /** Those that an import writes. */
  readonly companies: number
}

/** Writes a dump of about so many bytes, unpacked; the item of 200 MB, which is beside them, stands in its middle. */
export const writeDump = async (path: string, bytes: number, hasHostile: boolean): Promise<WrittenDump> => {
  let [rows, length, companies] = [0, 0, 0]
  const counted = (part: string) => {
    length += Buffer.byteLength(part)
    return part
  }
  function* parts(): Generator<string> {
    yield counted("[\n")
    let isHostile = hasHostile
    for (let n = 1; length < bytes + (hasHostile && !isHostile ? hostileBytes : 0); n++) {
      if (isHostile && length > bytes / 2) {
        isHostile = false
        rows += 1
        yield counted(`{"type":"item","id":"Q0","claims":{"P856":"`)
        for (let written = 0; written < hostileBytes; written += 1_000_000)
          yield counted(text(n, written, 1).padEnd(1e6, "x"))
        yield counted(`"}},\n`)
      }
      rows += 1
      if (n % each.broken !== 0 && n % each.company === 0) companies += 1
      yield counted(`${line(n)},\n`)
    }
    yield counted("]\n")
  }
  await pipeline(Readable.from(parts()), createGzip({ level: 1 }), createWriteStream(path))
  return { rows, bytes: length, companies }
}
