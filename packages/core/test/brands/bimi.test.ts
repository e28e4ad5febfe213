import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bimiMark, bimiNames } from "../../src/brands/domain/bimi.ts"

const at = (url: string) => ({ _tag: "At", url })
const none = { _tag: "None" }

describe("the mark that a brand publishes with its name", () => {
  it("is asked of the host, then of the registered domain, and of no machine", () => {
    assert.deepStrictEqual(bimiNames("shop.acme.example", "acme.example"), [
      "default._bimi.shop.acme.example",
      "default._bimi.acme.example"
    ])
    assert.deepStrictEqual(bimiNames("acme.example", "acme.example"), ["default._bimi.acme.example"])
    for (const machine of ["127.0.0.1", "127.0.0.1:80", "[::1]", "localhost", "acme.example:8080"])
      assert.deepStrictEqual(bimiNames(machine, machine), [], machine)
  })

  it("is where its one record says", () => {
    for (const [records, mark] of [
      [
        ["v=BIMI1; l=https://cdn.other.example/a.svg; a=https://acme.example/a.pem"],
        at("https://cdn.other.example/a.svg")
      ],
      [[" v = BIMI1 ;l = https://acme.example/a.svg , https://acme.example/b.svg"], at("https://acme.example/a.svg")],
      [["v=spf1 -all", "v=BIMI1;l=https://acme.example/a.svg;"], at("https://acme.example/a.svg")],
      [["v=BIMI1; l=; a="], { _tag: "Declined" }],
      [["v=BIMI1"], { _tag: "Declined" }],
      [["v=BIMI1; l=https://a.example/a.svg", "v=BIMI1; l=https://b.example/b.svg"], none],
      [["v=BIMI10; l=https://a.example/a.svg"], none],
      [["l=https://a.example/a.svg; v=BIMI1"], none],
      [["v=BIMI1; l=http://a.example/a.svg"], none],
      [["v=BIMI1; l=https://user:secret@a.example/a.svg"], none],
      [["v=BIMI1; l=javascript:alert(1)"], none],
      [["v=BIMI1; l=/a.svg"], none],
      [[`v=BIMI1; l=https://a.example/${"a".repeat(3_000)}`], none],
      [[], none]
    ] as const) {
      assert.deepStrictEqual(bimiMark(records), mark, records[0])
    }
  })

  it.prop(
    "is an address over HTTPS or nothing, whatever the records say",
    [Schema.Array(Schema.String)],
    ([records]) => {
      const mark = bimiMark([...records, `v=BIMI1;${records.join(";l=")}`])
      assert.isTrue(mark._tag !== "At" || mark.url.startsWith("https://"))
    }
  )

  it("is read in time, however long a record is", () => {
    const before = process.cpuUsage().user
    for (const part of [";", "=", " ", "v=BIMI1;", "l=,"])
      bimiMark([`v=BIMI1;${part.repeat(500_000)}`, part.repeat(500_000)])
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 1_000)
  })
})
