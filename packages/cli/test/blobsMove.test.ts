/** `kittiwake blobs move`, typed. Observed: what it prints, its exit code, and what is in both places then. */
import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { fileObjects } from "@kittiwake/blobs/files"
import { Effect, Stream } from "effect"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const directory = await temporaryDirectory()
const [from, to] = [join(directory.path, "from"), join(directory.path, "to")]
const places = { KITTIWAKE_BLOBS_FROM: from, KITTIWAKE_BLOBS: to }
const paths = Array.from({ length: 130 }, (_, index) => `shared/suite/${index}`)

const pathsIn = (place: string) =>
  Effect.runPromise(
    Effect.map(fileObjects(place).list({ within: "", after: "", limit: 1_000 }), (listed) =>
      listed.map(({ path }) => path)
    )
  )

beforeAll(() =>
  Effect.runPromise(
    Effect.forEach(paths, (path) => fileObjects(from).put(path, Stream.succeed(new Uint8Array(1_000))), {
      concurrency: 8,
      discard: true
    })
  )
)
afterAll(() => directory[Symbol.asyncDispose]())

describe("kittiwake blobs move", () => {
  it("says which setting it lacks", async () => {
    const refused = await runHere(["blobs", "move"], { KITTIWAKE_BLOBS: to })
    assert.deepInclude(refused, { exitCode: 2, stdout: "" })
    assert.include(refused.stderr, "KITTIWAKE_BLOBS_FROM is not set")
  })

  it("moves everything, says how much, and has nothing to do then", async () => {
    const moved = await runHere(["blobs", "move", "--json"], places)
    assert.deepInclude(moved, { exitCode: 0, stderr: "" })
    assert.deepStrictEqual(JSON.parse(moved.stdout), { objects: 130, bytes: 130_000, from, to })
    assert.deepStrictEqual(await pathsIn(from), [])
    assert.sameMembers([...(await pathsIn(to))], paths)
    const again = await runHere(["blobs", "move"], places)
    assert.deepInclude(again, { exitCode: 0, stderr: "" })
    assert.include(again.stdout, "Moved 0 blobs (0.0 MB)")
    assert.include(again.stdout, "Start every process without KITTIWAKE_BLOBS_FROM now.")
  })

  it("moves nothing, and loses nothing, where both names are of one place", async () => {
    const link = join(directory.path, "link")
    await symlink(to, link)
    const refused = await runHere(["blobs", "move"], { KITTIWAKE_BLOBS_FROM: link, KITTIWAKE_BLOBS: to })
    assert.deepInclude(refused, { exitCode: 2, stdout: "" })
    assert.match(refused.stderr, /lead to one place: name another\. Nothing was moved\./)
    assert.sameMembers([...(await pathsIn(to))], paths)
  })

  it("says that nothing is lost when a place cannot be used", async () => {
    const bucket = "s3://pages?endpoint=http://127.0.0.1:1"
    const access = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "hunter2", KITTIWAKE_EGRESS_ALLOW: "127.0.0.1:1" }
    const refused = await runHere(["blobs", "move"], { ...access, KITTIWAKE_BLOBS_FROM: to, KITTIWAKE_BLOBS: bucket })
    assert.strictEqual(refused.exitCode, 3)
    assert.match(refused.stderr, /does not answer.* nothing is lost: run it again/)
    assert.notInclude(refused.stderr + refused.stdout, "hunter2")
    assert.strictEqual((await pathsIn(to)).length, 130)
  })
})
