/** Files and pipes without an end, as commands read them. Observed: what they say, and what the process holds meanwhile. */
import { spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { boundedBytes, boundedFile } from "../src/commands/boundedBytes.ts"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

describe("what is read whole", { timeout: 60_000 }, () => {
  it("is read to its end, or no further than its bound", async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, "a")
    for (const [length, expected] of [
      [0, 0],
      [99_999, 99_999],
      [100_000, 100_000],
      [100_001, null]
    ] as const) {
      await writeFile(file, "x".repeat(length))
      assert.strictEqual((await boundedFile(file, 100_000))?.length ?? null, expected)
    }
    const missing = await boundedFile(join(directory.path, "none"), 1).catch(
      (cause: NodeJS.ErrnoException) => cause.code
    )
    assert.strictEqual(missing, "ENOENT")
  })

  it("is a pipe too, of which no more is taken than shows that it is too long", async () => {
    await using directory = await temporaryDirectory()
    const zeros = spawn("cat", ["/dev/zero"], { stdio: ["ignore", "pipe", "ignore"] })
    assert.isNull(await boundedBytes(zeros.stdout, 1_000_000))
    zeros.kill()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_PORT: "9" }
    for (const [args, says] of [
      [["news", "sources", "import", "/dev/zero"], "/dev/zero is longer than 16 MB: split the list."],
      [["profile", "add", "/dev/zero"], "/dev/zero is longer than 8 MB: no session is."],
      [
        ["monitor", "add", "https://a.example", "--extract", "--instructions", "x", "--schema", "/dev/zero"],
        "longer than 1 MB"
      ]
    ] as const) {
      const { exitCode, stderr } = await runHere(args, env)
      assert.notStrictEqual(exitCode, 0)
      assert.include(stderr, says)
    }
  })
})
