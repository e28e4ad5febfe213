import { crc32, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchStore, type ResultRow } from "@kittiwake/core/batches/BatchStore"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as zlib from "@kittiwake/storage/Compressor"
import { Effect, Layer, Stream } from "effect"
import fc from "fast-check"
import { followedBy, gzipEndBytes, gzipHead } from "../../src/batches/domain/gzipFile.ts"
import { bytesWithin, type FilePart, filesOf } from "../../src/batches/domain/ResultFile.ts"
import { segmentBlob } from "../../src/batches/domain/segmentBlob.ts"
import { makeRecordReader, putSegment } from "../../src/batches/resultFiles.ts"
import * as MemoryBlobs from "../../src/memory/BlobStore.ts"

const [owner, batchId] = [OrganizationId.make("org_1"), BatchId.make("batch_1")]

const kept = Effect.provide(Layer.merge(MemoryBlobs.layer, zlib.layer))

const bytesOf = (text: string) => new TextEncoder().encode(text)

const rowOf = (n: number, given: Pick<ResultRow, "place" | "blocks">): ResultRow => ({
  n,
  url: `https://site.example/${n}`,
  itemId: null,
  meta: null,
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
      const records = Array.from({ length: 60 }, (_, n) => bytesOf(`{"n":${n},"text":"${"é".repeat(n * n * 40)}"}\n`))
      const { places, segment } = yield* putSegment(owner, batchId, "seg_1", records)
      assert.isAbove(segment.blocks.length, 5)
      assert.isBelow(segment.bytes, segment.rawBytes / 20)
      const read = makeRecordReader(owner, batchId)
      for (const n of [0, 59, 30, 1, 58, 2]) {
        const place = { ...places[n]!, segmentId: "seg_1" }
        const text = yield* read(rowOf(n, { place, blocks: segment.blocks }))
        assert.strictEqual(text, new TextDecoder().decode(records[n]!))
      }
    }).pipe(kept)
  )

  it.effect("that was kept before, each record a file by itself, stays readable", () =>
    Effect.gen(function* () {
      const members = ["first\n", "second\n"].map((text) => gzipSync(text))
      yield* (yield* BlobStore).put(segmentBlob(owner, batchId, "seg_old"), Buffer.concat(members))
      const [a, b] = members as [Buffer, Buffer]
      const place = { segmentId: "seg_old", offset: a.length, length: b.length }
      assert.strictEqual(yield* makeRecordReader(owner, batchId)(rowOf(2, { place, blocks: null })), "second\n")
    }).pipe(kept)
  )

  it.effect("that is damaged or gone loses the records of the damaged block alone", () =>
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const varied = Array.from({ length: 60_000 }, (_, n) => (n * n) % 9_973).join("")
      const records = Array.from({ length: 4 }, (_, n) => bytesOf(`${n}${varied}`))
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
        (yield* readAll).map((text) => text?.[0] ?? null),
        ["0", null, "2", "3"]
      )
      yield* blobs.remove(key)
      assert.deepStrictEqual(yield* readAll, [null, null, null, null])
      yield* blobs.put(key, bytes.subarray(0, second + 30))
      assert.deepStrictEqual(
        (yield* readAll).map((text) => text?.[0] ?? null),
        ["0", null, null, null]
      )
    }).pipe(kept)
  )
})

describe("a file", () => {
  const part = (id: string, given: Partial<FilePart> = {}): FilePart => ({
    id,
    items: 10,
    bytes: 100,
    rawBytes: 1_000,
    crc: 7,
    ...given
  })

  it("is of pieces of one kind, and counts its own bytes where it is one member", () => {
    const files = filesOf([part("a", { crc: null }), part("b", { crc: null }), part("c"), part("d")])
    assert.deepStrictEqual(
      files.map(({ bytes, items, parts }) => [parts.map(({ id }) => id).join(""), bytes, items]),
      [
        ["ab", 200, 20],
        ["cd", 200 + gzipHead.length + gzipEndBytes, 20]
      ]
    )
    assert.deepStrictEqual(
      filesOf([part("a", { items: 4_000 }), part("b", { items: 1_001 }), part("c", { rawBytes: 80_000_000 })]).length,
      3
    )
  })

  it("has all of its bytes, from any on", () => {
    const [file] = filesOf([part("a", { bytes: 3 }), part("b", { bytes: 4 })])
    const shown = (offset: number, length: number) =>
      bytesWithin(file!, offset, length).flatMap((piece) =>
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
const endedBatch = Effect.fnUntraced(function* (count: number) {
  const { organization, settle } = yield* TestInstallation
  const batches = yield* Batches
  const web = yield* ScriptedWeb
  const paths = Array.from({ length: count }, (_, n) => `/${n}`)
  for (const path of paths) yield* web.page(`${site}${path}`, `<h1>Page ${path}</h1>`)
  const { batch } = yield* batches.submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(paths.map((path) => ({ url: `${site}${path}`, itemId: path }))),
      told: Effect.succeed({ batch: { crawl: null, format: "markdown" }, asked: {} })
    }
  )
  yield* settle
  const segments = yield* (yield* BatchStore).segments(organization.id, batch.id)
  return { batch, segments }
})

const installed = Effect.provide(TestInstallation.layer({ credits: 1_000 }))

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
      const { data } = yield* batches.results(organizationId, id, { limit: 100, cursor: undefined })
      assert.deepStrictEqual(
        data.map(({ itemId }) => itemId),
        Array.from({ length: 30 }, (_, n) => `/${n}`)
      )
      const lost = data.filter(({ status }) => status === "error")
      assert.strictEqual(lost.length, segments[0]!.items)
      assert.deepInclude(lost[0], { error_code: "INTERNAL_ERROR" })
      const [file] = (yield* batches.files(organizationId, id))!
      const range = { offset: 0, length: file!.bytes }
      const reading = Effect.flip(Stream.runDrain(batches.read(organizationId, id, file!, range)))
      assert.strictEqual((yield* reading)._tag, "StoreUnavailable")
    }).pipe(installed)
  )
})
