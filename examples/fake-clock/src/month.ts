/** A month of an hourly monitor, told with promises. Nothing leaves the process, and no second really passes. */

import type { InboxEvent } from "@kittiwake/core/testing/Inbox"
import { TestKit } from "@kittiwake/core/testing/TestKit"
import type { Attempt } from "@kittiwake/core/webhooks/domain/Delivery"

export const shop = "https://shop.example/pricing"
export const receiver = "https://hooks.example/kittiwake"

const pricing = (price: string) => `<h1>Tea</h1><p class="price">${price}</p><p>Free shipping</p>`

/** What a month left behind. */
export interface Month {
  readonly runs: { readonly completed: number; readonly failed: number }
  readonly changes: ReadonlyArray<string>
  readonly events: ReadonlyArray<InboxEvent>
  /** Attempts to deliver the event that the receiver missed while it was down. */
  readonly missed: ReadonlyArray<Attempt>
  readonly secret: string
  readonly credits: number
}

/** Thirty days: two price changes, a page that is down for five hours, a receiver that is down for a day. */
export const aMonth = async (tell: (line: string) => void = () => undefined): Promise<Month> => {
  const kit = await TestKit.make({ plan: "developer" })
  const day = async () => `${(await kit.clock.now()).toISOString().slice(5, 16).replace("T", " ")} `
  const note = async (line: string) => tell(`${await day()} ${line}`)

  await kit.web.page(shop, pricing("10 €"))
  const { monitor } = await kit.monitors.create({ url: shop, name: "Tea", webhook: receiver })
  await note(`watching ${shop} every hour`)

  await kit.clock.advance("7 days")
  await kit.web.page(shop, pricing("12 €"))
  await note("the price goes up")
  await kit.clock.advance("5 days")

  await kit.web.outage(shop, { lasting: "5 hours" })
  await note("the shop goes down for five hours")
  await kit.clock.advance("3 hours")
  await note(`the monitor is ${(await kit.monitors.get(monitor.id)).monitor.status}`)
  await kit.clock.advance("3 hours")
  await note(`the monitor is ${(await kit.monitors.get(monitor.id)).monitor.status} again`)

  await kit.clock.advance("8 days")
  await kit.inbox.down({ lasting: "1 day" })
  await kit.web.page(shop, pricing("9 €"))
  await note("our receiver goes down for a day, and the price goes down too")
  await kit.clock.advance("2 days")
  const [change] = await kit.monitors.changes(monitor.id)
  const late = (await kit.inbox.events()).findLast(({ event }) => event === "change.detected")
  const delivery = (await kit.deliveries.list(monitor.id)).find(({ eventId }) => eventId === late?.id)
  const missed = delivery === undefined ? [] : await kit.deliveries.attempts(delivery.id)
  await note(`${change?.summary} Told after ${missed.length} attempts, with the id it always had`)

  await kit.clock.advance("186 hours")
  const completed = (await kit.inbox.events()).filter(({ event }) => event === "run.completed")
  const month: Month = {
    runs: { completed: completed.length, failed: (await kit.monitors.runs(monitor.id, "failed")).length },
    changes: (await kit.monitors.changes(monitor.id)).map(({ summary }) => summary).reverse(),
    events: await kit.inbox.events(),
    missed,
    secret: monitor.subscription?.secret ?? "",
    credits: (await kit.credits.account()).balance
  }
  await note(
    `${month.runs.completed} runs completed, ${month.runs.failed} failed, ${month.events.length} events received`
  )
  await kit.close()
  return month
}
