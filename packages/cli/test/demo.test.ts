import { spawn } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { DemoPart, DemoReport, ShownChange } from "../src/demo/DemoReport.ts"
import { run, temporaryDirectory } from "./support/command.ts"

const partOf = <P extends DemoPart["part"]>(report: DemoReport, part: P) =>
  report.filter((one): one is Extract<DemoPart, { readonly part: P }> => one.part === part)

/** A minute of a machine that does nothing else. */
const aMinute = () => 60_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

const environment = (directory: string) => ({ TMPDIR: directory, KITTIWAKE_BROWSER: "off" })

/** What differs, as it reads. */
const linesOf = ({ lines }: ShownChange) => lines.map(({ sign, text }) => `${sign} ${text}`)

describe("kittiwake demo", { timeout: 400_000 }, () => {
  it("shows changes, flicker, the signed event and a week within a minute, and leaves nothing", async () => {
    await using directory = await temporaryDirectory()
    const began = performance.now()
    const { exitCode, stderr, stdout } = await run(["demo", "--json"], environment(directory.path))
    const took = performance.now() - began
    assert.strictEqual(exitCode, 0, stderr)
    assert.isBelow(took, aMinute())
    assert.deepStrictEqual(await readdir(directory.path), [])

    const report = JSON.parse(stdout) as DemoReport
    assert.deepStrictEqual(
      report.map(({ part }) => part),
      ["start", "quiet", "changes", "browser", "inbox", "later", "later"]
    )
    const [{ looks }] = partOf(report, "quiet") as [Extract<DemoPart, { part: "quiet" }>]
    assert.include(
      looks.map(({ monitor, why }) => `${monitor}: ${why}`),
      "Pricing page: look 2 does not show the difference"
    )

    const changes = new Map(partOf(report, "changes")[0]?.changes.map((change) => [change.monitor, change]))
    assert.sameMembers([...changes.keys()], ["Pricing page", "New pages", "Open jobs", "Price of Pro"])
    const price = ["- Pro | $20 a month | Any number of sightings, and exports"]
    price.push("+ Pro | $24 a month | Any number of sightings, and exports")
    assert.deepStrictEqual(linesOf(changes.get("Pricing page")!), price, "the quote that flickers is no part of it")
    assert.deepStrictEqual(
      changes.get("Pricing page")!.lines.map(({ marked }) => marked),
      [["$20"], ["$24"]]
    )
    assert.deepStrictEqual(linesOf(changes.get("Price of Pro")!), price)
    assert.strictEqual(changes.get("Price of Pro")!.importance, "high")
    assert.match(changes.get("Price of Pro")!.why, /price Pro/)
    assert.deepStrictEqual(linesOf(changes.get("New pages")!), [
      "↦ /blog/counting-on-cliffs → /blog/2026/counting-on-cliffs",
      "+ /blog/api-for-sightings",
      "+ /blog/winter-roosts"
    ])
    const jobs = linesOf(changes.get("Open jobs")!).join("\n")
    for (const job of ["Data scientist", "Field biologist", "Product designer"]) assert.include(jobs, job)

    const [browser] = partOf(report, "browser")
    assert.isNull(browser?.change)
    assert.isNotEmpty(browser?.lacking)

    const [inbox] = partOf(report, "inbox")
    const { body, headers, secret, ...event } = inbox!.event
    assert.deepStrictEqual([inbox!.events, inbox!.verified], [4, 4])
    assert.deepStrictEqual([event.verdict, event.checked, event.http_status], ["verified", true, 200])
    const [seconds] = /\d+/.exec(headers["x-service-signature"] ?? "") ?? []
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
    assert.strictEqual(headers["x-service-signature"], `t=${seconds},v1=${mac}`)

    const [day, week] = partOf(report, "later")
    for (const { monitor, strip } of day!.monitors) assert.match(strip, /^▁▁[▃▅▇]▁{3,}$/, monitor)
    for (const { failures, looks, monitor, strip } of week!.monitors) {
      assert.strictEqual(looks, 31, monitor)
      assert.isAtLeast(failures, 1, monitor)
      assert.match(strip, /^▁[▃▅▇][▁▃▅▇]+×{2}[▁▃▅▇]+$/, monitor)
    }
    const moved = week!.monitors.map(({ changes, monitor }) => `${monitor} ${changes}`)
    assert.deepStrictEqual(moved, ["Pricing page 2", "New pages 2", "Open jobs 2", "Price of Pro 2"])
  })

  it("says it in words, stays where it is asked to, and removes everything when it is told to stop", async () => {
    await using directory = await temporaryDirectory()
    const main = join(import.meta.dirname, "../src/main.ts")
    const child = spawn(process.execPath, [main, "demo", "--stay"], {
      env: { PATH: process.env.PATH ?? "", NO_COLOR: "1", ...environment(directory.path) },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const closed = once(child, "close")
    let text = ""
    const staying = Promise.withResolvers<void>()
    child.stdout.on("data", (chunk) => {
      text += String(chunk)
      if (text.includes("/v1/webhooks/inbox")) staying.resolve()
    })
    try {
      await Promise.race([
        staying.promise,
        closed.then(() => {
          throw new Error(`ended: ${text}`)
        })
      ])
      const [, key, url] = /Bearer (\S+)" (http:\S+)/.exec(text) ?? []
      const reply = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
      const { data } = (await reply.json()) as { readonly data: ReadonlyArray<{ readonly verdict: string }> }
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual([...new Set(data.map(({ verdict }) => verdict))], ["verified"])
      assert.strictEqual((await readdir(directory.path)).length, 1)
    } finally {
      child.kill("SIGINT")
    }
    await closed
    assert.strictEqual(child.exitCode, 0)
    assert.deepStrictEqual(await readdir(directory.path), [])
    for (const said of [
      "Pro: $20 → $24",
      "- Pro | [$20] a month",
      "Nobody was told.",
      "The signature is verified",
      "Importance high",
      "is left out: Pages cannot be rendered"
    ]) {
      assert.include(text, said)
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for.
    assert.notMatch(text, /\u001b/, "no colours without a terminal")
  })
})
