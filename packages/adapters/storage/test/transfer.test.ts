/** Observed: how many rows of a file are held at once while it is read into a database. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { importFrom, type Sink } from "../src/transfer.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-transfer-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** Reads rows of such lengths, all of one table but the last; gives what was inserted at once. */
const inserts = Effect.fnUntraced(function* (lengths: ReadonlyArray<number>) {
  const path = join(yield* folder, "export.json")
  const lines = lengths.map((length, index) => {
    const table = index === lengths.length - 1 ? "last" : "first"
    return `{"table":"${table}","row":${JSON.stringify({ text: "x".repeat(length) })}}`
  })
  const whole = [JSON.stringify({ kittiwake: "export", migration: 10 }), ...lines, `{"rows":${lengths.length}}`]
  yield* Effect.promise(() => writeFile(path, whole.map((line) => `${line}\n`).join("")))
  const inserted: Array<readonly [table: string, rows: number]> = []
  const sink: Sink<never, never> = {
    migration: 10,
    tables: ["first", "last"],
    filledTable: Effect.succeed(null),
    insert: (table, rows) => Effect.sync(() => inserted.push([table, rows.length]))
  }
  const { rows } = yield* importFrom(path, sink, { tablesAt: () => Effect.die("the tables are those of now") })
  assert.strictEqual(rows, lengths.length)
  return inserted
})

describe("an import", () => {
  it.live("hands on small rows together, by table, and large ones when they are a megabyte", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* inserts([1, 1, 1, 1]), [
        ["first", 3],
        ["last", 1]
      ])
      assert.deepStrictEqual(yield* inserts([600_000, 600_000, 600_000, 2_000_000, 1, 1]), [
        ["first", 2],
        ["first", 2],
        ["first", 1],
        ["last", 1]
      ])
    }).pipe(Effect.scoped)
  )
})
