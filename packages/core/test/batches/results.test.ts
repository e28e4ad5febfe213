import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { crc32, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchStore, type ResultRow } from "@kittiwake/core/batches/BatchStore"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as zlib from "@kittiwake/storage/Compressor"
import { Effect, Layer, Stream } from "effect"
import fc from "fast-check"
import { followedBy, gzipEndBytes, gzipHead } from "../../src/batches/domain/gzipFile.ts"
import { blocksText, readBlocks } from "../../src/batches/domain/Item.ts"
import { bytesWithin, type FilePart, FileTable, filesText, readFiles } from "../../src/batches/domain/ResultFile.ts"
import { segmentBlob } from "../../src/batches/domain/segmentBlob.ts"
import { readFileTable } from "../../src/batches/fileTable.ts"
import { fileBytes, findFile, listBatches, resultFiles } from "../../src/batches/readBatches.ts"
import { makeRecordReader, putSegment, type ReadRecord, recordBytes } from "../../src/batches/resultFiles.ts"
import { LargeSegmentBytes } from "../../src/batches/segmentPlace.ts"
import * as MemoryBlobs from "../../src/memory/BlobStore.ts"
import { Database } from "../../src/memory/Database.ts"

const [owner, batchId] = [OrganizationId.make("org_1"), BatchId.make("batch_1")]

/** As segments of a hundred pages are kept. */
const inBlobs = Layer.succeed(LargeSegmentBytes, 0)

const kept = Effect.provide(Layer.mergeAll(MemoryBlobs.layer, zlib.layer, Layer.mock(BatchStore, {}), inBlobs))

const markdownOf = ({ record }: ReadRecord) => (record.status === "ok" ? (record.markdown ?? "") : "")

const urlOf = (n: number) => `https://site.example/${n}`

/** The record of a page as it is written. */
const recordOf = (n: number, markdown: string) => ({
  status: "ok" as const,
  url: urlOf(n),
  http_status: 200,
  final_url: urlOf(n),
  markdown,
  metadata: { sourceUrl: urlOf(n), finalUrl: urlOf(n) },
  cache_metadata: { status: "miss" as const, age_ms: 0 }
})

const rowOf = (n: number, given: Pick<ResultRow, "place" | "blocks">): ResultRow => ({
  n,
  url: urlOf(n),
  itemId: null,
  meta: null,
  isSmall: false,
  ...given
})

/** Reads gzip as browsers do: one member, and nothing behind it. */
const gunzip = (parts: ReadonlyArray<Uint8Array>) =>
  Effect.promise(() =>
    new Response(
      new Blob(parts.map((part) => new Uint8Array(part))).stream().pipeThrough(new DecompressionStream("gzip"))
    ).text()
  )

describe("the code of a whole", () => {
  it("is made of the codes of its parts", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (parts) => {
        const all = parts.reduce((sum, part) => followedBy(sum, { crc: crc32(part), length: part.length }), {
          crc: 0,
          length: 0
        })
        const whole = Buffer.concat(parts)
        assert.deepStrictEqual(all, { crc: crc32(whole), length: whole.length })
      })
    )
    const long = Buffer.alloc(70_000_000, "kittiwake")
    const [a, b] = [long.subarray(0, 5_000_001), long.subarray(5_000_001)]
    assert.strictEqual(
      followedBy({ crc: crc32(a), length: a.length }, { crc: crc32(b), length: b.length }).crc,
      crc32(long)
    )
  })
})

