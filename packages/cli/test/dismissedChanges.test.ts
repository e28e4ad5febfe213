/** Changes that a monitor dismisses, as its goal does not ask for them. Observed: what the commands on its runs say. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { runHere } from "./support/commandHere.ts"
import { servedHere } from "./support/servedHere.ts"
import { site } from "./support/site.ts"

describe("a change that is not worth telling", { timeout: 120_000 }, () => {
  const closing = new AsyncDisposableStack()
  let here: Readonly<Record<string, string>>
  let price = "$20"
  let isGone = false
  let monitor: string

  const typed = (...args: ReadonlyArray<string>) => runHere(args, here)
  const text = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr, stdout } = await typed(...args)
    assert.deepStrictEqual([exitCode, stderr], [0, ""], args.join(" "))
    return stdout
  }

  beforeAll(async () => {
    const shop = closing.use(
      await site(({ url }, response) => {
        if (url === "/robots.txt") return response.writeHead(404).end()
        if (isGone) return response.writeHead(404).end()
        response.setHeader("content-type", "text/html")
        return response.end(
          `<!doctype html><title>Pricing</title><main><h1>Pricing</h1><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Pro</td><td>${price}</td></tr><tr><td>Team</td><td>$99</td></tr></table></main>`
        )
      })
    )
    here = await servedHere(closing, "sk_for_dismissed_changes")
    const made = await text("monitor", "add", shop.url, "--goal", "the word enterprise appears", "--json")
    monitor = JSON.parse(made).id
    await text("monitor", "run", monitor)
  })
  afterAll(() => closing.disposeAsync())

  it("is no page that is as it was: each command says what differs, and that nobody is told", async () => {
    assert.include(await text("monitor", "run", monitor), "completed: no change.")
    price = "$44"
    const ran = await text("monitor", "run", monitor)
    assert.include(ran, "completed: a change that is not worth telling.")
    assert.match(ran, /-.*\$20[\s\S]*\+.*\$44/)

    const [newest, before] = (await text("monitor", "runs", monitor)).split("\n").slice(1)
    assert.include(newest, "a change that is not worth telling")
    assert.include(before, "no change")
    assert.include((await text("monitor", "runs")).split("\n")[1], "a change that is not worth telling")

    const why = await text("monitor", "why", monitor)
    assert.match(why, /outcome\s+a change that is not worth telling/)
    assert.match(why, /-.*\$20[\s\S]*\+.*\$44/)
    const told = JSON.parse(await text("monitor", "why", monitor, "--json"))
    assert.isNull(told.change)
    assert.include(told.dismissed.diff, "$44")
  })

  it("is told of its run alone: the next look finds the page as it was", async () => {
    assert.include(await text("monitor", "run", monitor), "completed: no change.")
    const why = await text("monitor", "why", monitor)
    assert.match(why, /outcome\s+no change/)
    assert.notInclude(why, "$44")
  })

  it("is no run that fails, which is told once, where failures are told", async () => {
    isGone = true
    const ran = await typed("monitor", "run", monitor)
    assert.deepStrictEqual([ran.exitCode, ran.stdout], [1, ""])
    assert.match(ran.stderr, /^[^\n]*Run run_\w+ failed: [^\n]+\n$/)
    // A program reads the record, as it does of a run that ends well.
    const read = await typed("monitor", "run", monitor, "--json")
    assert.strictEqual(read.exitCode, 1)
    assert.strictEqual(JSON.parse(read.stdout).run.status, "failed")
    isGone = false
  })
})
