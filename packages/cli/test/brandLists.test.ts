/** What an import of a list of brands makes of each list. Observed: what it counts, and what the index then has. */
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { CommandFailed } from "../src/CommandFailed.ts"
import { openIndex, zip } from "./support/listImport.ts"

const index = await openIndex()
const { entryAt, imported, listFile, refusal, taken, withSymbol } = index
afterAll(() => index.close())

const snak = (value: unknown) => ({ mainsnak: { datavalue: { value } }, rank: "normal" })
const ofItem = (id: string) => ({ id })

const item = (
  id: string,
  label: string,
  claims: Readonly<Record<string, ReadonlyArray<unknown>>>,
  more: object = {}
) => ({
  ...{ type: "item", id, labels: { en: { language: "en", value: label } }, aliases: {}, claims },
  ...more
})

const petrel = item(
  "Q900000001",
  "Petrel",
  {
    P31: [snak(ofItem("Q4830453"))],
    P856: [
      { ...snak("https://old.petrel.example/"), rank: "deprecated" },
      { ...snak("https://www.petrel.example/en/"), qualifiers: { P407: [snak(ofItem("Q188")).mainsnak] } }
    ],
    P17: [snak(ofItem("Q39"))],
    P154: [snak("Petrel logo.svg")],
    P1278: [snak("5493001KJTIIGC8Y1R12")],
    P946: [snak("CH0000000011")],
    P414: [
      { ...snak(ofItem("Q661834")), qualifiers: { P249: [{ datavalue: { value: "PTRL" } }] } },
      { ...snak(ofItem("Q13677")), qualifiers: { P249: [{ datavalue: { value: "GONE" } }], P582: [{}] } }
    ]
  },
  {
    aliases: { en: [{ language: "en", value: "Petrel Group" }] },
    descriptions: { en: { language: "en", value: "Swiss maker of seabirds" } }
  }
)

const dump = [
  "[",
  `${JSON.stringify(petrel)},`,
  `${JSON.stringify(item("Q900000002", "A Person", { P31: [snak(ofItem("Q5"))], P856: [snak("https://person.example/")], P112: [snak("x")] }))},`,
  `${JSON.stringify(item("Q900000003", "A Town", { P856: [snak("https://town.example/")] }))},`,
  `${JSON.stringify(item("Q900000004", "A Product", { P856: [snak("https://petrel.example/tube")], P176: [snak(ofItem("Q1"))] }))},`,
  `${JSON.stringify(item("Q900000005", "No Site", { P452: [snak(ofItem("Q1"))] }))},`,
  `{"type":"item","id":"Q900000006","claims":{"P856":[`,
  `${JSON.stringify(item("Q900000007", "Fulmar", { P856: [snak("https://fulmar.example")], P452: [snak(ofItem("Q1"))] }))}`,
  "]"
].join("\n")

const gleifHeading = `"LEI","Entity.LegalName","Entity.LegalName.xmllang","Entity.LegalAddress.Country","Entity.HeadquartersAddress.Country","Entity.EntityStatus"`

