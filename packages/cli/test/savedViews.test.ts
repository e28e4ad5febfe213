/** Saved views at the command line. Observed: what lists show that a view narrows. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { runHere } from "./support/commandHere.ts"
import { servedHere } from "./support/servedHere.ts"
import { site } from "./support/site.ts"

describe("a list by a saved view", { timeout: 120_000 }, () => {
  const closing = new AsyncDisposableStack()
  let here: Readonly<Record<string, string>>
  const ids: Record<string, string> = {}

  const typed = (...args: ReadonlyArray<string>) => runHere(args, here)
  const json = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr, stdout } = await typed(...args, "--json")
    assert.deepStrictEqual([exitCode, stderr], [0, ""], args.join(" "))
    return JSON.parse(stdout)
  }
  const listed = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
    (await json(...args)).map(
      ({ id, monitor_id = id }: { readonly id: string; readonly monitor_id?: string }) => monitor_id
    )

  beforeAll(async () => {
    let price = "$20"
    const shop = closing.use(
      await site(({ url }, response) => {
        if (url === "/robots.txt") return response.writeHead(404).end()
        response.setHeader("content-type", "text/html")
        return response.end(`<!doctype html><main><h1>Pricing</h1><p>${url} costs ${price} a month</p></main>`)
      })
    )
    here = await servedHere(closing, "sk_for_saved_views")
    for (const name of ["tea", "pots"]) {
      ids[name] = (await json("monitor", "add", `${shop.url}${name}`, "--name", name, "--tag", name)).id
    }
    price = "$44"
    for (const id of Object.values(ids)) await typed("monitor", "run", id)
    await json("view", "add", "Shop open", "--list", "changes", "--tag", "tea", "--triage", "open")
    await json("view", "add", "Pages of tea", "--list", "monitors", "--tag", "tea", "--type", "page")
  }, 120_000)
  afterAll(() => closing.disposeAsync())

  it("shows what the view shows, by its name or its id, and what flags say in place of its filters", async () => {
    const [{ id }] = await json("view", "list", "--list", "changes")
    assert.sameMembers([...(await listed("monitor", "changes"))], Object.values(ids))
    for (const name of ["Shop open", id, " Shop open "]) {
      assert.deepStrictEqual(await listed("monitor", "changes", "--view", name), [ids.tea!], name)
    }
    assert.deepStrictEqual(await listed("monitor", "changes", "--view", "Shop open", "--tag", "pots"), [ids.pots!])
    assert.deepStrictEqual(await listed("monitor", "changes", "--view", "Shop open", "--triage", "done"), [])
    assert.deepStrictEqual(await listed("monitor", "changes", ids.tea!, "--view", "Shop open"), [ids.tea!])
    assert.deepStrictEqual(await listed("monitor", "changes", ids.pots!, "--view", "Shop open"), [])
    assert.deepStrictEqual(await listed("monitor", "list", "--view", "Pages of tea"), [ids.tea!])
    assert.deepStrictEqual(await listed("monitor", "list", "--view", "Pages of tea", "--tag", "pots"), [ids.pots!])
  })

  it("is refused where no view of that list is called so, or several are", async () => {
    for (const [command, name, list] of [
      ["changes", "Pages of tea", "changes"],
      ["list", "Shop open", "monitors"],
      ["changes", "shop", "changes"]
    ] as const) {
      const none = await typed("monitor", command, "--view", name)
      assert.deepStrictEqual([none.exitCode, none.stdout], [1, ""])
      assert.include(
        none.stderr,
        `No saved view of ${list} is called "${name}": see "kittiwake view list --list ${list}".`
      )
    }
    const other = await json("view", "add", "Shop open", "--list", "changes", "--tag", "pots")
    const several = await typed("monitor", "changes", "--view", "Shop open")
    assert.strictEqual(several.exitCode, 1)
    assert.include(several.stderr, '2 saved views of changes are called "Shop open". Give the id of one: ')
    assert.include(several.stderr, other.id)
    assert.deepStrictEqual(await listed("monitor", "changes", "--view", other.id), [ids.pots!])
    await json("view", "add", "Shop open", "--list", "changes", "--tag", "pots")
    assert.lengthOf(await json("view", "list", "--list", "changes"), 2, "the same is kept once")
  })
})
