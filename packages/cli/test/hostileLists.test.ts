/** Lists that are cut off, damaged, packed to burst, or written by other hands. Observed: what an import says, takes and holds. */
import { spawnSync } from "node:child_process"
import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { itemLine, openIndex } from "./support/listImport.ts"

const index = await openIndex()
const { entryAt, imported, listFile, refusal, taken } = index
afterAll(() => index.close())

/** The most that this process holds above what it held, in megabytes, while `work` goes on. */
const held = async <A>(work: () => Promise<A>): Promise<{ readonly value: A; readonly megabytes: number }> => {
  const before = process.memoryUsage.rss()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  try {
    return { value: await work(), megabytes: (most - before) / 1_048_576 }
  } finally {
    clearInterval(looking)
  }
}

/** Much less than any of the bombs is when it is unpacked, and more than garbage that waits to be collected. */
const mostHeld = 200

/** What unpacks to `before`, then 600 MB of these 4 MB, then `after`. */
const bomb = (before: string, between: string, after: string): Buffer => {
  const packed = gzipSync(between.padEnd(4_194_304, "x"))
  return Buffer.concat([gzipSync(before), ...Array.from({ length: 150 }, () => packed), gzipSync(after)])
}

/** Noise that no packing makes small. */
const noise = (n: number) =>
  Array.from({ length: 40 }, (_, at) => Math.imul(n + 1, 2_654_435_761 + at * 40_503) >>> 0).join(" ")

const items = (name: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) =>
    itemLine(`Q${n + 1}`, `${name} ${n}`, `https://${name}-${n}.example/`, {
      descriptions: { en: { language: "en", value: noise(n) } }
    })
  )

describe("what bursts when it is unpacked", () => {
  it("is one bad row where it is one line of a dump", async () => {
    const [first, last] = ["front", "behind"].map((word) => itemLine("Q1", word, `https://${word}-bomb.example/`))
    const path = await listFile("line.json.gz", bomb(`[\n${first},\n{"P856":"`, "", `"},\n${last}\n]\n`))
    const { megabytes, value } = await held(() => taken(path))
    assert.deepInclude(value, { rows: 3, told: 2, bad: 1 })
    assert.deepStrictEqual(value.problems, [{ row: 2, message: "The line is longer than 32 MB." }])
    assert.isBelow(megabytes, mostHeld)
  })

  it("is as many bad rows as lines of a table", async () => {
    const path = await listFile("lines.csv.gz", bomb("LEI,ISIN\n", "\n", "\nx,y\n"))
    const { megabytes, value } = await held(() => taken(path))
    assert.deepInclude(value, { rows: 151, told: 0, bad: 151 })
    assert.strictEqual(value.problems[0]?.message, "The line is longer than 1 MB.")
    assert.isBelow(megabytes, mostHeld)
  })

  it("ends a document there, which cannot be read in parts", async () => {
    const rows = `{"fields":["cik","name","ticker","exchange"],"data":[[9,"Bomb Corp","BOMB","NYSE"],[10,"`
    const path = await listFile("document.json.gz", bomb(rows, "", `","B","NYSE"]]}`))
    const { megabytes, value } = await held(() => refusal(path))
    assert.strictEqual(value, "Cannot read document.json.gz after row 1: a row there is longer than 4 MB.")
    assert.isBelow(megabytes, mostHeld)
  })
})

describe("a list that breaks off", () => {
  it("is taken in whole parts, says where it ends, and is taken whole when it is mended", async () => {
    const lines = items("cut", 2_000)
    const whole = gzipSync(`[\n${lines.join(",\n")}\n]\n`)
    const path = await listFile("cut.json.gz", whole.subarray(0, Math.floor(whole.length * 0.8)))
    assert.match(
      (await refusal(path)) ?? "",
      /^Cannot read cut\.json\.gz after row 1,\d{3}: it ends too early, as a file does that was not downloaded whole\.$/
    )
    const [left] = await index.lists()
    assert.deepInclude(left, { name: "cut.json.gz", endedAt: null, bad: 0 })
    assert.isAbove(left?.rows ?? 0, 900)
    assert.strictEqual((left?.rows ?? 1) % 250, 0)
    assert.isNotNull(await entryAt(`cut-${(left?.rows ?? 0) - 1}.example`))
    assert.isNull(await entryAt(`cut-${left?.rows}.example`))
    const mended = await taken(await listFile("cut.json.gz", whole))
    assert.deepInclude(mended, { rows: 2_000, told: 2_000, bad: 0 })
  })

  it("says where it is damaged", async () => {
    const packed = gzipSync(items("damaged", 2_000).join("\n"))
    packed.fill(0xff, Math.floor(packed.length / 2), Math.floor(packed.length / 2) + 5_000)
    const path = await listFile("damaged.json.gz", packed)
    assert.match(
      (await refusal(path)) ?? "",
      /^Cannot read damaged\.json\.gz after row [\d,]+: it is damaged there \(.+\)\.$/
    )
  })

  it("says behind which row it is no JSON", async () => {
    const rows = `{"fields":["cik","name","ticker","exchange"],"data":[[1,"A Corp","A","NYSE"],[2,"B Corp","B","NYSE"],[3,nobody`
    const why = await refusal(await listFile("broken.json", `${rows},"C","NYSE"]]}`))
    assert.match(why ?? "", /^Cannot read broken\.json after row 2: it is not JSON there \(Unexpected .+\)\.$/)
  })
})

