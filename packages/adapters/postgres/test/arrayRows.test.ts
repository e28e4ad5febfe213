import { assert, layer } from "@effect/vitest"
import { storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { type ColumnValue, insertArrays } from "../src/arrayRows.ts"
import { type OnDatabase, onServer } from "./databases.ts"

const types = {
  place: "integer",
  words: "text",
  list: "text[]",
  count: "integer",
  flag: "boolean",
  moment: "timestamptz"
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\\N", "\\.", "\\", "\t", "\r\n", "\n\\.\n", '{"a":"\\\\"}', '","', "NULL", "")
)

const row = fc.record({
  words: fc.option(hostile),
  list: fc.array(hostile, { maxLength: 4 }),
  count: fc.integer(),
  flag: fc.boolean(),
  moment: fc.integer({ min: 0, max: 4_000_000_000_000 })
})

const suite = (name: string, stores: OnDatabase) =>
  layer(stores, { timeout: "60 seconds" })(`rows as arrays (${name})`, (it) => {
    it.effect("come back as they were, whatever they say", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table given (
          place integer, words text, list text[], count integer, flag boolean, moment timestamptz(3)
        )`
        for (const rows of fc.sample(fc.array(row, { maxLength: 30 }), 50)) {
          yield* sql`truncate given`
          const given = rows.map((one, place): ReadonlyArray<ColumnValue> => {
            const { count, flag, list, moment, words } = one
            return [place, words, list, count, flag, DateTime.makeUnsafe(moment)]
          })
          yield* sql`${insertArrays(sql, "given", types, given)}`
          const found = yield* sql`select words, list, count, flag, moment from given order by place`
          const wanted = rows.map(({ list, moment, words, ...rest }) => ({
            ...rest,
            words: words === null ? null : storableText(words),
            list: list.map(storableText),
            moment: DateTime.formatIso(DateTime.makeUnsafe(moment))
          }))
          assert.deepStrictEqual(
            found.map((one) => ({ ...one, moment: DateTime.formatIso(DateTime.makeUnsafe(String(one.moment))) })),
            wanted
          )
        }
      })
    )

    it.effect("are there together or not at all", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table once (id text primary key)`
        const insert = (...ids: ReadonlyArray<string>) => {
          const rows = ids.map((id) => [id])
          return sql`${insertArrays(sql, "once", { id: "text" }, rows)}`
        }
        yield* insert("a")
        const error = yield* Effect.flip(insert("b", "a", "c"))
        assert.strictEqual(error.reason._tag, "UniqueViolation")
        const failed = Effect.andThen(insert("d"), Effect.fail("no"))
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(failed)), "no")
        assert.deepStrictEqual(yield* sql`select id from once`, [{ id: "a" }])
      })
    )
  })

onServer(suite)
