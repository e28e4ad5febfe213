import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type FindOptions, findBrowser } from "../src/findBrowser.ts"

const nowhere: FindOptions = {
  setting: undefined,
  settingName: "KITTIWAKE_BROWSER",
  searchPath: undefined,
  platform: "darwin",
  arch: "arm64",
  hasPacked: true
}

const find = (options: Partial<FindOptions>) =>
  findBrowser({ ...nowhere, ...options }).pipe(
    Effect.map((found) => ("path" in found ? found.path : "endpoint" in found ? found.endpoint : found.kind)),
    Effect.catchTag("BrowserUnavailable", ({ message }) => Effect.succeed(message))
  )

/** Directories with programs that have these names. */
const machine = (...programs: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = mkdtempSync(join(tmpdir(), "kittiwake-find-"))
      for (const program of programs) {
        const path = join(root, program)
        mkdirSync(join(path, ".."), { recursive: true })
        writeFileSync(path, "")
        chmodSync(path, program.endsWith("not") ? 0o644 : 0o755)
      }
      return root
    }),
    (root) => Effect.sync(() => rmSync(root, { recursive: true }))
  )

describe("finding a browser", () => {
  it.effect("takes what the setting names", () =>
    Effect.gen(function* () {
      const root = yield* machine("mine", "not")
      assert.strictEqual(yield* find({ setting: join(root, "mine") }), join(root, "mine"))
      assert.strictEqual(yield* find({ setting: "ws://browser:3000/x" }), "ws://browser:3000/x")
      assert.strictEqual(yield* find({ setting: "http://127.0.0.1:9222" }), "http://127.0.0.1:9222")
      for (const setting of ["off", join(root, "not"), join(root, "gone"), root, "chromium", "ws://"]) {
        assert.match(yield* find({ setting }), /KITTIWAKE_BROWSER/, setting)
      }
    })
  )

  it.effect("prefers the shell without windows, then Chromium, then Chrome, wherever they stand", () =>
    Effect.gen(function* () {
      const root = yield* machine("a/google-chrome", "a/chromium", "b/chromium-headless-shell")
      const [a, b] = [join(root, "a"), join(root, "b")]
      assert.strictEqual(yield* find({ searchPath: [a, b].join(delimiter) }), join(b, "chromium-headless-shell"))
      assert.strictEqual(yield* find({ searchPath: `${a}${delimiter}relative` }), join(a, "chromium"))
    })
  )

  it.effect("unpacks its own where that runs, and says what to do where it does not", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* find({ platform: "linux", arch: "x64" }), "packed")
      assert.strictEqual(yield* find({ platform: "linux", arch: "x64", setting: "packed" }), "packed")
      assert.match(
        yield* find({ platform: "linux", arch: "x64", hasPacked: false }),
        /KITTIWAKE_BROWSER.*install the package @sparticuz\/chromium/
      )
      assert.match(yield* find({ platform: "linux", arch: "arm64" }), /Install Chromium, or set KITTIWAKE_BROWSER/)
    })
  )
})
