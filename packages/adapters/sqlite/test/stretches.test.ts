import { assert, describe, it } from "@effect/vitest"
import type { Part, Position } from "@kittiwake/core/paging/domain/Page"
import { DateTime, Effect } from "effect"
import { Connection } from "../src/Connection.ts"
import { inStretches } from "../src/inStretches.ts"
import { type Stretch, stretched } from "../src/reads/stretches.ts"

interface Found {
  readonly at: number
  readonly id: string
}

const found = stretched<Found>({
  select: "n.at, n.id from notes n",
  table: "notes n",
  owned: ["n.owner = ?"],
  at: "n.at",
  id: "n.id",
  conditions: ["n.tag = ?"]
})

/** Rows that one read looks at (`stretches.ts`). */
const stretchRows = 5_000

const idOf = (place: number) => String(place).padStart(6, "0")

const newest = { limit: 100, afterAt: Number.MAX_SAFE_INTEGER, afterId: "" }

/** Rows of one moment, of which those at `rare` places of the list have the tag that is looked for. */
const notes = (count: number, rare: ReadonlyArray<number>) => {
  const db = new Connection(":memory:", { readOnly: false })
  db.exec(`
    create table notes (owner text, at integer, id text, tag text) strict;
    create index notes_newest on notes (owner, at, id);
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${count + 2})
      insert into notes select 'one', 7, printf('%06d', n), '' from n where n <= ${count};
    insert into notes values ('another', 7, '000001', 'rare'), ('another', 7, '999999', 'rare');
  `)
  for (const place of rare)
    db.run("update notes set tag = 'rare' where owner = 'one' and id = ?", idOf(count + 1 - place))
  return {
    idAt: (place: number) => idOf(count + 1 - place),
    read: (slice: typeof newest): Stretch<Found> => found(db, ["one"], slice, ["rare"]),
    [Symbol.dispose]: () => db.close()
  }
}

describe("a list that is read in stretches", () => {
  // The first and last of the first stretch, the first and last of the second, and the last of all.
  const edges = [1, stretchRows, stretchRows + 1, 2 * stretchRows, 2 * stretchRows + 1]

  for (const limit of [1, 2, 3, 100]) {
    it.effect(`finds what stands at the edges of stretches among rows of one moment, ${limit} at a time`, () =>
      Effect.gen(function* () {
        using list = notes(2 * stretchRows + 1, edges)
        const ids: Array<string> = []
        for (let after: Position | null = null; ; ) {
          const part: Part<Found> = yield* inStretches({ limit, after }, (rest) => Effect.sync(() => list.read(rest)))
          assert.isAtMost(part.rows.length, limit)
          ids.push(...part.rows.map(({ id }) => id))
          const last = part.rows.at(-1)
          const isFull = part.rows.length === limit
          after = isFull ? { at: DateTime.makeUnsafe(last!.at), id: last!.id } : part.endedAt
          if (after === null) break
        }
        assert.deepStrictEqual(ids, edges.map(list.idAt))
      })
    )
  }

  it.effect("ends a look after two stretches, and tells where", () =>
    Effect.gen(function* () {
      using list = notes(2 * stretchRows + 1, edges)
      const part = yield* inStretches({ limit: 100, after: null }, (rest) => Effect.sync(() => list.read(rest)))
      assert.deepStrictEqual(
        part.rows.map(({ id }) => id),
        edges.slice(0, 4).map(list.idAt)
      )
      assert.deepStrictEqual(part.endedAt, { at: DateTime.makeUnsafe(7), id: list.idAt(2 * stretchRows) })
    })
  )

  it("tells where to go on after as many rows as one read looks at, and at the end of the list that there is nothing", () => {
    using list = notes(stretchRows + 1, edges.slice(0, 3))
    const first = list.read(newest)
    assert.deepStrictEqual(
      first.rows.map(({ id }) => id),
      [list.idAt(1), list.idAt(stretchRows)]
    )
    assert.deepEqual(first.next, { at: 7, id: list.idAt(stretchRows) })
    const second = list.read({ ...newest, afterAt: 7, afterId: list.idAt(stretchRows) })
    assert.deepStrictEqual(second.next, null)
    assert.deepStrictEqual(
      second.rows.map(({ id }) => id),
      [list.idAt(stretchRows + 1)]
    )
  })

  it("ends with the row that fills the slice", () => {
    using list = notes(2 * stretchRows, edges.slice(0, 2))
    assert.deepStrictEqual(list.read({ ...newest, limit: 2 }).next, null)
    assert.deepStrictEqual(list.read({ ...newest, limit: 3 }).next?.id, list.idAt(stretchRows))
  })
})