describe("a segment", () => {
  it.effect("gives each record back, of whatever size, with the others of its block alone", () =>
    Effect.gen(function* () {
      const records = Array.from({ length: 60 }, (_, n) => recordOf(n, "é".repeat(n * n * 40)))
      const { places, segment } = yield* putSegment(owner, batchId, "seg_1", records.map(recordBytes))
      assert.isAbove(segment.blocks.length, 5)
      assert.isBelow(segment.bytes, segment.rawBytes / 20)
      const read = makeRecordReader(owner, batchId)
      for (const n of [0, 59, 30, 1, 58, 2]) {
        const place = { ...places[n]!, segmentId: "seg_1" }
        const found = yield* read(rowOf(n, { place, blocks: segment.blocks }))
        assert.deepStrictEqual(found, { record: records[n]!, length: recordBytes(records[n]!).length })
      }
    }).pipe(kept)
  )

  it.effect("that was kept before, each record a file by itself, stays readable", () =>
    Effect.gen(function* () {
      const records = [recordOf(1, "first"), recordOf(2, "second")]
      const members = records.map((record) => gzipSync(recordBytes(record)))
      yield* (yield* BlobStore).put(segmentBlob(owner, batchId, "seg_old"), Buffer.concat(members))
      const [a, b] = members as [Buffer, Buffer]
      const place = { segmentId: "seg_old", offset: a.length, length: b.length }
      const found = yield* makeRecordReader(owner, batchId)(rowOf(2, { place, blocks: null }))
      assert.deepStrictEqual(typeof found === "string" ? found : found.record, records[1])
    }).pipe(kept)
  )

  it.effect("gives no record to a row whose place is not that of its page", () =>
    Effect.gen(function* () {
      const records = [1, 2, 3].map((n) => recordBytes(recordOf(n, `# Page ${n}`)))
      const { places, segment } = yield* putSegment(owner, batchId, "seg_1", records)
      const read = makeRecordReader(owner, batchId)
      const at = (n: number, offset: number, length: number) =>
        read(rowOf(n, { place: { segmentId: "seg_1", offset, length }, blocks: segment.blocks }))
      const [first, second] = [places[0]!, places[1]!]
      assert.notStrictEqual(yield* at(2, second.offset, second.length), "damaged")
      assert.strictEqual(yield* at(2, first.offset, first.length), "damaged")
      assert.strictEqual(yield* at(2, second.offset + 1, second.length), "damaged")
      assert.strictEqual(yield* at(2, second.offset, second.length - 5), "damaged")
      assert.strictEqual(yield* at(2, segment.rawBytes, second.length), "damaged")
      assert.strictEqual(yield* read(rowOf(2, { place: { segmentId: "seg_1", ...second }, blocks: [] })), "damaged")
      const place = { segmentId: "seg_1", ...second }
      assert.strictEqual(yield* read({ ...rowOf(2, { place, blocks: segment.blocks }), itemId: "another" }), "damaged")
    }).pipe(kept)
  )

  it.effect("that is damaged or gone loses the records of the damaged block alone, and says which", () =>
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const varied = Array.from({ length: 60_000 }, (_, n) => (n * n) % 9_973).join("")
      const records = Array.from({ length: 4 }, (_, n) => recordBytes(recordOf(n, `${n}${varied}`)))
      const { places, segment } = yield* putSegment(owner, batchId, "seg_1", records)
      const key = segmentBlob(owner, batchId, "seg_1")
      const found = yield* blobs.get(key)
      const parts = found._tag === "Some" ? yield* Stream.runCollect(found.value.bytes) : []
      const bytes = Buffer.concat([...parts])
      const second = segment.blocks[0]!.bytes
      bytes[second + 20] = bytes[second + 20]! ^ 0x20
      yield* blobs.remove(key)
      yield* blobs.put(key, bytes)
      const readAll = Effect.suspend(() => {
        const read = makeRecordReader(owner, batchId)
        return Effect.forEach(places, (place, n) =>
          read(rowOf(n, { place: { ...place, segmentId: "seg_1" }, blocks: segment.blocks }))
        )
      })
      assert.deepStrictEqual(
        (yield* readAll).map((found) => (typeof found === "string" ? found : markdownOf(found)[0])),
        ["0", "damaged", "2", "3"]
      )
      yield* blobs.remove(key)
      assert.deepStrictEqual(yield* readAll, ["missing", "missing", "missing", "missing"])
      yield* blobs.put(key, bytes.subarray(0, second + 30))
      assert.deepStrictEqual(
        (yield* readAll).map((found) => (typeof found === "string" ? found : markdownOf(found)[0])),
        ["0", "damaged", "damaged", "damaged"]
      )
    }).pipe(kept)
  )
})

