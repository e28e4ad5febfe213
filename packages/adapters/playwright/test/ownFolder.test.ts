import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { makeOwnFolder, ownFolder } from "../src/ownFolder.ts"
import { packedChromium } from "../src/packedChromium.ts"

const nobody = 65_534

/** What stands for the folder of temporary files while a test runs. */
const temporary = Effect.acquireRelease(
  Effect.sync(() => {
    const [folder, before] = [mkdtempSync(join(tmpdir(), "kittiwake-own-")), process.env.TMPDIR]
    process.env.TMPDIR = folder
    return { folder, before }
  }),
  ({ before, folder }) =>
    Effect.sync(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      rmSync(folder, { recursive: true, force: true })
    })
)

/** What was found wrong with the folder that `make` left. */
const refusalOf = Effect.fnUntraced(function* (make: (folder: string) => void) {
  yield* temporary
  const folder = ownFolder("browser")
  make(folder)
  return yield* Effect.promise(() =>
    makeOwnFolder(folder).then(
      () => "none",
      (cause: Error) => cause.message
    )
  )
})

describe("a folder among temporary files", () => {
  it.live("is made for this user alone, and found again", () =>
    Effect.gen(function* () {
      yield* temporary
      const folder = ownFolder("browser")
      yield* Effect.promise(() => makeOwnFolder(folder))
      assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
      yield* Effect.promise(() => makeOwnFolder(folder))
    })
  )

  it.live("is refused where others can write", () =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf((folder) => {
        mkdirSync(folder)
        chmodSync(folder, 0o777)
      })
      assert.match(refusal, /others can write/)
    })
  )

  it.live("is refused where it is a link", () =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf((folder) => {
        mkdirSync(`${folder}.else`, { mode: 0o700 })
        symlinkSync(`${folder}.else`, folder)
      })
      assert.match(refusal, /another user/)
    })
  )
})

describe("a folder of another user", needing({ superuser: process.getuid?.() === 0 }), () => {
  it.live("is refused, and no browser is run from it", () =>
    Effect.gen(function* () {
      yield* temporary
      const folder = ownFolder("kittiwake-chromium")
      mkdirSync(folder, { mode: 0o755 })
      chownSync(folder, nobody, nobody)
      const { message } = yield* Effect.flip(packedChromium())
      assert.match(message, /another user/)
    })
  )
})
