/** Observed: what a start and the doctor say of a folder for large bytes that can be none. */
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { folderProblem } from "../src/blobFolder.ts"
import type { Finding } from "../src/doctor/Finding.ts"
import { run, serve, temporaryDirectory } from "./support/command.ts"

const isLinux = process.platform === "linux"

/** A path at which nobody can make a folder. */
const unmakeable = "/proc/blobs"

describe("a folder for large bytes", () => {
  it("is one that is there or can be made, and nothing is left of the trial", async () => {
    await using own = await temporaryDirectory()
    const folder = join(own.path, "there")
    await mkdir(folder)
    for (const good of [folder, join(own.path, "new"), join(own.path, "a", "b", "c")]) {
      assert.isNull(await folderProblem(good), good)
    }
    assert.deepStrictEqual(await readdir(own.path), ["there"])
    assert.deepStrictEqual(await readdir(folder), [])
  })

  it("is none at a file, below one, and where nothing can be made", async () => {
    await using own = await temporaryDirectory()
    const file = join(own.path, "file")
    await writeFile(file, "")
    const said = { text: `${file} is a file`, isSetting: true }
    for (const bad of [file, join(file, "below"), join(file, "far", "below")]) {
      assert.deepStrictEqual(await folderProblem(bad), said)
    }
    const long = join(own.path, "x".repeat(300))
    assert.deepInclude(await folderProblem(long), { isSetting: true })
    if (isLinux) {
      assert.deepStrictEqual(await folderProblem(unmakeable), {
        text: `no folder can be made at ${unmakeable} (ENOENT)`,
        isSetting: true
      })
    }
  })

  it("may be opened to who may not write there: the path is right", needing({ Linux: isLinux }), async () => {
    // Nobody may, the superuser neither.
    assert.deepInclude(await folderProblem("/sys/blobs"), { isSetting: false })
  })
})

describe("KITTIWAKE_BLOBS", { timeout: 300_000 }, () => {
  it("that can be no folder ends a start with a line that says what to write, and the doctor says it once", async () => {
    await using own = await temporaryDirectory()
    const file = join(own.path, "file")
    await writeFile(file, "")
    const env = { KITTIWAKE_DATA_DIR: join(own.path, "data"), KITTIWAKE_BROWSER: "off", KITTIWAKE_PORT: "0" }
    for (const blobs of [file, ...(isLinux ? [unmakeable] : [])]) {
      const given = { ...env, KITTIWAKE_BLOBS: blobs }
      const { exitCode, stderr } = await run(["start"], given)
      assert.strictEqual(exitCode, 2, stderr)
      const lines = stderr.split("\n").filter((line) => line.startsWith("kittiwake: "))
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0] ?? "",
        /^kittiwake: Large bytes cannot be kept: .+ Set KITTIWAKE_BLOBS, .+ to a folder, such as \//
      )
      const findings: ReadonlyArray<Finding> = JSON.parse((await run(["doctor", "--quick", "--json"], given)).stdout)
      const told = findings.filter(({ mend, message, subject }) =>
        [mend, message, subject].some((text) =>
          /large bytes|KITTIWAKE_BLOBS\b(?!,? )|is a file|\/proc/.test(text ?? "")
        )
      )
      assert.deepStrictEqual(
        told.map(({ state, subject }) => [state, subject]),
        [["broken", "large bytes"]],
        JSON.stringify(told)
      )
    }
  })

  it("_FROM, and a browser, that lead nowhere are told at the start and by the doctor, and keep nothing from working", async () => {
    await using own = await temporaryDirectory()
    const env = {
      KITTIWAKE_DATA_DIR: join(own.path, "data"),
      KITTIWAKE_BROWSER: join(own.path, "chrome"),
      KITTIWAKE_BLOBS_FROM: join(own.path, "gone")
    }
    await using served = await serve(["start"], env, "server.started")
    const told = served.log.filter(({ message }) => String(message).includes("KITTIWAKE_BLOBS_FROM leads nowhere"))
    assert.lengthOf(told, 1)
    const ofBrowser = served.log.filter(({ message }) => String(message).startsWith("KITTIWAKE_BROWSER names "))
    assert.lengthOf(ofBrowser, 1)
    assert.match(
      String(ofBrowser[0]?.message),
      /chrome, which is no program .* Pages that need a browser cannot be read\.$/
    )
    const findings: ReadonlyArray<Finding> = JSON.parse((await run(["doctor", "--quick", "--json"], env)).stdout)
    assert.deepInclude(
      findings.find(({ subject }) => subject === "large bytes that move"),
      { state: "broken", mend: "Name where large bytes lie still, or unset it." }
    )
  })
})