it("blocks that are damaged where they are kept hold no record", () => {
  const blocks = [{ bytes: 30, rawBytes: 120, crc: 1 }]
  assert.deepStrictEqual(readBlocks(blocksText(blocks)), blocks)
  assert.isNull(readBlocks(null))
  for (const text of ["", "[[30,120", '"x"', "{}", "[[30,120]]", '[["30",120,1]]', "[null]"]) {
    assert.deepStrictEqual(readBlocks(text), [], text)
  }
})

describe("a file", () => {
  const part = (id: string, given: Partial<FilePart> = {}): FilePart => ({
    id,
    items: 10,
    bytes: 100,
    rawBytes: 1_000,
    crc: 7,
    isSmall: false,
    ...given
  })

  const filesOf = (parts: ReadonlyArray<FilePart>) => {
    const table = new FileTable()
    for (const one of parts) table.add(one)
    return table.end()
  }

  it("is of pieces of one kind, and counts its own bytes where it is one member", () => {
    const files = filesOf([part("a", { crc: null }), part("b", { crc: null }), part("c"), part("d")])
    assert.deepStrictEqual(files, [
      { number: 0, items: 20, bytes: 200, after: null, last: "b" },
      { number: 1, items: 20, bytes: 200 + gzipHead.length + gzipEndBytes, after: "b", last: "d" }
    ])
    assert.deepStrictEqual(readFiles(filesText(files)), files)
    assert.deepStrictEqual(filesOf([]), [])
    assert.deepStrictEqual(
      filesOf([part("a", { items: 4_000 }), part("b", { items: 1_001 }), part("c", { rawBytes: 80_000_000 })]).length,
      3
    )
  })

  it("has all of its bytes, from any on", () => {
    const parts = [part("a", { bytes: 3 }), part("b", { bytes: 4 })]
    const [file] = filesOf(parts)
    const shown = (offset: number, length: number) =>
      bytesWithin(parts, offset, length).flatMap((piece) =>
        piece._tag === "Own"
          ? [...piece.bytes].map(String)
          : Array.from({ length: piece.length }, (_, n) => `${piece.id}${piece.offset + n}`)
      )
    const whole = shown(0, file!.bytes)
    assert.strictEqual(whole.length, file!.bytes)
    for (let offset = 0; offset < file!.bytes; offset++) {
      for (const length of [1, 5, 100]) {
        assert.deepStrictEqual(shown(offset, length), whole.slice(offset, offset + length))
      }
    }
  })
})

const site = "https://site.example"

/** A batch of pages that ended, and where its results are. */
const endedBatch = Effect.fnUntraced(function* (count: number, text = "") {
  const { organization, settle } = yield* TestInstallation
  const batches = yield* Batches
  const web = yield* ScriptedWeb
  const paths = Array.from({ length: count }, (_, n) => `/${n}`)
  for (const path of paths) yield* web.page(`${site}${path}`, `<h1>Page ${path}</h1>${text}`)
  const { batch } = yield* batches.submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(paths.map((path) => ({ url: `${site}${path}`, itemId: path }))),
      told: Effect.succeed({ batch: { crawl: null, format: "markdown" }, asked: {} })
    }
  )
  yield* settle
  const segments = yield* (yield* BatchStore).segments(organization.id, batch.id, {
    after: null,
    until: null,
    limit: 100
  })
  return { batch, segments }
})

const installed = Effect.provide(TestInstallation.layer({ credits: 1_000 }))

it.effect("the files of a batch are of all of its pieces, however many", () => {
  const pieces = Array.from({ length: 2_345 }, (_, n) => ({
    ...{ id: `seg_${10_000 + n}`, items: 3, bytes: 10, rawBytes: 20, crc: 1, isSmall: true }
  }))
  const store = Layer.mock(BatchStore, {
    segments: (_, __, { after, limit }) =>
      Effect.succeed(pieces.filter(({ id }) => after === null || id > after).slice(0, limit))
  })
  return Effect.gen(function* () {
    const files = yield* readFileTable(owner, batchId)
    assert.deepStrictEqual(
      files.map(({ items, last }) => [items, last]),
      [
        [4_998, "seg_11665"],
        [2_037, "seg_12344"]
      ]
    )
  }).pipe(Effect.provide(store))
})

