import { assert, describe, it } from "@effect/vitest"
import {
  type ArticleRecord,
  type Mention,
  mergeReports,
  mostMentions,
  type Report,
  weightOf
} from "../../src/news/domain/NewsEntry.ts"

const reportOf = (mentions: ReadonlyArray<Mention>, isDirect = false): Report => {
  const record: ArticleRecord = {
    ...{ url: "https://acme.example/a", title: "Acme", excerpt: null, language: "en", imageUrl: null, authors: [] },
    ...{ publishedAt: null, type: "editorial" },
    source: { name: "Acme", domain: "acme.example", country: null, isDirect }
  }
  return { record, mentions }
}

const mentions = (count: number, from: number, weight: number): ReadonlyArray<Mention> =>
  Array.from({ length: count }, (_, n) => ({ key: from + n, weight }))

const [sure, unsure] = [weightOf("primary", 0.9), weightOf("secondary", 0.25)]
const many = mentions(mostMentions, 1_000, sure)
const own = mentions(5, 1, sure)

/** How many of the first keys an article keeps after these reports, in their order. */
const keptOf = (...reports: ReadonlyArray<Report>): number => {
  const [first, ...others] = reports
  const all = others.reduce<Report>((known, later) => mergeReports(known, later), first!)
  assert.isAtMost(all.mentions.length, mostMentions)
  return all.mentions.filter(({ key }) => key <= own.length).length
}

describe("whom an article speaks of, however many say so", () => {
  it("is whom its publisher names, also in a later report of his", () => {
    const [bare, full] = [reportOf([], true), reportOf(own, true)]
    const strange = reportOf(many)
    assert.strictEqual(keptOf(bare, strange, full), own.length)
    assert.strictEqual(keptOf(strange, bare, full), own.length)
    assert.strictEqual(keptOf(strange, full), own.length)
    assert.strictEqual(keptOf(full, strange), own.length)
  })

  it("is whom its publisher names in passing before whom others name", () => {
    const passing = reportOf(mentions(5, 1, unsure), true)
    assert.strictEqual(keptOf(reportOf(many), passing), own.length)
    assert.strictEqual(keptOf(passing, reportOf(many)), own.length)
  })

  it("is of two others whom either is surer of", () => {
    const vague = reportOf(mentions(mostMentions, 1_000, unsure))
    assert.strictEqual(keptOf(vague, reportOf(own)), own.length)
    assert.strictEqual(keptOf(reportOf(own), vague), own.length)
    assert.strictEqual(keptOf(reportOf(many), reportOf(own)), 0, "as sure, and later")
  })

  it("stays as it is when the same is told again", () => {
    const [one, other] = [reportOf(mentions(60, 1, sure)), reportOf([...mentions(60, 100, unsure), ...own])]
    const known = mergeReports(one, other)
    assert.deepStrictEqual(mergeReports(known, other).mentions, known.mentions)
    assert.deepStrictEqual(mergeReports(known, one).mentions, known.mentions)
  })
})
