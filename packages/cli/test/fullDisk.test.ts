/** Observed: what commands say whose files find no room, and what they leave. */
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Kittiwake } from "kittiwake"
import { needing } from "../../../test/setup/needs.ts"
import { canMount, mountDisk, unmountDisk } from "../../../test/setup/smallDisk.ts"
import { inFile } from "../src/keyFile.ts"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

describe("on a disk that is full", { timeout: 180_000, ...needing({ mounting: canMount() }) }, () => {
  it("a copy, an export and a key name it and what to do, and leave nothing", async () => {
    await using directory = await temporaryDirectory()
    const [data, small] = [join(directory.path, "data"), join(directory.path, "small")]
    await (await Kittiwake.open({ dataDirectory: data, worker: false })).close()
    await mkdir(small)
    mountDisk(small, 1)
    try {
      await writeFile(join(small, "filling"), Buffer.alloc(900 * 1024))
      const env = { KITTIWAKE_DATA_DIR: data }
      const copied = await runHere(["backup", join(small, "copy.db")], env)
      assert.deepInclude(copied, { exitCode: 1, stdout: "" })
      assert.match(
        copied.stderr,
        /small\/copy\.db: its disk is full: make room there, or have the copy go to another disk\.\n$/
      )
      const exported = await runHere(["export", join(small, "all.json")], env)
      assert.deepInclude(exported, { exitCode: 1, stdout: "" })
      assert.match(exported.stderr, /its disk is full: make room there/)
      assert.deepStrictEqual(await readdir(small), ["filling"])

      await writeFile(join(small, "filling"), Buffer.alloc(1024 * 1024))
      const error = await Effect.runPromise(Effect.flip(inFile(join(small, "sealing.key")).makeNext))
      assert.isTrue(error.isDiskFull)
      assert.deepStrictEqual(await readdir(small), ["filling"])
    } finally {
      unmountDisk(small)
    }
  })
})
