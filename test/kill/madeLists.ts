/** Lists of brands that meet each other, of a dozen parts together. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

/** Rows of each list. */
const count = 2_000

const first = "Auk Tern Skua Shag Gannet Petrel Fulmar Puffin Murre Noddy".split(" ")
const second = "Foods Labs Energy Media Motors Travel Design Games Studio Bank".split(" ")

const nameOf = (n: number) => `${first[n % 10]} ${second[Math.floor(n / 10) % 10]} ${Math.floor(n / 100)}`
const leiOf = (n: number) => `5493${String(n).padStart(14, "0")}${String(n % 100).padStart(2, "0")}`

const snak = (value: unknown) => ({ mainsnak: { datavalue: { value } }, rank: "normal" })

/** Two of three have the LEI of a company that waits; one of four has an ISIN, one of fifty is a place. */
const item = (n: number): string =>
  JSON.stringify({
    ...{ type: "item", id: `Q${n + 1}`, labels: { en: { language: "en", value: nameOf(n) } } },
    ...{ descriptions: { en: { language: "en", value: `Maker number ${n}` } }, aliases: {} },
    claims: {
      P856: [snak(`https://${nameOf(n).toLowerCase().replaceAll(" ", "-")}.example/`)],
      ...(n % 50 === 49 ? {} : { P452: [snak({ id: "Q1" })] }),
      ...(n % 3 === 0 ? {} : { P1278: [snak(leiOf(n))] }),
      ...(n % 4 === 0 ? { P946: [snak(`GB${String(n).padStart(9, "0")}0`)] } : {})
    }
  })

/** Writes them into a folder; they are to be imported in this order. */
export const madeLists = async (folder: string): Promise<ReadonlyArray<string>> => {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const companies = [
    "LEI,Entity.LegalName,Entity.HeadquartersAddress.Country,Entity.EntityStatus",
    ...numbers.map((n) => (n === 700 ? "x,y" : `${leiOf(n)},"${nameOf(n)} Holding, ${n} Ltd",GB,ACTIVE`))
  ]
  const items = numbers.map((n) => (n === 900 ? `{"type":"item","id":"Q901","claims":{"P856":[` : item(n)))
  const [gleif, wikidata] = [join(folder, "lei2.csv"), join(folder, "dump.json.gz")]
  await writeFile(gleif, `${companies.join("\r\n")}\r\n`)
  await writeFile(wikidata, gzipSync(`[\n${items.join(",\n")}\n]\n`))
  return [gleif, wikidata]
}
