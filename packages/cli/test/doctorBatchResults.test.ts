/** Observed: what the doctor says of a data directory whose tables say what results of batches take. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { Kittiwake } from "kittiwake"
import { readSettings } from "../src/config.ts"
import { batchResults } from "../src/doctor/batchResults.ts"
import { temporaryDirectory } from "./support/command.ts"

it("says of the organization that keeps most whether it nears what it may", async () => {
  await using directory = await temporaryDirectory()
  const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_BATCH_RESULTS: "3GB" }
  const told = () =>
    Effect.runPromise(
      Effect.flatMap(readSettings(false), batchResults).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
      )
    )
  const none = { state: "ok" as const, message: "one organization may keep 3.0 GB, and none keeps any" }
  assert.deepInclude(await told(), none)
  await (await Kittiwake.open({ dataDirectory: directory.path, worker: false })).close()
  assert.deepInclude(await told(), none)
  const keep = (organizationId: string, shard: number, bytes: number) => {
    const db = new DatabaseSync(join(directory.path, "kittiwake.db"))
    db.prepare("insert into batch_sums (organization_id, shard, bytes) values (?, ?, ?)").run(
      organizationId,
      shard,
      bytes
    )
    db.close()
  }
  keep("org_a", 0, 1_500_000_000)
  keep("org_b", 0, 1_600_000_000)
  keep("org_b", 1, -200_000_000)
  assert.deepInclude(await told(), {
    state: "ok",
    message: "one organization may keep 3.0 GB, and keeps 1.5 GB at most"
  })
  keep("org_b", 2, 1_400_000_000)
  const { mend, message, state } = await told()
  assert.deepStrictEqual(
    [state, message],
    ["absent", "one organization may keep 3.0 GB, and org_b keeps 2.8 GB; at the bound it can submit no other batch"]
  )
  assert.include(mend, "KITTIWAKE_BATCH_RESULTS")
})
