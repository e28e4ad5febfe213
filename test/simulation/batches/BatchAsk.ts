/** What somebody asks of a batch, and what must be taken of it, told here a second time. */
import type { BatchIntake } from "@kittiwake/core/batches/domain/Batch"
import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import type { BatchWebhook, NewBatch } from "@kittiwake/core/batches/NewBatch"
import type { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { World } from "../World.ts"
import { listedPages } from "../web/Sites.ts"

export interface BatchAsk {
  readonly organizationId: OrganizationId
  /** Its one tag, by which the batch is known that comes of it. */
  readonly tag: string
  readonly key: IdempotencyKey | undefined
  readonly batch: NewBatch
  readonly entries: ReadonlyArray<BatchEntry>
  readonly intake: BatchIntake
  /** Addresses that it begins with, in their order. */
  readonly urls: ReadonlyArray<string>
}

type Wanted = Pick<BatchAsk, "entries" | "intake" | "urls"> & Pick<NewBatch, "crawl">

/** Plans of retries, short enough for a simulated hour; null is one attempt. */
const plans = [null, { delaysSeconds: [30] }, { delaysSeconds: [30, 60, 60] }] as const

/** An address of a list: mostly a page, now and then a file that is read from its picture, or nothing. */
const drawAddress = (world: World): string => {
  const { chance } = world.universe
  const host = chance.integer(world.scale.hosts)
  const drawn = chance.next()
  if (drawn < 0.2) return `https://scan-${host}.test/${world.nextId("scan")}.pdf`
  if (drawn < 0.3) return `https://map-${host}.test/${world.nextId("map")}/nothing`
  return `https://site-${host}.test/${world.nextId("page")}`
}

const drawList = (world: World): Wanted => {
  const { chance } = world.universe
  const entries: Array<BatchEntry> = []
  const urls: Array<string> = []
  const counts = { duplicates: 0, invalid: 0 }
  const size = 1 + chance.integer(chance.happens(0.3) ? 24 : 8)
  while (entries.length < size) {
    const before = entries.at(-1)
    if (before !== undefined && chance.happens(0.1)) {
      entries.push(before)
      counts[before.url.startsWith("ftp:") ? "invalid" : "duplicates"]++
    } else if (chance.happens(0.08)) {
      entries.push({ url: "ftp://files.test/" })
      counts.invalid++
    } else {
      // The same address under another name is another page.
      const url = before !== undefined && urls.length > 0 && chance.happens(0.05) ? urls.at(-1)! : drawAddress(world)
      entries.push({ url, itemId: world.nextId("item") })
      urls.push(url)
    }
  }
  const intake = { reserved: urls.length, reservedIsCeiling: false, submitted: entries.length, ...counts }
  return { entries, urls, intake, crawl: null }
}

const drawCrawl = (world: World): Wanted => {
  const { chance } = world.universe
  const host = chance.integer(world.scale.hosts)
  const url = chance.happens(0.5)
    ? `https://list-${host}.test/page-0`
    : `https://shop-${host}.test/${world.nextId("shop")}/`
  const maxPages = 1 + chance.integer(5)
  const intake = { reserved: maxPages, reservedIsCeiling: true, submitted: null, duplicates: 0, invalid: null }
  return { entries: [], urls: [url], intake, crawl: { source: { type: "start_url", url }, maxPages } }
}

const drawSitemap = (world: World): Wanted => {
  const { chance } = world.universe
  const domain = `list-${chance.integer(world.scale.hosts)}.test`
  const maxPages = 1 + chance.integer(8)
  const urls = listedPages(`https://${domain}`).slice(0, maxPages)
  const intake = { reserved: urls.length, reservedIsCeiling: false, submitted: null, duplicates: 0, invalid: null }
  return { entries: [], urls, intake, crawl: { source: { type: "sitemap", domain }, maxPages } }
}

const drawWebhook = (world: World): BatchWebhook | null => {
  const { chance } = world.universe
  return chance.happens(0.8)
    ? { url: `https://receiver.test/${world.nextId("hook")}`, retry: chance.pick(plans) }
    : null
}

/** Draws what is asked: a list mostly, a site or its sitemap now and then. */
export const drawAsk = (world: World, organizationId: OrganizationId, key: IdempotencyKey | undefined): BatchAsk => {
  const { chance } = world.universe
  const drawn = chance.next()
  const wanted = drawn < 0.7 ? drawList(world) : drawn < 0.87 ? drawCrawl(world) : drawSitemap(world)
  const { crawl, ...rest } = wanted
  const tag = world.nextId("ask")
  return {
    organizationId,
    tag,
    key,
    ...rest,
    batch: {
      crawl,
      format: "markdown",
      tags: [tag],
      // Files are read from their pictures; of what was kept some is taken.
      options: { maxAgeMillis: chance.happens(0.8) ? 0 : 600_000 },
      webhook: drawWebhook(world)
    }
  }
}
