/** What an export says that it does not hold. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { leftBehind } from "../src/commands/transfer.ts"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

/** Tables that no export holds, each by what is said of it; null where nobody would miss it. */
const tables: Readonly<Record<string, (typeof leftBehind)[number] | null>> = {
  cache_bodies: "pages that were kept",
  cache_size: "pages that were kept",
  cached_pages: "pages that were kept",
  frontiers: "what crawls had still to see",
  frontier_entries: "what crawls had still to see",
  frontier_tokens: "what crawls had still to see",
  dashboard_links: "sessions of the dashboard",
  dashboard_sessions: "sessions of the dashboard",
  // They are summed up or counted anew.
  change_tags: null,
  run_spend: null,
  migrations: null
}

const isOfIndex = (table: string): boolean => table.startsWith("index_")

it("an export and an import say what is not in the file, and the export says it of all that is left out", async () => {
  await using directory = await temporaryDirectory()
  const [data, other] = [join(directory.path, "data"), join(directory.path, "other")]
  await (await Kittiwake.open({ dataDirectory: data, sealingKey: "k".repeat(32), worker: false })).close()
  const env = (dataDirectory: string) => ({ KITTIWAKE_DATA_DIR: dataDirectory, KITTIWAKE_SEALING_KEY: "k".repeat(32) })
  const file = join(directory.path, "all.ndjson")
  const told = await runHere(["export", file], env(data))
  assert.strictEqual(told.exitCode, 0, told.stderr)
  for (const one of leftBehind) assert.include(told.stdout, one)
  assert.notInclude(told.stdout, "whole")
  const asJson = await runHere(["export", `${file}.gz`, "--json"], env(data))
  const { left_behind: named, tables: exported } = JSON.parse(asJson.stdout)
  assert.deepStrictEqual(named, [...leftBehind])

  const db = new DatabaseSync(join(data, "kittiwake.db"), { readOnly: true })
  const all = db.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all()
  db.close()
  const left = all.map(({ name }) => String(name)).filter((name) => isOfIndex(name) || name in tables)
  assert.strictEqual(all.length - left.length, exported, "a table that no export holds is missing here")
  const said = new Set(left.map((name) => (isOfIndex(name) ? "the index of what was read" : tables[name])))
  said.delete(null)
  assert.sameMembers([...said], [...leftBehind])

  const taken = await runHere(["import", file], env(other))
  assert.strictEqual(taken.exitCode, 0, taken.stderr)
  assert.include(taken.stdout, "the index of what was read: searches find what is read from now on.")
}, 120_000)
