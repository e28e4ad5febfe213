/** Watches a page without HTTP, a worker or a server: the program decides when to look. */
import type { Kittiwake } from "kittiwake"

/** Looks at a page until it changed, at most `looks` times, and tells what changed. */
export const watchUntilChanged = async (
  kittiwake: Kittiwake,
  options: { readonly url: string; readonly looks: number; readonly betweenLooks: () => Promise<void> }
): Promise<string | null> => {
  const monitor = await kittiwake.monitors.create({
    name: "One page",
    target: { type: "page", url: options.url, exclude_selectors: [".clock"] }
  })
  // The run that is queued at creation keeps the page as it is now.
  await kittiwake.runDue()

  for (let look = 0; look < options.looks; look++) {
    await options.betweenLooks()
    await kittiwake.monitors.runNow(monitor.id)
    await kittiwake.runDue()
    const [change] = (await kittiwake.monitors.changes({ monitor_id: monitor.id })).data
    if (change !== undefined) return (await kittiwake.monitors.change(change.id)).diff ?? change.summary
  }
  return null
}
