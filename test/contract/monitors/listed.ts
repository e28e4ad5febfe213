/** Monitors of sitemaps as tests of the contract make them. */
import type ContextDev from "context.dev"
import type { Server } from "../Server.ts"
import { runNow } from "./watch.ts"

export const site = "https://shop.example"
export const sitemap = `${site}/sitemap.xml`

/** What most monitors of sitemaps are made of. */
export const listed = { name: "Shop", target: { type: "sitemap", url: sitemap } } as const

/** A sitemap that lists these addresses; a path is of the shop. */
export const urlset = (...urls: ReadonlyArray<string>): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url.startsWith("/") ? site + url : url}</loc></url>`).join("")}</urlset>`

/** A monitor that has its baseline, of a sitemap that lists these addresses. */
export const watchListed = async (server: Server, urls: ReadonlyArray<string>, target: object = {}) => {
  await server.show(sitemap, urlset(...urls))
  const given = { ...listed, target: { ...listed.target, ...target } }
  const created = await server.client.monitors.create(given as ContextDev.MonitorCreateParams)
  await server.settle()
  return created
}

/** Has the sitemap list other addresses and runs the monitor; gives its run. */
export const relist = async (server: Server, monitorId: string, ...urls: ReadonlyArray<string>) => {
  await server.show(sitemap, urlset(...urls))
  return runNow(server, monitorId)
}

/** The addresses that the monitor compares with. */
export const urlsOf = async ({ client }: Server, monitorId: string): Promise<ReadonlyArray<string>> =>
  Object((await client.monitors.retrieve(monitorId)).baseline).urls
