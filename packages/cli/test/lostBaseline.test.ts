/** Observed: a monitor whose baseline is gone from where large bytes are kept. */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { temporaryDirectory } from "./support/command.ts"
import { page } from "./support/site.ts"

const large = (word: string) => Array.from({ length: 40_000 }, (_, n) => `<p>${word} ${n} and more</p>`).join("")

describe("a monitor whose baseline is gone", { timeout: 180_000 }, () => {
  it("says so in its next run, is still shown, and begins anew", async () => {
    await using directory = await temporaryDirectory()
    await using watched = await page(large("tea"))
    await using kittiwake = await Kittiwake.open({
      dataDirectory: directory.path,
      worker: false,
      egressAllow: [watched.address]
    })
    const { id } = await kittiwake.monitors.create({ name: "large", target: { type: "page", url: watched.url } })
    const ran = async () => {
      for (;;) {
        const [run] = (await kittiwake.monitors.runs({ monitor_id: id })).data
        if (run !== undefined && run.status !== "queued" && run.status !== "running") return run
        await kittiwake.runDue()
      }
    }
    assert.strictEqual((await ran()).status, "completed")
    await rm(join(directory.path, "blobs"), { recursive: true })

    watched.change(large("coffee"))
    await kittiwake.monitors.runNow(id)
    const { error, status } = await ran()
    assert.deepStrictEqual([status, error?.code], ["failed", "internal_error"])
    assert.include(error?.message, "is damaged or gone")
    assert.isNull((await kittiwake.monitors.get(id)).baseline)

    await kittiwake.monitors.update(id, { target: { type: "page", url: `${watched.url}?new` } })
    assert.strictEqual((await ran()).status, "completed")
  })
})
