/** What outlives a server that is told to stop, on any storage. */
import { assert, it } from "@effect/vitest"
import type ContextDev from "context.dev"
import { eventually } from "./eventually.ts"
import { change, openStage, watch } from "./Stage.ts"
import { isSignedByStandard } from "./signatures.ts"
import { beginToPost } from "./slowRequest.ts"
import type { OpenStorage } from "./storages.ts"

/** Follows the cursors of a list from page to page, one row a page. */
const allOf = async <A>(
  list: (page: { readonly limit: number; readonly cursor?: string }) => PromiseLike<{
    readonly data: ReadonlyArray<A>
    readonly next_cursor: string | null
  }>
): Promise<ReadonlyArray<A>> => {
  const rows: Array<A> = []
  for (let cursor: string | undefined; ; ) {
    const page = await list(cursor === undefined ? { limit: 1 } : { limit: 1, cursor })
    rows.push(...page.data)
    if (page.next_cursor === null) return rows
    cursor = page.next_cursor
  }
}

/** Everything that can be read, without what differs from call to call. */
const everythingOf = async ({ monitors, webhooks }: ContextDev, monitorId: string) => ({
  baseline: (await monitors.retrieve(monitorId)).baseline,
  monitors: await allOf((page) => monitors.list(page)),
  runs: await allOf((page) => monitors.listAccountRuns(page)),
  changes: await allOf((page) => monitors.listAccountChanges(page)),
  deliveries: await allOf((page) => webhooks.deliveries.list({ type: "monitor", ...page })),
  used: (await monitors.getLimits()).monitors_used,
  spent: (await monitors.getCreditUsage()).data
})

export const stoppingSuite = (name: string, open: OpenStorage) => {
  it.concurrent(`a server on ${name} that is stopped and started again has all it had`, {
    timeout: 120_000
  }, async () => {
    await using stage = await openStage(open)
    const monitor = await watch(stage, "page", "One")
    await watch(stage, "other", "Something else")
    await change(stage, monitor, "page", "Two")
    const settled = () => stage.server.client.webhooks.deliveries.list({ type: "monitor", limit: 100 })
    await eventually(settled, ({ data }) => data.every(({ status }) => status === "delivered"))
    const before = await everythingOf(stage.server.client, monitor.id)
    assert.lengthOf(before.runs, 3)
    await stage.server.askToStop()
    assert.strictEqual(await stage.server.ended, 0)

    const again = await stage.startAgain()
    assert.deepStrictEqual(await everythingOf(again.client, monitor.id), before)
    const { arrival } = await change({ ...stage, server: again }, monitor, "page", "Three")
    assert.isTrue(isSignedByStandard(arrival, monitor.secret))
  })

  it.concurrent(`a server on ${name} that is told to stop finishes what has begun`, { timeout: 120_000 }, async () => {
    await using stage = await openStage(open)
    const { receiver, server, site } = stage
    const published = Promise.withResolvers<void>()
    site.hold("slow", published.promise)
    const slow = await server.client.monitors.create({
      name: "slow",
      target: { type: "page", url: site.pageUrl("slow") },
      webhook: { url: `${receiver.url}/slow`, events: ["run.completed"] }
    })
    await site.asked("slow")
    const names = ["a", "b", "c", "d", "e"]
    const begun = await Promise.all(
      names.map((name) =>
        beginToPost(server, "/v1/monitors", { name, target: { type: "page", url: site.pageUrl(name) } })
      )
    )

    await server.askToStop()
    const replies = await Promise.all(begun.map((finish) => finish()))
    assert.deepStrictEqual(
      replies.map(({ body, status }) => [status, body.name]),
      names.map((name) => [201, name])
    )
    published.resolve()
    const recorded = await server.logged(
      ({ annotations, message }) => message === "run.recorded" && annotations.monitorId === slow.id
    )
    assert.deepInclude(recorded.annotations, { status: "completed", recorded: "Recorded" })
    assert.strictEqual(await server.ended, 0)

    const { client } = await stage.startAgain()
    const listed = await client.monitors.list()
    assert.sameMembers(
      listed.data.map((monitor) => monitor.name),
      ["slow", ...names]
    )
    const { data } = await client.monitors.listRuns(slow.id)
    assert.deepStrictEqual(
      data.map(({ id, status }) => [id, status]),
      [[slow.initial_run_id, "completed"]]
    )
    await receiver.arrived("/slow", ({ event }) => event === "run.completed")
  })
}