describe("an import of a list of brands", () => {
  it("takes items of a dump that are brands, and counts what is not and what cannot be read", async () => {
    const path = await listFile("dump.json.gz", gzipSync(dump))
    const state = await taken(path)
    assert.deepInclude(state, { list: "wikidata", name: "dump.json.gz", rows: 7, told: 2, skipped: 4, bad: 1 })
    assert.deepStrictEqual(state.problems, [{ row: 6, message: "The line is not JSON." }])
    const entry = await entryAt("petrel.example")
    assert.deepInclude(entry, {
      ...{ name: "Petrel", aliases: ["Petrel Group"], description: "Swiss maker of seabirds", country: "CH" },
      ...{ language: "german", logo: "https://commons.wikimedia.org/wiki/Special:FilePath/Petrel_logo.svg" },
      symbols: [
        { kind: "ticker", code: "PTRL", exchange: "SIX" },
        { kind: "isin", code: "CH0000000011", exchange: null }
      ]
    })
    assert.strictEqual(entry?.told.name?.by, "wikidata")
    assert.closeTo(entry?.told.name?.atMillis ?? 0, Date.now(), 600_000)
    assert.isNull(await entryAt("person.example"))
    assert.isNull(await entryAt("town.example"))
    assert.strictEqual((await entryAt("fulmar.example"))?.name, "Fulmar")
  })

  it("lets legal entities and their ISINs meet the brand that has their LEI, and wait where none has", async () => {
    const rows = [
      gleifHeading,
      `"5493001KJTIIGC8Y1R12","PETREL GROUP AG","de","CH","CH","ACTIVE"`,
      `"529900T8BM49AURSDO55","Skua ""Bird""\nHolding GmbH","de","DE","DE","ACTIVE"`,
      `"529900T8BM49AURSDO56","Open quotes`,
      `"bad","Nobody","en","GB","GB","ACTIVE"`,
      `"529900T8BM49AURSDO57","Gone Ltd","en","GB","GB","INACTIVE"`,
      `"529900T8BM49AURSDO58","Too","few"`
    ].join("\r\n")
    const state = await taken(await listFile("lei2.csv.zip", zip("lei2.csv", rows)))
    assert.deepInclude(state, { list: "gleif", rows: 6, told: 1, waited: 1, skipped: 1, bad: 3 })
    assert.deepStrictEqual(
      state.problems.map(({ message, row }) => [row, message]),
      [
        [3, "Quotes are open."],
        [4, "It has no LEI of 20 letters and digits."],
        [6, "Invalid Record Length: columns length is 6, got 3"]
      ]
    )
    assert.include((await entryAt("petrel.example"))?.aliases ?? [], "PETREL GROUP AG")
    const isins = "LEI,ISIN\n5493001KJTIIGC8Y1R12,CH0000000029\n529900T8BM49AURSDO55,DE000SKUA001\nx,y\n"
    const mapped = await taken(await listFile("isins.csv", isins))
    assert.deepInclude(mapped, { list: "gleif-isins", rows: 3, told: 1, waited: 0, bad: 1 })
    const isin = (code: string) => withSymbol({ kind: "isin", code, exchange: null })
    assert.deepStrictEqual(await isin("CH0000000029"), ["petrel.example"])
    assert.deepStrictEqual(await isin("DE000SKUA001"), [])
    const answer = {
      head: { vars: ["item", "website", "lei"] },
      results: {
        bindings: [
          {
            item: { type: "uri", value: "http://www.wikidata.org/entity/Q900000009" },
            itemLabel: { type: "literal", value: "Skua" },
            website: { type: "uri", value: "https://skua.example/" },
            lei: { type: "literal", value: "529900T8BM49AURSDO55" },
            country: { type: "literal", value: "DE" },
            language: { type: "literal", value: "de" }
          },
          { item: { type: "uri", value: "nothing" } }
        ]
      }
    }
    const met = await taken(await listFile("query.json", JSON.stringify(answer, null, 2)))
    assert.deepInclude(met, { list: "wikidata", rows: 2, told: 1, met: 1, bad: 1 })
    assert.deepStrictEqual(await isin("DE000SKUA001"), ["skua.example"])
  })

  it("takes companies of the SEC, the query service's table, and popularity", async () => {
    const exchange = {
      fields: ["cik", "name", "ticker", "exchange"],
      data: [
        [7, "FULMAR COM INC", "FLM", "Nasdaq"],
        [8, "", "X", null]
      ]
    }
    await taken(await listFile("sec.json", JSON.stringify(exchange)))
    const plain = { "0": { cik_str: 7, ticker: "FLM", title: "FULMAR COM INC" } }
    assert.deepInclude(await taken(await listFile("plain.json", JSON.stringify(plain))), {
      list: "sec",
      rows: 1
    })
    const answer =
      "item,itemLabel,website,ticker,exchange\nhttp://www.wikidata.org/entity/Q900000007,Fulmar,https://fulmar.com/,FLM,http://www.wikidata.org/entity/Q82059\n"
    assert.deepInclude(await taken(await listFile("query.csv", answer)), { list: "wikidata", told: 1, met: 1 })
    const hosts = ["fulmar.com", "www.google.com", "a.b.fulmar.com", "com"]
      .map((host, n) => `${n + 1},${host}`)
      .join("\n")
    assert.deepInclude(await taken(await listFile("top-1m.csv", hosts)), {
      list: "umbrella",
      told: 1,
      skipped: 3
    })
    const names = "1,google.com\n2,fulmar.com\n3,\nx,y.com\n4,new.example\n"
    const ranked = await taken(await listFile("tranco.csv.zip", zip("top-1m.csv", names)), { first: 2 })
    assert.deepInclude(ranked, { list: "tranco", rows: 2, told: 2 })
    const stored = await listFile("stored.csv.zip", zip("top-1m.csv", names, true))
    assert.deepInclude(await taken(stored, { first: 2 }), { list: "tranco", rows: 2, told: 2 })
    const half = await listFile("half.csv.zip", zip("top-1m.csv", names, true).subarray(0, 60))
    assert.include(await refusal(half), "it ends too early")
    const majestic = "GlobalRank,TldRank,Domain,TLD\n9,1,fulmar.com,com\n"
    assert.deepInclude(await taken(await listFile("majestic.csv", majestic)), { list: "majestic", told: 1 })
    const entry = await entryAt("fulmar.com")
    assert.deepInclude(entry, { name: "Fulmar", rank: 2 })
    assert.deepStrictEqual(entry?.symbols, [{ kind: "ticker", code: "FLM", exchange: "NASDAQ" }])
    assert.isNull(await entryAt("new.example"))
  })

  it("says what is wrong with a list, and loses nothing that was taken", async () => {
    const [none, other, cut] = [
      await listFile("none.txt", "Dear Sir,\nI am no list.\n"),
      await listFile("other.csv", "LEI,ISIN\n"),
      await listFile(
        "cut.json",
        `{"fields":["cik","name","ticker","exchange"],"data":[[9,"Auk Corp","AUK","NYSE"],[10,"Pu`
      )
    ]
    for (const [path, list, words] of [
      [none, undefined, "none.txt begins as no list that is known"],
      [other, "sec", "other.csv begins as one of gleif-isins, and not as one of sec"],
      [join(index.path, "nowhere.csv"), undefined, "there is no such file or folder"],
      [cut, undefined, "Cannot read cut.json after row 1: it ends too early."]
    ] as const) {
      const refused = await imported(path, list === undefined ? {} : { list }).then(
        () => null,
        (error) => error
      )
      assert.instanceOf(refused, CommandFailed)
      assert.include(refused.message, words)
    }
    assert.deepInclude(
      (await index.lists()).find(({ name }) => name === "cut.json"),
      { rows: 0, endedAt: null }
    )
  })

  it("goes on where it was cut off, and takes each row once", async () => {
    const count = 2_000
    const row = (n: number) =>
      `9000${String(n).padStart(14, "0")}${String(n % 100).padStart(2, "0")},US00000${String(n).padStart(4, "0")}7`
    const lines = ["LEI,ISIN", ...Array.from({ length: count }, (_, n) => (n === 700 ? "x,y" : row(n)))]
    for (const path of [
      await listFile("long.csv.gz", gzipSync(lines.join("\n"))),
      await listFile("long.csv", `${lines.join("\r\n")}\r\n`)
    ]) {
      for (const diesAfter of [0, 1, 2, 1]) {
        const dead = await imported(path, { diesAfter }).then(
          () => null,
          (error) => error
        )
        assert.include(String(dead?.message), "It was killed.")
      }
      const { from, state } = await imported(path)
      assert.deepInclude(state, { rows: count, bad: 1, told: 0 })
      assert.deepStrictEqual(state.problems, [{ row: 701, message: "It has no LEI of 20 letters and digits." }])
      // Two parts, two more of the second, and that of each death which came after it was written.
      assert.strictEqual(from, 1_501)
      assert.strictEqual(state.waited, path.endsWith(".gz") ? count - 1 : 0, "it came once already")
      assert.isTrue((await imported(path)).wasDone)
    }
  })
})
