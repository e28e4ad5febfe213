/**
 * Observed: how many rows of a file are held at once while it is read into a database, in what order of tables they reach it, and
 * what exports leave in a folder.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import {
  exportTo,
  handOn,
  importFrom,
  inOrder,
  type RefersTo,
  type RowsPage,
  type Sink,
  type Source
} from "../src/transfer.ts"

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
    refersTo: () => [],
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

/** Wheels refer to cars and makers, cars to makers. */
const refersTo: RefersTo = (table) => ({ cars: ["makers"], wheels: ["makers", "cars"] })[table] ?? []

/** Tables in memory. */
const source = (rows: ReadonlyMap<string, ReadonlyArray<string>>): Source<never, never, never> => ({
  migration: 10,
  tables: inOrder(rows.keys(), refersTo),
  read: (table) => Effect.succeed({ rows: rows.get(table) ?? [], next: null })
})

/** Reads rows of these tables; gives the tables in the order in which their rows came, and how many came early. */
const arrivals = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const path = join(yield* folder, "export.json")
  const header = JSON.stringify({ kittiwake: "export", migration: 10 })
  const lines = tables.map((table) => `{"table":"${table}","row":{}}`)
  yield* Effect.promise(() => writeFile(path, [header, ...lines, `{"rows":${lines.length}}`, ""].join("\n")))
  const arrived: Array<string> = []
  const sink: Sink<never, never> = {
    migration: 10,
    tables: ["cars", "makers", "paints", "wheels"],
    refersTo,
    filledTable: Effect.succeed(null),
    insert: (table, rows) => Effect.sync(() => arrived.push(...rows.map(() => table)))
  }
  const held = new Map<string, Array<string>>()
  const tablesAt = () =>
    Effect.succeed({
      sink: {
        ...sink,
        refersTo: () => [],
        insert: (table: string, rows: ReadonlyArray<string>) =>
          Effect.sync(() => held.set(table, [...(held.get(table) ?? []), ...rows]))
      },
      handOn: <E, R>(to: Sink<E, R>) => Effect.suspend(() => handOn(source(held), to))
    })
  const { rows } = yield* importFrom(path, sink, { tablesAt })
  assert.strictEqual(rows, tables.length)
  return { arrived, early: [...held.values()].flat().length }
})

describe("tables", () => {
  it("come after those they refer to and otherwise by their names, however they are told of, and in a ring too", () => {
    const expected = ["makers", "cars", "paints", "wheels"]
    assert.deepStrictEqual(inOrder(["wheels", "paints", "makers", "cars"], refersTo), expected)
    assert.deepStrictEqual(inOrder(expected, refersTo), expected)
    // Others are no matter of this database.
    assert.deepStrictEqual(inOrder(["wheels", "cars"], refersTo), ["cars", "wheels"])
    assert.deepStrictEqual(
      inOrder(["b", "a"], (table) => [table, table === "a" ? "b" : "a"]),
      ["b", "a"]
    )
  })

  it.live("of a file reach a database after those they refer to, and wait for these where they come before", () =>
    Effect.gen(function* () {
      const right = ["makers", "cars", "cars", "paints", "wheels"]
      assert.deepStrictEqual(yield* arrivals(right), { arrived: right, early: 0 })
      const other = ["paints", "makers", "cars", "wheels"]
      assert.deepStrictEqual(yield* arrivals(other), { arrived: other, early: 0 })
      assert.deepStrictEqual(yield* arrivals(["cars", "makers", "paints", "wheels"]), {
        arrived: ["makers", "paints", "cars", "wheels"],
        early: 2
      })
      assert.deepStrictEqual(yield* arrivals(["wheels", "wheels", "cars", "makers"]), {
        arrived: ["makers", "cars", "wheels", "wheels"],
        early: 3
      })
    }).pipe(Effect.scoped)
  )
})

describe("an export", () => {
  const filesOf = (path: string) => Effect.promise(() => readdir(path))
  const cars = source(new Map([["cars", ["{}"]]]))

  /** An export that waits in the middle. */
  const halting = Effect.gen(function* () {
    const [begun, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const read = (): Effect.Effect<RowsPage<never>> =>
      Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Deferred.await(goOn)),
        Effect.as({ rows: ['{"slow":true}'], next: null })
      )
    return { begun: Deferred.await(begun), goOn: Deferred.succeed(goOn, undefined), source: { ...cars, read } }
  })

  it.live("takes no file from another one that was sooner, and leaves nothing beside it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "all.json")
      const slow = yield* halting
      const first = yield* Effect.forkChild(Effect.flip(exportTo(path, slow.source)))
      yield* slow.begun
      yield* exportTo(path, cars)
      const text = yield* Effect.promise(() => readFile(path, "utf8"))
      yield* slow.goOn
      assert.strictEqual((yield* Fiber.join(first)).message, `${path} is there already: name another file.`)
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), text)
      assert.include(text, '{"rows":1}')
      assert.deepStrictEqual(yield* filesOf(root), ["all.json"])
    }).pipe(Effect.scoped)
  )

  it.live("of two of one name grows in files of their own", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const both = yield* Effect.forEach(["one", "two"], () => halting)
      const running = yield* Effect.forEach(both, (one) =>
        Effect.forkChild(Effect.exit(exportTo(join(root, "all.json.gz"), one.source)))
      )
      yield* Effect.forEach(both, ({ begun }) => begun)
      for (const { goOn } of both) yield* goOn
      const exits = yield* Effect.forEach(running, Fiber.join)
      assert.sameMembers(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure"]
      )
      assert.deepStrictEqual(yield* filesOf(root), ["all.json.gz"])
    }).pipe(Effect.scoped)
  )

  it.live("that is broken off or fails leaves nothing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const slow = yield* halting
      const one = yield* Effect.forkChild(exportTo(join(root, "all.json"), slow.source))
      yield* slow.begun
      yield* Fiber.interrupt(one)
      assert.deepStrictEqual(yield* filesOf(root), [])
      const failing = { ...cars, read: () => Effect.fail("no") }
      assert.strictEqual(yield* Effect.flip(exportTo(join(root, "all.json"), failing)), "no")
      assert.deepStrictEqual(yield* filesOf(root), [])
      const nowhere = join(root, "none", "all.json")
      assert.include(String(yield* Effect.flip(exportTo(nowhere, cars))), nowhere)
    }).pipe(Effect.scoped)
  )
})