describe("a list of other hands", () => {
  it("may begin with a byte order mark and have line ends of Windows", async () => {
    const marked = (name: string, ...lines: ReadonlyArray<string>) => listFile(name, `\ufeff${lines.join("\r\n")}\r\n`)
    const [one, two] = ["One", "Two"].map((word, n) => itemLine(`Q${n + 1}`, word, `https://${word}-marked.example/`))
    const good = { bad: 0, skipped: 0 }
    assert.deepInclude(await taken(await marked("m1.json", one!, two!)), { rows: 2, told: 2, ...good })
    assert.deepInclude(await taken(await marked("m2.json", "[", `${one},`, two!, "]")), { rows: 2, told: 2, ...good })
    assert.deepInclude(await taken(await marked("m3.csv", "1,one.com", "2,two.com")), { rows: 2, told: 2, ...good })
    const majestic = await marked("m4.csv", "GlobalRank,TldRank,Domain,TLD", "9,1,one.com,com")
    assert.deepInclude(await taken(majestic), { list: "majestic", rows: 1, told: 1, ...good })
    const sec = await marked("m5.json", `{"0":{"cik_str":7,`, `"ticker":"ONE","title":"ONE COM INC"}}`)
    assert.deepInclude(await taken(sec), { list: "sec", rows: 1, told: 1, ...good })
    assert.deepInclude(await entryAt("one.com"), { rank: 1 })
  })

  it("may have zeros and other control characters, each row for itself", async () => {
    const names = ["LEI,ISIN", "x\0y,z", "NULL0000000000000011,US0000000017", "NULL0000000000000022,US00000\r00027"]
    assert.deepInclude(await taken(await listFile("zeros.csv", names.join("\n"))), { rows: 3, waited: 1, bad: 2 })
    const item = itemLine("Q1", "Zero", "https://zero.example/")
    const dump = await listFile("zeros.json", `${item}\n${item.replace("Zero", "Ze\0ro")}\n${item}`)
    assert.deepInclude(await taken(dump), { rows: 3, told: 2, bad: 1 })
    const hosts = await listFile("zeros-1m.csv", "1,zero.com\n2,ze\0ro.com\n3,\0\n")
    assert.deepInclude(await taken(hosts), { rows: 3, told: 1 })
    assert.match(
      (await refusal(await listFile("zeros", Buffer.alloc(5_000)))) ?? "",
      /^zeros begins as no list that is known/
    )
  })

  it("may say everything twice, and the index has it once", async () => {
    const lines = items("twice", 300)
    const state = await taken(await listFile("twice.json", [...lines, ...lines].join("\n")))
    assert.deepInclude(state, { rows: 600, told: 600 })
    const entry = await entryAt("twice-7.example")
    assert.deepInclude(entry, { name: "twice 7", aliases: [], ids: [{ kind: "wikidata", code: "Q8" }] })
    const waiting = `LEI,ISIN\n${"TWICE000000000000011,US0000000017\n".repeat(3)}`
    assert.deepInclude(await taken(await listFile("waiting.csv", waiting)), { rows: 3, waited: 1, dropped: 0 })
  })

  it("is refused where nothing can be read of it, with what can be done", async () => {
    const bzip2 = await listFile("dump.json.bz2", Buffer.from("BZh91AY&SY and so on", "latin1"))
    assert.strictEqual(
      await refusal(bzip2),
      "Cannot read dump.json.bz2: it is packed neither by gzip nor as zip. Unpack it with bzcat, and give what that writes to the same command, with - for the file."
    )
    assert.match((await refusal(index.path)) ?? "", /^Cannot read .+: it is a folder\.$/)
    assert.match((await refusal(await listFile("empty.csv", ""))) ?? "", /begins as no list that is known/)
    assert.strictEqual(
      await refusal(await listFile("short.zip", "PK\x03\x04")),
      "Cannot read short.zip: it ends too early."
    )
    assert.deepInclude(await taken(await listFile("heading.csv", "LEI,ISIN")), { list: "gleif-isins", rows: 0, bad: 0 })
  })

  it("may be a pipe that has a name, as a shell makes of a command", async () => {
    const path = join(index.path, "piped.json")
    assert.strictEqual(spawnSync("mkfifo", [path]).status, 0)
    const lines = items("piped", 300)
    createWriteStream(path).end(gzipSync(lines.join("\n")))
    assert.deepInclude(await taken(path), { name: "piped.json", rows: 300, told: 300, bad: 0 })
  })
})

describe("two imports of one list at once", () => {
  it("take each row once: the first that writes goes on, and the other is told", async () => {
    const path = await listFile("both.json", items("both", 1_000).join("\n"))
    const ends = await Promise.allSettled([imported(path), imported(path), imported(path)])
    assert.isAbove(ends.filter(({ status }) => status === "rejected").length, 0)
    for (const end of ends) if (end.status === "rejected") assert.strictEqual(end.reason._tag, "ImportMoved")
    // Whoever was told runs it again.
    assert.deepInclude(await taken(path), { rows: 1_000, told: 1_000, bad: 0 })
  })
})
