import { readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect } from "effect"
import { needing } from "../setup/needs.ts"
import { type End, folder, type MakeEnd, onServer, serverUrl, sqlite } from "./ends.ts"
import { rowsOf } from "./rowsOf.ts"
import { answers, fill } from "./story.ts"

const timeout = 60_000

const needsServer = needing({ Postgres: serverUrl !== null })

const tablesIn = (rows: ReadonlyArray<string>) =>
  new Set(rows.map((row) => (JSON.parse(row) as { readonly table: string }).table))

/** Tables of an export in its order. */
const orderOf = (path: string) =>
  Effect.promise(async () => {
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n").slice(1, -1)
    return [...tablesIn(lines)]
  })

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

const move = Effect.fnUntraced(function* (from: MakeEnd, to: MakeEnd) {
  const [source, destination] = [yield* from, yield* to]
  const story = yield* source.use(fill)
  const [there, back] = [join(yield* folder, "there.ndjson"), join(yield* folder, "back.ndjson.gz")]
  const exported = yield* source.exportTo(there)
  assert.deepStrictEqual(yield* destination.importFrom(there), exported)

  const again = join(yield* folder, "again.ndjson")
  yield* destination.exportTo(again)
  const rows = yield* rowsOf(there)
  assert.deepStrictEqual(yield* rowsOf(again), rows)
  assert.deepStrictEqual(yield* orderOf(again), yield* orderOf(there))
  assert.notInclude(rows.join(), "the key that stays behind")

  assert.deepStrictEqual(plain(yield* destination.use(answers(story))), plain(yield* source.use(answers(story))))
  return { rows, there, back, source, destination }
})

const pairs: ReadonlyArray<readonly [string, MakeEnd, MakeEnd]> = [
  ["from SQLite to Postgres", sqlite, onServer],
  ["from Postgres to SQLite", onServer, sqlite],
  ["from Postgres to Postgres", onServer, onServer]
]

/** Every table that travels; a new one must be filled by the story. */
const travelling = [
  ...["accounts", "api_keys", "asset_bodies", "assets", "baselines", "brand_lists", "brand_profiles"],
  ...["batch_counts", "batch_items", "batch_segments", "batch_sums", "batches", "small_segments"],
  "brand_refresh_turns",
  ...["brand_ids", "brand_imports", "brand_spellings", "waiting_brand_keys", "waiting_brands"],
  ...["brand_symbols", "brand_words", "brands", "browser_profiles", "changes", "deliveries"],
  ...["delivery_attempts", "holds", "idempotency_keys", "instance_secrets", "ledger_entries", "monitor_counts"],
  ...[
    "feedback",
    "inbox_events",
    "inboxes",
    "monitors",
    "organizations",
    "profile_counts",
    "news_hosts",
    "news_looks",
    "news_sources",
    "oauth_clients",
    "oauth_grants",
    "oauth_spending",
    "oauth_tokens",
    "request_logs",
    "runs",
    "subscriptions",
    "usage_charges",
    "view_counts",
    "views"
  ],
  ...["forgotten_versions", "monitor_versions", "usage_tallies", "version_bodies", "version_parts", "version_sums"]
]

