/** What is left of browsers whose process is no more, and what others put in its place. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { needing } from "../../../../test/setup/needs.ts"
import { hasRoomForSocket, removeLeftovers } from "../src/workFolder.ts"

/** No process has it: it is beyond what a system gives out. */
const dead = 99_999_999

describe("directories of browsers whose process is no more", needing({ Linux: process.platform === "linux" }), () => {
  const usual = process.env.TMPDIR
  const root = mkdtempSync(join(tmpdir(), "kittiwake-test-"))

  beforeAll(() => {
    process.env.TMPDIR = root
  })

  afterAll(() => {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(root, { recursive: true })
  })

  const folder = (name: string) => {
    const path = join(root, `kittiwake-browser-${dead}-${name}`)
    mkdirSync(path)
    return path
  }

  it("are removed with the profiles that they name", () => {
    const left = folder("left")
    const profile = join(root, "playwright_chromiumdev_profile-left")
    mkdirSync(profile)
    writeFileSync(join(left, "profile"), profile)
    removeLeftovers()
    assert.deepStrictEqual([existsSync(left), existsSync(profile)], [false, false])
  })

  it("do not hold a start when somebody put a pipe, a link or a long file where the note is", () => {
    const [pipe, link, long] = [folder("pipe"), folder("link"), folder("long")]
    execFileSync("mkfifo", [join(pipe, "profile")])
    const kept = join(root, "playwright_chromiumdev_profile-kept")
    mkdirSync(kept)
    writeFileSync(join(root, "note"), kept)
    symlinkSync(join(root, "note"), join(link, "profile"))
    writeFileSync(join(long, "profile"), `${kept}${"/".repeat(5_000)}`)
    removeLeftovers()
    assert.deepStrictEqual([pipe, link, long].map(existsSync), [false, false, false])
    assert.isTrue(existsSync(kept))
  })

  it("are left alone where they are links to somewhere else", () => {
    const elsewhere = join(root, "elsewhere")
    mkdirSync(join(elsewhere, "home"), { recursive: true })
    symlinkSync(elsewhere, join(root, `kittiwake-browser-${dead}-link-to`))
    removeLeftovers()
    assert.isTrue(existsSync(join(elsewhere, "home")))
  })
})

describe("the directory of a browser", () => {
  it("has its temporary files as well, unless its path is too long for a socket in it", () => {
    assert.isTrue(hasRoomForSocket("/tmp/kittiwake-browser-4194304-AbCdEf"))
    assert.isTrue(hasRoomForSocket(`/${"a".repeat(61)}`))
    assert.isFalse(hasRoomForSocket(`/${"a".repeat(62)}`) && process.platform === "linux")
    assert.isFalse(hasRoomForSocket(`/${"ä".repeat(40)}`))
  })
})
