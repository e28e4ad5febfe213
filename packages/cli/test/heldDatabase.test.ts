/** A server whose embedded database another program holds for itself: what it says of itself, and what calls are told. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { keyFile } from "../src/serverClient.ts"
import { serve, temporaryDirectory } from "./support/command.ts"

describe("a server whose database another program holds", { timeout: 180_000 }, () => {
  it("is not ready, answers reads, refuses writes until later, and goes on by itself", async () => {
    await using directory = await temporaryDirectory()
    await using served = await serve(["start"], { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_BROWSER: "off" })
    const headers = {
      authorization: `Bearer ${(await readFile(keyFile(directory.path), "utf8")).trim()}`,
      "content-type": "application/json"
    }
    const make = (key: string) =>
      fetch(`${served.url}/v1/monitors`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": key },
        body: JSON.stringify({
          name: "tea",
          target: { type: "page", url: "https://example.com" },
          change_detection: { type: "exact" }
        })
      })
    const count = async () => {
      const { data } = (await (await fetch(`${served.url}/v1/monitors`, { headers })).json()) as {
        data: Array<unknown>
      }
      return data.length
    }
    const other = new DatabaseSync(join(directory.path, "kittiwake.db"))
    other.exec("begin exclusive")
    const made = make("one")
    // What was written a moment before is believed for a moment.
    let notReady = await fetch(`${served.url}/ready`)
    while (notReady.status === 200) notReady = await fetch(`${served.url}/ready`)
    assert.strictEqual(notReady.status, 503)
    const { reasons } = (await notReady.json()) as { reasons: Array<{ check: string; message: string }> }
    assert.deepStrictEqual(
      reasons.map(({ check }) => check),
      ["database"]
    )
    assert.match(reasons[0]!.message, /^answers, but .*another program holds its file/)
    assert.strictEqual(await count(), 0)
    assert.strictEqual((await fetch(`${served.url}/health`)).status, 200)
    const refused = await made
    assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "2"])
    other.exec("rollback")
    other.close()
    const again = await make("one")
    assert.strictEqual(again.status, 201, await again.text())
    assert.strictEqual((await fetch(`${served.url}/ready`)).status, 200)
    assert.strictEqual(await count(), 1)
  })
})
