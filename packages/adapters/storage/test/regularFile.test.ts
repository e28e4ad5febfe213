/** Observed: that no pipe is waited for, and what is said of what stands where a file belongs. */
import { execFileSync } from "node:child_process"
import { closeSync, constants } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { needsLinux } from "../../../../test/setup/needs.ts"
import { checkRegular, NotOurFile, openAnew, openRegularSync, readRegular } from "../src/regularFile.ts"

const temporaryDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), "kittiwake-test-"))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const refusalOf = (asked: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(asked)
    .then(
      () => null,
      (error: unknown) => error
    )

const doings: Readonly<Record<string, (path: string) => unknown>> = {
  "read text": readRegular,
  "write anew": openAnew,
  "open to read": (path) => openRegularSync(path, constants.O_RDONLY),
  "open to write": (path) => openRegularSync(path, constants.O_WRONLY | constants.O_CREAT)
}

describe("a file of the data directory", needsLinux, () => {
  it("is not waited for where it is a pipe, and a folder or a device is named", async () => {
    await using own = await temporaryDirectory()
    const pipe = join(own.path, "pipe")
    execFileSync("mkfifo", [pipe])
    const link = join(own.path, "link")
    await symlink(pipe, link)
    const folder = join(own.path, "folder")
    await mkdir(folder)
    const kinds = [
      [pipe, "a pipe"],
      [link, "a pipe"],
      [folder, "a folder"],
      ["/dev/null", "a device"]
    ] as const
    for (const [path, kind] of kinds) {
      for (const [what, asked] of Object.entries({ ...doings, look: checkRegular })) {
        const error = await refusalOf(() => asked(path))
        if (error instanceof NotOurFile) assert.include(error.message, `${path} is ${kind} where a file belongs`, what)
        // The system's own word: who waits here takes no error for more than that.
        else assert.isTrue(what === "open to write" && path !== "/dev/null", `${what} ${kind}: ${String(error)}`)
      }
    }
  })

  it("is not opened where it is a socket", async () => {
    await using own = await temporaryDirectory()
    const path = join(own.path, "socket")
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    try {
      assert.include(String(await refusalOf(() => readRegular(path))), "is a socket where a file belongs")
    } finally {
      server.close()
    }
  })

  it("is read and written where it is one, also through a link, and is its owner's alone", async () => {
    await using own = await temporaryDirectory()
    const path = join(own.path, "file")
    const file = await openAnew(path)
    await file.writeFile("one\n")
    await file.close()
    assert.strictEqual((await stat(path)).mode & 0o777, 0o600)
    const link = join(own.path, "link")
    await symlink(path, link)
    assert.strictEqual(await readRegular(link), "one\n")
    closeSync(openRegularSync(link, constants.O_WRONLY | constants.O_CREAT))
    assert.strictEqual(await readFile(path, "utf8"), "one\n")
    await writeFile(path, "é".repeat(500_000))
    assert.lengthOf(await readRegular(path), 500_000)
  })

  it("is told as missing, and as too large, before it is read", async () => {
    await using own = await temporaryDirectory()
    const path = join(own.path, "file")
    assert.deepInclude(await refusalOf(() => readRegular(path)), { code: "ENOENT" })
    assert.isNull(await refusalOf(() => checkRegular(path)))
    await writeFile(path, "")
    await truncate(path, 3_000_000_000)
    assert.include(String(await refusalOf(() => readRegular(path))), `${path} has 3000000000 bytes`)
  })
})
