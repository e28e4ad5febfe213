/** What commands take from the first key to the prompt: the list of monitors, a small page, and the first page that is rendered. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import type { StoragePlace } from "../storages.ts"
import { kittiwake, serverOn } from "./command.ts"
import { type Ran, ran, serving } from "./launched.ts"

const page = `<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Price: $10</p></main>
<script>document.querySelector("p").textContent = "Price: $11"</script>`

const withPage = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(page))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const rowOf = (what: string, target: string, all: ReadonlyArray<Ran>): Finding => ({
  what,
  target,
  ours: median(all.map(({ seconds }) => seconds)),
  yardstick: null,
  unit: "s",
  notes: [
    `${Math.min(...all.map(({ seconds }) => seconds)).toFixed(2)} to ${Math.max(...all.map(({ seconds }) => seconds)).toFixed(2)} of ${all.length}`,
    `processor ${median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} s, ${median(all.map(({ peakMegabytes }) => peakMegabytes)).toFixed(0)} MB`
  ]
})

/**
 * Rendered in a new folder, with the browser unpacked that comes with the packages as `npm ci` leaves it, without the three seconds that a picture waits unless it is told how long. As
 * root a browser has no sandbox to run in.
 */
const rendered = (url: string, folder: string, browser: "packed" | "found") =>
  ran(
    kittiwake(["screenshot", url, "--wait", "0", "--output", join(folder, "page.png")], {
      KITTIWAKE_DATA_DIR: folder,
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.0/8",
      KITTIWAKE_BROWSER_SANDBOX: process.getuid?.() === 0 ? "off" : "on",
      // Where no path leads to a browser, the one that comes with the packages is unpacked.
      ...(browser === "packed" ? { PATH: "" } : {})
    })
  )

/** Times by the clock on the wall, of whole processes. */
export const commands = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const rounds = isQuick ? 3 : 7
  tell(`start: commands, ${rounds} times each`)
  const folder = await place.empty()
  const { at, program } = await serverOn(folder)
  const env = { ...program.env, KITTIWAKE_BROWSER: "off" }
  // As the installation does where it finds no browser.
  await ran({
    args: [fileURLToPath(new URL("../../scripts/unpackBrowser.ts", import.meta.url))],
    env: { KITTIWAKE_BROWSER: "packed" }
  })
  return withPage((url) =>
    serving(program, at, async () => {
      const list = kittiwake(["monitor", "list"], env)
      const scrape = kittiwake(["scrape", url], env)
      await ran(list)
      await ran(scrape)
      const found = await interleaved<"list" | "scrape" | "packed" | "found", Ran>(rounds, {
        list: () => ran(list),
        scrape: () => ran(scrape),
        packed: async () => rendered(url, await place.empty(), "packed"),
        found: async () => rendered(url, await place.empty(), "found")
      })
      return [
        rowOf("kittiwake monitor list: time", "≤ 0.5 s", found.list),
        rowOf("kittiwake scrape of a small page: time", "≤ 0.7 s", found.scrape),
        rowOf("kittiwake screenshot, first use of the packed browser: time", "≤ 3 s", found.packed),
        rowOf("kittiwake screenshot, first use of a browser of the machine: time", "≤ 3 s", found.found)
      ]
    })
  )
}
