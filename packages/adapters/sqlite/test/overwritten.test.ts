import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { openWriter } from "../src/openConnection.ts"

it("leaves nothing of a value in the file once another stands in its place", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kittiwake-"))
  try {
    const file = join(directory, "kittiwake.db")
    const db = openWriter({ file, synchronous: "full" })
    db.exec("create table secrets (id integer primary key, secret text) strict")
    for (let id = 0; id < 200; id++) db.run("insert into secrets values (?, ?)", id, `canary-${id}-`.padEnd(70, "x"))
    db.exec("pragma wal_checkpoint(truncate)")
    assert.include(await readFile(file, "latin1"), "canary-7-")
    // Longer than before, as what is sealed is, so that rows move within and between pages.
    for (let id = 0; id < 200; id++) db.run("update secrets set secret = ? where id = ?", "y".repeat(150), id)
    db.exec("pragma wal_checkpoint(truncate)")
    db.close()
    assert.notInclude(await readFile(file, "latin1"), "canary-")
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
