import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@kittiwake/core/memory/Memory"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type CursorScope, Cursors, cursorMaxLength } from "@kittiwake/core/paging/Cursors"
import { comparePositions, type Page, type Position, type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { DateTime, Effect, Layer } from "effect"
import { Base64Url } from "effect/encoding"
import fc from "fast-check"

interface Row {
  readonly at: DateTime.Utc
  readonly id: string
}

const organizationId = "org_1" as OrganizationId
const scope: CursorScope = { organizationId, list: "monitors", filter: { status: "active", tag: "a" } }

const position = ({ at, id }: Row): Position => ({ at, id })

const rowAt = (millis: number, id: number): Row => ({
  at: DateTime.makeUnsafe(millis),
  id: `row_${String(id).padStart(5, "0")}`
})

/** Reads a list as a store does. */
const reading = (rows: () => ReadonlyArray<Row>) => (slice: Slice) =>
  Effect.sync(() =>
    wholePart(
      [...rows()]
        .sort(comparePositions)
        .filter((row) => slice.after === null || comparePositions(slice.after, row) < 0)
        .slice(0, slice.limit)
    )
  )

const pageOf = (rows: () => ReadonlyArray<Row>, limit: number, cursor?: string, of: CursorScope = scope) =>
  Cursors.use((cursors) => cursors.page({ scope: of, limit, cursor, read: reading(rows), position }))

const cursors = Cursors.layer.pipe(Layer.provide(Memory.layer))

const ten = () => Array.from({ length: 10 }, (_, index) => rowAt(1_000, index))

const refused = (cursor: string, of: CursorScope = scope) =>
  Effect.map(Effect.flip(pageOf(ten, 3, cursor, of)), (error) => error._tag === "InvalidCursor")

const walk = Effect.fnUntraced(function* (rows: () => ReadonlyArray<Row>, limit: () => number, between: () => void) {
  const seen: Array<Row> = []
  let cursor: string | undefined
  for (;;) {
    const { data, nextCursor } = yield* pageOf(rows, limit(), cursor)
    seen.push(...data)
    if (nextCursor === null) return seen
    cursor = nextCursor
    between()
  }
})

describe("a cursor", () => {
  it.effect("walks through a list once, newest first, whatever the size of the pages", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(5), { maxLength: 40 }),
          fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          (moments, sizes) =>
            Effect.gen(function* () {
              const rows = moments.map((millis, index) => rowAt(millis, index))
              let turn = 0
              const seen = yield* walk(
                () => rows,
                () => sizes[turn++ % sizes.length]!,
                () => undefined
              )
              assert.deepStrictEqual(seen, [...rows].sort(comparePositions))
            }).pipe(Effect.provide(cursors), Effect.runPromise)
        )
      )
    )
  )

  it.effect("shows every row that was there throughout exactly once, while others come and go", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(20), { minLength: 5, maxLength: 40 }),
          fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 20 }),
          (moments, changes) =>
            Effect.gen(function* () {
              const lasting = moments.map((millis, index) => rowAt(millis, index))
              let rows = [...lasting, rowAt(10, 90_000), rowAt(15, 90_001)]
              let turn = 0
              const seen = yield* walk(
                () => rows,
                () => 3,
                () => {
                  const [millis, adds] = changes[turn++] ?? [0, false]
                  rows = adds ? [...rows, rowAt(millis, 50_000 + turn)] : rows.filter(({ id }) => id < "row_90000")
                }
              )
              const ids = seen.map(({ id }) => id)
              assert.strictEqual(new Set(ids).size, ids.length, "no row twice")
              for (const { id } of lasting) assert.include(ids, id)
            }).pipe(Effect.provide(cursors), Effect.runPromise)
        )
      )
    )
  )

  it.effect("ends with the list", () =>
    Effect.gen(function* () {
      assert.isNull((yield* pageOf(ten, 10)).nextCursor)
      assert.isNull((yield* pageOf(() => [], 10)).nextCursor)
      assert.isNotNull((yield* pageOf(ten, 9)).nextCursor)
    }).pipe(Effect.provide(cursors))
  )

  it.effect("goes on where a look ended that found too little, and only then with fewer rows than wanted", () =>
    Effect.gen(function* () {
      // Seven rows at a time are looked at, and every tenth of these is wanted.
      const all = Array.from({ length: 100 }, (_, index) => rowAt(1_000 - Math.floor(index / 3), 1_000 - index))
      const wanted = all.filter((_, index) => index % 10 === 4)
      const look = (slice: Slice) =>
        Effect.sync(() => {
          const rest = all.filter((row) => slice.after === null || comparePositions(slice.after, row) < 0)
          const rows = rest.slice(0, 7).filter((row) => wanted.includes(row))
          const isFull = rows.length >= slice.limit
          return { rows: rows.slice(0, slice.limit), endedAt: isFull || rest.length <= 7 ? null : rest[6]! }
        })
      const seen: Array<Row> = []
      const sizes: Array<number> = []
      for (let cursor: string | undefined; ; ) {
        const { data, nextCursor }: Page<Row> = yield* Cursors.use((cursors) =>
          cursors.page({ scope, limit: 1, cursor, read: look, position })
        )
        seen.push(...data)
        sizes.push(data.length)
        if (nextCursor === null) break
        cursor = nextCursor
      }
      assert.deepStrictEqual(seen, wanted)
      assert.include(sizes, 0)
    }).pipe(Effect.provide(cursors))
  )

  it.effect("ends a page of large rows early, which has one at least, and leaves none out", () =>
    Effect.gen(function* () {
      const large = ten().map((row, index) => ({ ...row, text: "x".repeat(index === 4 ? 3_000_000 : 300_000) }))
      const seen: Array<number> = []
      let cursor: string | undefined
      do {
        const { data, nextCursor } = yield* pageOf(() => large, 10, cursor)
        seen.push(data.length)
        cursor = nextCursor ?? undefined
      } while (cursor !== undefined)
      assert.strictEqual(
        seen.reduce((sum, count) => sum + count, 0),
        10
      )
      assert.isAtMost(Math.max(...seen), 4)
      assert.isAtLeast(Math.min(...seen), 1)
    }).pipe(Effect.provide(cursors))
  )

  it.effect("is refused for another organization, another list and another filter", () =>
    Effect.gen(function* () {
      const { nextCursor } = yield* pageOf(ten, 3)
      const cursor = nextCursor!
      assert.strictEqual((yield* pageOf(ten, 3, cursor)).data.length, 3)
      assert.isTrue(yield* refused(cursor, { ...scope, organizationId: "org_2" as OrganizationId }))
      assert.isTrue(yield* refused(cursor, { ...scope, list: "runs" }))
      assert.isTrue(yield* refused(cursor, { ...scope, filter: { status: "paused", tag: "a" } }))
      assert.isTrue(yield* refused(cursor, { ...scope, filter: {} }))
    }).pipe(Effect.provide(cursors))
  )

  it.effect("is refused after any change to it", () =>
    Effect.gen(function* () {
      const cursor = (yield* pageOf(ten, 3)).nextCursor!
      for (let index = 0; index < cursor.length; index++) {
        const other = cursor[index] === "A" ? "B" : "A"
        assert.isTrue(yield* refused(cursor.slice(0, index) + other + cursor.slice(index + 1)), `character ${index}`)
      }
      for (const forged of [
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        cursor.toUpperCase(),
        cursor + cursor
      ]) {
        assert.isTrue(yield* refused(forged), forged)
      }
    }).pipe(Effect.provide(cursors))
  )

  it.effect("is refused when it is made up, however it looks", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string({ unit: "binary" }),
            fc.base64String(),
            fc.string().map((text) => Base64Url.encode(text)),
            fc.constantFrom("", "null", "' or 1=1 --", "A".repeat(cursorMaxLength + 1), "A".repeat(100_000))
          ),
          (cursor) => refused(cursor).pipe(Effect.provide(cursors), Effect.runPromise)
        )
      )
    )
  )

  it.effect("of one installation is worth nothing in another", () =>
    Effect.gen(function* () {
      const other = Layer.fresh(Cursors.layer).pipe(Layer.provide(Layer.fresh(Memory.layer)))
      const cursor = (yield* pageOf(ten, 3).pipe(Effect.provide(other))).nextCursor!
      assert.isTrue(yield* refused(cursor))
    }).pipe(Effect.provide(cursors))
  )

  it.effect("is short enough for an address", () =>
    Effect.gen(function* () {
      const far = { at: DateTime.makeUnsafe("9999-12-31T23:59:59.999Z"), id: `mon_${"f".repeat(32)}` }
      const cursor = (yield* pageOf(() => [far, { ...far, id: `mon_${"0".repeat(32)}` }], 1)).nextCursor!
      assert.isAtMost(cursor.length, 200)
      assert.match(cursor, /^[\w-]+$/)
    }).pipe(Effect.provide(cursors))
  )
})
