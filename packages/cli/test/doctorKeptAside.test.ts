/** Observed: what the doctor says of databases that restores put aside. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readSettings } from "../src/config.ts"
import { blobsKept } from "../src/doctor/blobs.ts"
import { temporaryDirectory } from "./support/command.ts"

it("names what keeps large bytes from being removed", async () => {
  await using directory = await temporaryDirectory()
  const told = (dataDirectory: string) =>
    Effect.runPromise(
      Effect.flatMap(readSettings(false), blobsKept).pipe(
        Effect.provideService(
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromEnvRecord({ KITTIWAKE_DATA_DIR: dataDirectory })
        )
      )
    )
  assert.isNull(await told(join(directory.path, "not there")))
  assert.isNull(await told(directory.path))
  const aside = join(directory.path, "kittiwake.db.before-2026-11-30T12-00-00.000Z")
  for (const end of ["", "-generation"]) await writeFile(`${aside}${end}`, "")
  const finding = await told(directory.path)
  assert.strictEqual(finding?.state, "absent")
  assert.isTrue(finding?.message.endsWith(`put aside: ${aside}`), finding?.message)
  assert.include(finding?.mend, "Remove it")
})
