/** Observed: what the doctor says of disks that are small or nearly full. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { needing } from "../../../test/setup/needs.ts"
import { canMount, mountDisk, unmountDisk } from "../../../test/setup/smallDisk.ts"
import { readSettings } from "../src/config.ts"
import { freeSpace } from "../src/doctor/machine.ts"
import { temporaryDirectory } from "./support/command.ts"

const told = (env: Record<string, string>) =>
  Effect.runPromise(
    Effect.flatMap(readSettings(false), freeSpace).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
    )
  )

const megabyte = 1024 * 1024

describe("the doctor", needing({ mounting: canMount() }), () => {
  it("warns of a disk that is small, and finds it broken where a server would not be ready", async () => {
    await using directory = await temporaryDirectory()
    const [data, blobs] = [join(directory.path, "data"), join(directory.path, "large")]
    await Promise.all([mkdir(data), mkdir(blobs)])
    const env = { KITTIWAKE_DATA_DIR: data, KITTIWAKE_BLOBS: blobs }
    mountDisk(data, 100)
    try {
      const [small] = await told(env)
      assert.deepInclude(small, {
        subject: "disk",
        state: "absent",
        message: `100 MB free in ${data}, which is little`
      })
      await writeFile(join(data, "filling"), Buffer.alloc(60 * megabyte))
      const [full] = await told(env)
      assert.deepInclude(full, { subject: "disk", state: "broken" })
      assert.include(full?.message, `40 MB free in ${data}, where 64 MB are wanted`)
      assert.match(full?.mend ?? "", /^Make room, [^\n]+ never remove kittiwake\.db-wal: docs\/operate\/deploy\.md#/)
      // Beside Postgres nothing waits for what lies there.
      const [beside] = await told({ ...env, DATABASE_URL: "postgres://db/x" })
      assert.deepInclude(beside, { subject: "disk", state: "absent" })
      // What lies on one disk is told once.
      assert.lengthOf(await told({ KITTIWAKE_DATA_DIR: data }), 1)

      mountDisk(blobs, 50)
      try {
        const large = (await told(env))[1]
        assert.deepInclude(large, { subject: "disk of large bytes", state: "broken" })
        assert.include(large?.message, `50 MB free in ${blobs}`)
        assert.include(large?.mend, "kittiwake blobs move")
      } finally {
        unmountDisk(blobs)
      }
    } finally {
      unmountDisk(data)
    }
  })
})