it("a record is one line, also for who ends lines at other signs than the line feed", async () => {
  const record = recordOf(1, "one\u2028two\u2029three\u0085four\r\nfive\u{1f600}")
  const text = new TextDecoder().decode(recordBytes(record))
  assert.deepStrictEqual(JSON.parse(text), record)
  assert.match(text, /^[^\n\r\u0085\u2028\u2029]+\n$/)
  let lines = 0
  for await (const _ of createInterface({ input: Readable.from([text]) })) lines += 1
  assert.strictEqual(lines, 1)
})

describe("results of a batch that ended", () => {
  it.effect("are files that every reader of gzip opens", () =>
    Effect.gen(function* () {
      const { batch } = yield* endedBatch(30)
      const batches = yield* Batches
      const [file] = (yield* batches.files(batch.organizationId, batch.id))!
      const range = { offset: 0, length: file!.bytes }
      const parts = yield* Stream.runCollect(batches.read(batch.organizationId, batch.id, file!, range))
      const lines = (yield* gunzip([...parts])).trim().split("\n")
      assert.strictEqual(lines.length, 30)
      assert.strictEqual(new Set(lines.map((line) => JSON.parse(line).itemId)).size, 30)
    }).pipe(installed)
  )

  it.effect("tell the pages whose records are gone, and all others", () =>
    Effect.gen(function* () {
      const { batch, segments } = yield* endedBatch(30)
      assert.isAbove(segments.length, 1)
      const { id, organizationId } = batch
      yield* (yield* BlobStore).remove(segmentBlob(organizationId, id, segments[0]!.id))
      const batches = yield* Batches
      const { data } = yield* batches.results(organizationId, id, {}, { limit: 100, cursor: undefined })
      assert.deepStrictEqual(
        data.map(({ itemId }) => itemId),
        Array.from({ length: 30 }, (_, n) => `/${n}`)
      )
      const lost = data.filter(({ status }) => status === "error")
      assert.strictEqual(lost.length, segments[0]!.items)
      assert.deepInclude(lost[0], { error_code: "INTERNAL_ERROR" })
      // What turns out to be otherwise than its row says leaves its page short, and the next one goes on.
      const read: Array<string> = []
      let cursor: string | undefined
      do {
        const page = yield* batches.results(organizationId, id, { status: "ok" }, { limit: 4, cursor })
        for (const { itemId, status } of page.data) {
          assert.strictEqual(status, "ok")
          read.push(itemId!)
        }
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      const known = data.filter(({ status }) => status === "ok")
      assert.deepStrictEqual(
        read,
        known.map(({ itemId }) => itemId)
      )
      const [file] = (yield* batches.files(organizationId, id))!
      const range = { offset: 0, length: file!.bytes }
      const reading = Effect.flip(Stream.runDrain(batches.read(organizationId, id, file!, range)))
      assert.strictEqual((yield* reading)._tag, "StoreUnavailable")
    }).pipe(Effect.provide(TestInstallation.layer({ credits: 1_000 }).pipe(Layer.provide(inBlobs))))
  )

  it.effect("take no blob for few pages, and are told and filed as others are", () =>
    Effect.gen(function* () {
      const { batch, segments } = yield* endedBatch(30)
      const { id, organizationId } = batch
      assert.isTrue(segments.every(({ isSmall }) => isSmall))
      assert.deepStrictEqual(yield* (yield* BlobStore).list({ limit: 10 }), [])
      const batches = yield* Batches
      const { data } = yield* batches.results(organizationId, id, {}, { limit: 100, cursor: undefined })
      assert.isTrue(data.every(({ status }) => status === "ok"))
      const [file] = (yield* batches.files(organizationId, id))!
      const read = (offset: number, length: number) =>
        Effect.map(Stream.runCollect(batches.read(organizationId, id, file!, { offset, length })), (parts) =>
          Buffer.concat([...parts])
        )
      const whole = yield* read(0, file!.bytes)
      assert.strictEqual(whole.length, file!.bytes)
      assert.deepStrictEqual(yield* read(7, 100), whole.subarray(7, 107))
      assert.lengthOf((yield* gunzip([whole])).trim().split("\n"), 30)
      const store = yield* BatchStore
      const gone: ReadonlyArray<typeof store> = [
        { ...store, smallSegment: () => Effect.succeedNone },
        { ...store, segments: (...of) => Effect.map(store.segments(...of), (all) => all.slice(0, -1)) }
      ]
      for (const without of gone) {
        const bytes = fileBytes(organizationId, id, file!, { offset: 0, length: 99 })
        const reading = Stream.runDrain(Stream.provideService(bytes, BatchStore, without))
        assert.strictEqual((yield* Effect.flip(reading))._tag, "StoreUnavailable")
      }
    }).pipe(installed)
  )

  it.effect(
    "count in memory before they are opened: a page ends where there is no room, and begins where there is some",
    () =>
      Effect.gen(function* () {
        const { batch } = yield* endedBatch(6, "x".repeat(100_000))
        const memory = new MemoryCounter({ capacityBytes: 1_000_000 })
        const lease = memory.open(batch.organizationId)
        const batches = yield* Batches
        const read = (cursor?: string) =>
          batches
            .results(batch.organizationId, batch.id, {}, { limit: 100, cursor })
            .pipe(Effect.provideService(CurrentLease, lease))
        const first = yield* read()
        assert.deepStrictEqual(
          first.data.map(({ itemId }) => itemId),
          ["/0", "/1"]
        )
        assert.isAbove(memory.usedBytes, 300_000)
        assert.strictEqual((yield* Effect.flip(read(first.nextCursor!)))._tag, "TooBusy")
        lease.give(memory.usedBytes)
        const second = yield* read(first.nextCursor!)
        assert.strictEqual(second.data[0]!.itemId, "/2")
        lease.close()
        // What fits in no way is told in its place, so that the list goes on.
        const small = new MemoryCounter({ capacityBytes: 50_000 })
        const { data } = yield* Effect.provideService(
          batches.results(batch.organizationId, batch.id, {}, { limit: 100, cursor: undefined }),
          CurrentLease,
          small.open(batch.organizationId)
        )
        assert.deepInclude(data[0], { status: "error", itemId: "/0", error_code: "INTERNAL_ERROR" })
        assert.include(JSON.stringify(data[0]), "KITTIWAKE_MEMORY_BUDGET")
        assert.isAtLeast(data.length, 1)
      }).pipe(installed)
  )

  it.effect("are put together from their pieces once, at the end, and read without the others", () =>
    Effect.gen(function* () {
      const { batch } = yield* endedBatch(30)
      const { id, organizationId } = batch
      const store = yield* BatchStore
      const asked: Array<unknown> = []
      const watched: typeof store = {
        ...store,
        segments: (owner, batchId, slice) =>
          Effect.tap(store.segments(owner, batchId, slice), () => Effect.sync(() => asked.push(slice)))
      }
      const through = Effect.provideService(BatchStore, watched)
      const page = { limit: 10, cursor: undefined }
      const [file] = (yield* resultFiles(organizationId, id).pipe(through))!
      const { data } = yield* listBatches(organizationId, {}, page).pipe(through)
      assert.deepStrictEqual(data[0]!.files, [file!])
      yield* findFile(organizationId, id, 0).pipe(through)
      assert.deepStrictEqual(asked, [])
      yield* Stream.runDrain(
        Stream.provideService(fileBytes(organizationId, id, file!, { offset: 0, length: 9 }), BatchStore, watched)
      )
      assert.deepStrictEqual(asked, [{ after: null, until: file!.last, limit: 30 }])
    }).pipe(installed)
  )

  it.effect("of a batch that ended before files were kept are put together when they are looked at, once", () =>
    Effect.gen(function* () {
      const { batch } = yield* endedBatch(30)
      const { id, organizationId } = batch
      const tables = yield* Database
      const row = tables.batches.get(id)!
      const { files } = row
      assert.lengthOf(files!, 1)
      row.files = null
      const batches = yield* Batches
      assert.deepStrictEqual((yield* batches.get(organizationId, id)).files, files)
      assert.deepStrictEqual(row.files, files)
    }).pipe(installed)
  )
})
