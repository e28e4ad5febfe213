/** Commands that somebody stops while they wait (Ctrl-C): what is on standard output then, and their exit code. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { begin, beside, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { site } from "./support/site.ts"

/** Pages, of which those below `/slow` are never answered, and `/later` is once. */
const halfSlow = async () => {
  const times = new Map<string, number>()
  const looks = new Set<() => void>()
  const served = await site(({ url = "" }, response) => {
    const count = (times.get(url) ?? 0) + 1
    times.set(url, count)
    for (const look of looks) look()
    if (url === "/robots.txt") return response.writeHead(404).end()
    if (url.startsWith("/slow") || (url === "/later" && count > 1)) return
    response.setHeader("content-type", "text/html")
    return response.end(
      `<title>Tea</title><main><h1>Tea</h1><p>${"We sell tea. ".repeat(30)}</p><a href="/slow">on</a></main>`
    )
  })
  /** Waits until it was asked for an address so often. */
  const asked = (url: string, count = 1) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if ((times.get(url) ?? 0) >= count) resolve()
    }
    looks.add(look)
    look()
    return promise
  }
  return Object.assign(served, { asked })
}

describe("a command that is stopped", { timeout: 180_000 }, () => {
  it("tells programs what a crawl came to", async () => {
    await using shop = await halfSlow()
    const env = { KITTIWAKE_EGRESS_ALLOW: shop.address, KITTIWAKE_DATA_DIR: "/nowhere", KITTIWAKE_BROWSER: "off" }
    for (const [times, signal, code] of [
      [1, "SIGINT", 130],
      [2, "SIGTERM", 143]
    ] as const) {
      const crawl = begin(["crawl", shop.url, "--json"], env)
      await Promise.all([crawl.printed("We sell tea"), shop.asked("/slow", times)])
      crawl.signal(signal)
      const { exitCode, stderr, stdout } = await crawl.ended
      assert.deepStrictEqual([exitCode, stderr], [code, ""])
      const [page, { summary }] = stdout
        .trimEnd()
        .split("\n")
        .map((text) => JSON.parse(text))
      assert.deepInclude(page, { url: shop.url, succeeded: true })
      assert.deepInclude(summary, { succeeded: 1, failed: 0, isPart: true, problem: "Stopped before its end." })
    }
  })

  it("tells people what a crawl came to, beside its pages", async () => {
    await using shop = await halfSlow()
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_EGRESS_ALLOW: shop.address, KITTIWAKE_DATA_DIR: "/nowhere", KITTIWAKE_BROWSER: "off" }
    const crawl = begin(["crawl", shop.url, "--output", directory.path], env)
    await Promise.all([crawl.printed("index.md"), shop.asked("/slow")])
    crawl.signal("SIGINT")
    assert.deepInclude(await crawl.ended, {
      exitCode: 130,
      stdout: `index.md  ${shop.url}\n`,
      stderr: `Stopped before its end. 1 page, 0 failed, 0 skipped. Files are in ${directory.path}.\n`
    })
  })

  it("leaves a batch and a run that were waited for to the server, and names them", async () => {
    await using shop = await halfSlow()
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: join(directory.path, "data"), KITTIWAKE_EGRESS_ALLOW: shop.address }
    await using served = await serve(["start"], { ...env, KITTIWAKE_BROWSER: "off" })
    const here = beside(served, env)
    const list = join(directory.path, "pages.txt")
    await writeFile(list, `${shop.url}slow\n`)

    const hook = "https://example.com/hook"
    const submitted = begin(["batch", "submit", list, "--wait", "--json", "--webhook", hook], here)
    await Promise.all([submitted.printed("Submitted"), shop.asked("/slow")])
    submitted.signal("SIGINT")
    const sent = await submitted.ended
    assert.strictEqual(sent.exitCode, 130)
    const batch = JSON.parse(sent.stdout)
    assert.match(batch.webhook_secret, /^whsec_/)
    assert.include(sent.stderr, `${batch.id} goes on: "kittiwake batch wait ${batch.id}"`)

    const { stdout } = await runHere(["batch", "show", batch.id, "--json"], here)
    assert.deepInclude(JSON.parse(stdout), { id: batch.id, status: "running" })

    const added = begin(["monitor", "add", `${shop.url}slow/page`, "--json"], here)
    await shop.asked("/slow/page")
    added.signal("SIGINT")
    const made = await added.ended
    assert.deepStrictEqual([made.exitCode, made.stderr], [130, ""])
    assert.deepInclude(JSON.parse(made.stdout), { status: "active", first_run: null })

    const quick = await runHere(["monitor", "add", `${shop.url}later`, "--json"], here)
    const { id } = JSON.parse(quick.stdout)
    const look = begin(["monitor", "run", id, "--json"], here)
    await shop.asked("/later", 2)
    look.signal("SIGINT")
    const ran = await look.ended
    assert.deepStrictEqual([ran.exitCode, ran.stderr], [130, ""])
    const { monitor_id, run_id, queued } = JSON.parse(ran.stdout)
    assert.deepStrictEqual([monitor_id, queued], [id, true])
    const shown = await runHere(["monitor", "why", id, run_id, "--json"], here)
    assert.deepInclude(JSON.parse(shown.stdout).run, { id: run_id, status: "running" })
  })
})
