/** Observed: what an operator is told of hosts that are left alone, while work for them waits. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { Finding } from "../src/doctor/Finding.ts"
import { hostsFinding } from "../src/doctor/hosts.ts"
import { hostsThatRest } from "../src/operator/RestingHost.ts"
import { beside, run, serve, temporaryDirectory } from "./support/command.ts"
import { site } from "./support/site.ts"

const now = DateTime.makeUnsafe("2026-01-01T12:00:00Z")

describe("hosts that rest", () => {
  it("are those whose rest is not over, the one first that rests longest", () => {
    const known = new Map([
      ["rested.example", { status: 429, restMillis: 0 }],
      ["before.example", { status: 429, restMillis: -5_000 }],
      ["short.example", { status: 429, restMillis: 1_500 }],
      ["long.example", { status: 503, restMillis: 90_000 }]
    ])
    assert.deepStrictEqual(hostsThatRest(known, now), [
      { host: "long.example", status: 503, rests_until: "2026-01-01T12:01:30.000Z" },
      { host: "short.example", status: 429, rests_until: "2026-01-01T12:00:01.500Z" }
    ])
  })

  it("are told in one line, however many there are", () => {
    assert.deepInclude(hostsFinding([]), { state: "ok", message: "none rests because it was asked too often" })
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      host: `h${n}.example`,
      status: 429,
      rests_until: "2026-01-01T12:01:30.000Z"
    }))
    const { message } = hostsFinding(many)
    assert.include(message, "h0.example until 2026-01-01T12:01:30Z (it answered 429)")
    assert.match(message, /, and 990 more$/)
    assert.isBelow(message.length, 800)
    assert.notInclude(hostsFinding(many.slice(0, 10)).message, "more")
  })
})

describe("a server whose batch waits for a host", { timeout: 300_000 }, () => {
  it("tells the doctor which, and whoever watches it how many", async () => {
    await using own = await temporaryDirectory()
    await using busy = await site((_request, response) => {
      response.writeHead(429, { "retry-after": "200" })
      response.end("slow")
    })
    const token = "a-token-for-metrics-that-nobody-guesses"
    const env = {
      KITTIWAKE_DATA_DIR: join(own.path, "data"),
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.1",
      KITTIWAKE_BROWSER: "off",
      KITTIWAKE_METRICS_TOKEN: token
    }
    const findingOf = async (): Promise<Finding | undefined> => {
      const { stdout } = await run(["doctor", "--quick", "--json"], beside(served, env))
      return (JSON.parse(stdout) as ReadonlyArray<Finding>).find(({ subject }) => subject === "hosts")
    }
    const restingOf = async () => {
      const answer = await fetch(`${served.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      return /^kittiwake_hosts_resting (\d+)$/m.exec(await answer.text())?.[1]
    }
    await using served = await serve(["start"], env, "server.started")
    assert.strictEqual((await findingOf())?.message, "none rests because it was asked too often")
    const submitted = await run(["batch", "submit", "-"], beside(served, env), `${busy.url}a\n${busy.url}b\n`)
    assert.strictEqual(submitted.exitCode, 0, submitted.stderr)
    await served.logged("host.rests")
    assert.match(
      (await findingOf())?.message ?? "",
      /^work waits until these have rested: 127\.0\.0\.1 until \d{4}-[^ ]+Z \(it answered 429\)$/
    )
    assert.strictEqual(await restingOf(), "1")
  })
})
