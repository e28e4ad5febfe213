/**
 * `node bench/quality/main.ts --corpora DIR`: how much of the main content of pages is kept, and how little else.
 *
 * `--only NAME` runs the corpora whose name starts so, `--peers` also what is installed under bench/peers, and `--worst N`
 * names the pages that came out worst. Ends with the totals of `judging.ts`, which `--only judging` prints alone. See README.md.
 */
import { parseArgs } from "node:util"
import { type Contender, close, ours, peers } from "./contenders.ts"
import { corpora, type Page } from "./corpora.ts"
import { measureJudges } from "./judging/measureJudges.ts"
import { totalsHead, totalsRow } from "./judging/printTotals.ts"
import { type Hits, scoreOf } from "./score.ts"

const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: "corpora" },
    only: { type: "string", default: "" },
    peers: { type: "boolean", default: false },
    worst: { type: "string", default: "0" }
  }
})

const others = values.peers ? peers(new URL("../peers/", import.meta.url)) : []
if (others === undefined) {
  console.error("SKIPPED the peers: they are not installed. `npm install --prefix bench/peers` brings them.")
}

const nothing = { html: "", markdown: "", words: "", isOurs: true }

const measure = async (contender: Contender, pages: ReadonlyArray<Page>) => {
  const found: Array<{ readonly id: string; readonly hits: Hits }> = []
  let failed = 0
  let millis = 0
  for (const page of pages) {
    const before = process.cpuUsage()
    const content = await contender.read(page.html, page.url).catch((error: unknown) => {
      failed += 1
      console.error(`${contender.name}: ${error}`)
      return nothing
    })
    const spent = process.cpuUsage(before)
    millis += (spent.user + spent.system) / 1_000
    found.push({ id: page.id, hits: await page.hits(content) })
  }
  return { found, failed, millis: millis / pages.length }
}

const figure = (value: number) => value.toFixed(4)

/** Which part of a corpus a page belongs to, by its place in the order of names: see README.md. */
const partOf = (index: number) => (index % 2 === 0 ? "tuned" : index % 4 === 1 ? "opened" : "held")

console.log(
  "corpus | contender | F1 | half to tune on | quarter opened | quarter held out | precision | recall | ms of CPU a page"
)
for (const corpus of corpora.filter(({ name }) => name.startsWith(values.only))) {
  const pages = corpus.pages(values.corpora)
  if (pages === undefined) {
    console.error(`SKIPPED ${corpus.name}: it is not under ${values.corpora}.`)
    continue
  }
  const sorted = pages.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const contender of [ours, ...(others ?? [])]) {
    const { failed, found, millis } = await measure(contender, sorted)
    const hits = found.map((one) => one.hits)
    const all = corpus.score(hits)
    const f1Of = (part: ReturnType<typeof partOf>) => corpus.score(hits.filter((_, at) => partOf(at) === part)).f1
    const parts = [all.f1, f1Of("tuned"), f1Of("opened"), f1Of("held"), all.precision, all.recall].map(figure)
    console.log([corpus.name, contender.name, ...parts, millis.toFixed(1)].join(" | "))
    if (failed > 0) console.error(`${contender.name} failed on ${failed} of ${pages.length} pages of ${corpus.name}.`)
    const worst = found
      .map((one, index) => ({ ...one, index, score: scoreOf(one.hits) }))
      .filter(({ index }) => partOf(index) === "tuned" || (corpus.opened && partOf(index) === "opened"))
      .toSorted((one, other) => one.score.f1 - other.score.f1)
      .slice(0, contender === ours ? Number(values.worst) : 0)
    for (const { id, score } of worst) {
      console.log(`    ${figure(score.f1)}  p ${figure(score.precision)}  r ${figure(score.recall)}  ${id}`)
    }
  }
}
await close()

if ("judging".startsWith(values.only)) {
  console.log(`\n${totalsHead}`)
  for await (const measured of measureJudges()) console.log(totalsRow(measured))
}
