/** Observed: what an operator is told of receivers of webhooks that do not take events. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { Finding } from "../src/doctor/Finding.ts"
import { receiversFinding } from "../src/doctor/receivers.ts"
import { beside, run, serve, temporaryDirectory } from "./support/command.ts"
import { page, site } from "./support/site.ts"

describe("receivers that refuse", () => {
  it("are told in one line, however many there are", () => {
    assert.deepInclude(receiversFinding([]), { state: "ok", mend: null })
    const many = Array.from({ length: 100 }, (_, n) => ({
      ...{ host: `h${n}.example`, deliveries: n === 0 ? 1_200 : 1 },
      since: "2026-01-01T12:01:30.000Z"
    }))
    const { message, state } = receiversFinding(many)
    assert.strictEqual(state, "absent")
    assert.include(message, "h0.example (1,200 events, the oldest of 2026-01-01T12:01:30Z), h1.example (1 event, ")
    assert.match(message, /, and 90 more$/)
    assert.notInclude(receiversFinding(many.slice(0, 10)).message, "more")
  })
})

describe("a server whose receiver refuses", { timeout: 300_000 }, () => {
  it("tells the doctor which, and how many events wait for it", async () => {
    await using own = await temporaryDirectory()
    await using watched = await page("a page")
    const secondTry = Promise.withResolvers<void>()
    let tries = 0
    await using refusing = await site((_request, response) => {
      tries += 1
      response.writeHead(500).end()
      if (tries === 2) secondTry.resolve()
    })
    const env = {
      KITTIWAKE_DATA_DIR: join(own.path, "data"),
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.1",
      KITTIWAKE_BROWSER: "off"
    }
    await using served = await serve(["start"], env, "server.started")
    const findingOf = async (): Promise<Finding | undefined> => {
      const { stdout } = await run(["doctor", "--quick", "--json"], beside(served, env))
      return (JSON.parse(stdout) as ReadonlyArray<Finding>).find(({ subject }) => subject === "receivers")
    }
    assert.deepInclude(await findingOf(), { state: "ok", message: "none has refused events that are to be sent again" })
    const key = (await readFile(join(env.KITTIWAKE_DATA_DIR, "api-key"), "utf8")).trim()
    const created = await fetch(`${served.url}/v1/monitors`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: "One",
        target: { type: "page", url: watched.url },
        change_detection: { type: "exact" },
        schedule: { type: "interval", frequency: 1, unit: "hours" },
        webhook: { url: refusing.url, events: ["run.completed"], retry: { delays_seconds: [1, 3_600] } }
      })
    })
    assert.strictEqual(created.status, 201, await created.text())
    await secondTry.promise
    let found = await findingOf()
    // The second attempt is recorded after it was answered.
    while (found?.state === "ok") found = await findingOf()
    assert.strictEqual(found?.state, "absent")
    assert.match(
      found?.message ?? "",
      /^not taken at several attempts, and to be sent again: 127\.0\.0\.1 \(1 event, the oldest of \d{4}-[^ ]+Z\)$/
    )
  })
})
