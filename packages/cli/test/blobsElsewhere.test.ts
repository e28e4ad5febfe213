/** Observed: what a server says at its start when nothing of what its rows name is where large bytes are looked for. */
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Kittiwake } from "kittiwake"
import { bringBack, isBare, namedElsewhere } from "../src/blobsElsewhere.ts"
import { run, serve, temporaryDirectory } from "./support/command.ts"

it("warns at its start, and does not while they move", async () => {
  await using directory = await temporaryDirectory()
  const data = join(directory.path, "data")
  await (await Kittiwake.open({ dataDirectory: data, worker: false })).close()
  const db = new DatabaseSync(join(data, "kittiwake.db"))
  db.exec(
    "insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes) values ('b', 's', 'o', 1, 1, 1)"
  )
  db.close()
  const empty = join(directory.path, "empty")
  await mkdir(empty, { mode: 0o700 })
  const env = { KITTIWAKE_DATA_DIR: data, KITTIWAKE_BLOBS: empty }
  {
    await using served = await serve(["start"], env)
    await served.logged(`Nothing is in ${empty}, and ${namedElsewhere}. ${bringBack}`)
    assert.strictEqual((await fetch(`${served.url}/ready`)).status, 200)
  }
  const found = JSON.parse(
    (await run(["doctor", "--quick", "--json"], { ...env, KITTIWAKE_BLOBS_FROM: join(data, "blobs") })).stdout
  )
  const large = found.find(({ subject }: { readonly subject: string }) => subject === "large bytes")
  assert.strictEqual(large.state, "ok")
}, 180_000)

it("takes a place for bare in which there is nothing but what a server or a doctor that was killed left there", async () => {
  await using directory = await temporaryDirectory()
  const settings = {
    storage: { _tag: "Embedded", dataDirectory: directory.path, synchronous: "full", snapshotEvery: null },
    blobs: { _tag: "Files", directory: directory.path },
    blobsFrom: Option.none(),
    egressAllow: []
  } as const
  const put = async (path: string) => {
    const file = join(directory.path, `${path}=`)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, "left")
    return Effect.runPromise(isBare(settings))
  }
  assert.isTrue(await put("shared/probe/0b8f6c1e-5d0c-4d8e-9a55-0d6f0d0f7a11"))
  assert.isTrue(await put(`shared/installation/place-${"0".repeat(32)}`))
  assert.isFalse(await put("org_a/versions/one"))
})