describe("moving a database", () => {
  it.effect(
    "from SQLite to SQLite takes every row, in a file that only its owner reads",
    () =>
      Effect.gen(function* () {
        const { rows, there } = yield* move(sqlite, sqlite)
        const { mode } = yield* Effect.promise(() => stat(there))
        assert.strictEqual(mode & 0o777, 0o600)
        const found = tablesIn(rows)
        assert.deepStrictEqual(
          travelling.filter((table) => !found.has(table)),
          []
        )
      }).pipe(Effect.scoped),
    timeout
  )

  describe("with a server", needsServer, () => {
    for (const [what, from, to] of pairs) {
      it.effect(
        `${what} takes every row, and its ports then tell the same`,
        () => Effect.scoped(move(from, to)),
        timeout
      )
    }
  })

  const ends: ReadonlyArray<readonly [string, MakeEnd]> = [
    ["SQLite", sqlite],
    ["Postgres", onServer]
  ]
  for (const [name, make] of ends) {
    describe(`into ${name}`, name === "Postgres" ? needsServer : {}, () => {
      const secrets = (end: End) => end.use(InstanceSecretStore.use((store) => store.getOrKeep("one", "kept")))

      it.effect(
        "is refused where there are rows, which stay",
        () =>
          Effect.gen(function* () {
            const [source, destination] = [yield* sqlite, yield* make]
            yield* secrets(source)
            yield* destination.use(InstanceSecretStore.use((store) => store.getOrKeep("one", "its own")))
            const path = join(yield* folder, "all.ndjson.gz")
            yield* source.exportTo(path)
            assert.include((yield* Effect.flip(destination.importFrom(path))).message, "has rows already")
            assert.strictEqual(yield* secrets(destination), "its own")
          }).pipe(Effect.scoped),
        timeout
      )

      it.effect(
        "takes all of a file or nothing of it",
        () =>
          Effect.gen(function* () {
            const [source, destination] = [yield* sqlite, yield* make]
            yield* secrets(source)
            const path = join(yield* folder, "broken.ndjson")
            yield* source.exportTo(path)
            const text = yield* Effect.promise(() => readFile(path, "utf8"))
            yield* Effect.promise(() => writeFile(path, `${text}not a row\n`))
            assert.include((yield* Effect.flip(destination.importFrom(path))).message, "is not a row of a table")
            yield* Effect.promise(() => writeFile(path, text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)))
            assert.include((yield* Effect.flip(destination.importFrom(path))).message, "is not whole")
            yield* Effect.promise(() => writeFile(path, text))
            assert.strictEqual((yield* destination.importFrom(path)).rows, 1)
          }).pipe(Effect.scoped),
        timeout
      )

      it.effect(
        "says of another file that it is not an export, and of rows that fit no table what is wrong",
        () =>
          Effect.gen(function* () {
            const destination = yield* make
            const path = join(yield* folder, "other.txt")
            const refusal = (text: string) =>
              Effect.andThen(
                Effect.promise(() => writeFile(path, text)),
                Effect.map(Effect.flip(destination.importFrom(path)), ({ message }) => message)
              )
            assert.include(yield* refusal("hello\n"), "is not an export")
            assert.include(yield* refusal('{"kittiwake":"export","migration":8}\n'), "with other tables (8")
            assert.include(yield* refusal('{"kittiwake":"export","migration":99}\n'), "with other tables (99")
            assert.include((yield* Effect.flip(destination.importFrom(`${path}.gone`))).message, "ENOENT")
            const broken = '{"kittiwake":"export","migration":9}\n{"table":"runs","row":{nonsense}\n'
            assert.include(yield* refusal(broken), "line 2 is not a row of a table")
            // None of them has an end.
            assert.include(yield* refusal("\0".repeat(65_537)), "a line of it is too long")
            assert.include(
              (yield* Effect.flip(destination.importFrom("/dev/zero"))).message,
              "a line of it is too long"
            )
            yield* Effect.promise(() => writeFile(`${path}.gz`, "hello\n"))
            const packed = Effect.map(Effect.flip(destination.importFrom(`${path}.gz`)), ({ message }) => message)
            assert.include(yield* packed, "it is not compressed by gzip")
            const whole = gzipSync(`{"kittiwake":"export","migration":9}\n${"x".repeat(1_000)}`)
            yield* Effect.promise(() => writeFile(`${path}.gz`, whole.subarray(0, -12)))
            assert.include(yield* packed, "it ends too early")
          }).pipe(Effect.scoped),
        timeout
      )

      it.effect(
        "takes tables in whatever order the file has them, and no row whose others are nowhere",
        () =>
          Effect.gen(function* () {
            const [source, destination, root] = [yield* sqlite, yield* make, yield* folder]
            yield* source.use(fill)
            const [right, wrong, again] = ["right", "wrong", "again"].map((one) => join(root, `${one}.ndjson`))
            yield* source.exportTo(right!)
            const text = yield* Effect.promise(() => readFile(right!, "utf8"))
            const [first, ...lines] = text.trimEnd().split("\n")
            const rows = lines.slice(0, -1)
            const tableOf = (line: string) => (JSON.parse(line) as { readonly table: string }).table
            const backwards = (yield* orderOf(right!)).toReversed()
            const turned = backwards.flatMap((table) => rows.filter((line) => tableOf(line) === table))
            const write = (some: ReadonlyArray<string>) =>
              Effect.promise(() => writeFile(wrong!, [first, ...some, `{"rows":${some.length}}`, ""].join("\n")))

            const orphaned = turned.filter((line) => tableOf(line) !== "organizations")
            yield* write(orphaned)
            assert.match(
              (yield* Effect.flip(destination.importFrom(wrong!))).message,
              /wrong\.ndjson: api_keys: .*foreign key/i
            )
            yield* write(turned)
            assert.strictEqual((yield* destination.importFrom(wrong!)).rows, rows.length)
            yield* destination.exportTo(again!)
            assert.deepStrictEqual(yield* rowsOf(again!), yield* rowsOf(right!))
            assert.deepStrictEqual(yield* orderOf(again!), yield* orderOf(right!))
          }).pipe(Effect.scoped),
        timeout
      )

      it.effect(
        "takes what the version before spelled: rows of Postgres, and slots of runs that were skipped",
        () =>
          Effect.gen(function* () {
            const destination = yield* make
            const path = join(yield* folder, "old.ndjson")
            const run = (id: string, status: string) =>
              JSON.stringify({
                table: "runs",
                row: {
                  ...{ id, organization_id: "org_1", monitor_id: "mon_1", status, run_type: "scheduled" },
                  ...{ trigger: "schedule", target_type: "page", change_detection_type: "exact", target_version: 1 },
                  ...{ queued_at: "2027-01-31T10:00:00.1+00:00", started_at: null, completed_at: null },
                  ...{ change_detected: false, baseline_created: false, credits_charged: 0, change_id: null },
                  ...{ skip_reason: null, error: null, trace: [], slot_at: "2027-01-31T10:00:00+00:00" }
                }
              })
            const entry = `{"table":"ledger_entries","row":{"id":"ent_1","organization_id":"org_1","cause_kind":"grant","cause_id":"first","credits":9007199254740993,"at":"2027-01-31T10:00:00.123+00:00","reason":null}}`
            const lines = [
              '{"kittiwake":"export","migration":9}',
              entry,
              run("run_1", "skipped"),
              run("run_2", "completed")
            ]
            yield* Effect.promise(() => writeFile(path, `${lines.join("\n")}\n`))
            assert.strictEqual((yield* destination.importFrom(path)).rows, 3)
            const again = join(yield* folder, "again.ndjson")
            yield* destination.exportTo(again)
            const text = yield* Effect.promise(() => readFile(again, "utf8"))
            // Past the safest integer of JavaScript: no number passed through it.
            assert.include(text, "9007199254740993")
            const slots = (yield* rowsOf(again)).flatMap((line) => {
              const { row, table } = JSON.parse(line) as { row: { slot_at: string; queued_at: string }; table: string }
              return table === "runs" ? [row.slot_at, row.queued_at] : []
            })
            assert.sameMembers(slots, [
              null as never,
              "2027-01-31T10:00:00.000Z",
              "2027-01-31T10:00:00.100Z",
              "2027-01-31T10:00:00.100Z"
            ])
          }).pipe(Effect.scoped),
        timeout
      )
    })
  }
})
