/** A company with a feed, and publishers that write of it, as the tests ask for them. */
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import * as FeedReader from "@kittiwake/documents/FeedReader"
import type ContextDev from "context.dev"
import { DateTime, Effect, Layer } from "effect"
import type { Server } from "../Server.ts"

/** Feeds are read as they are read in use. */
export const options: TestInstallationOptions = { readers: Layer.merge(PlainReaders.layer, FeedReader.layer) }

export type Found = Awaited<ReturnType<ContextDev["news"]["search"]>>

interface Item {
  readonly title: string
  readonly path: string
  /** Day of December 2025. */
  readonly day?: number
  readonly text?: string
  readonly more?: string
}

const itemOf = (base: string, { day, more = "", path, text, title }: Item): string =>
  `<item><title>${title}</title><link>${new URL(path, base).href}</link>${
    day === undefined ? "" : `<pubDate>${day} Dec 2025 10:00:00 GMT</pubDate>`
  }${text === undefined ? "" : `<description>${text}</description>`}${more}</item>`

/** An RSS feed of what stands at `base`. */
export const feedOf = (base: string, title: string, language: string, items: ReadonlyArray<Item>): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel><title>${title}</title><link>${base}</link><language>${language}</language>${items
    .map((item) => itemOf(base, item))
    .join("")}</channel></rss>`

export const company = "https://petrelis.example/"

const front = `<!doctype html><html lang="en"><head><title>Petrelis</title>
  <link rel="alternate" type="application/rss+xml" title="Press" href="/press/feed.xml"></head><body><h1>Petrelis</h1></body></html>`

/** What the company itself publishes: `count` press releases, the newest first, each on a day of its own from the 30th back. */
export const releases = (count: number): ReadonlyArray<Item> =>
  Array.from({ length: count }, (_, n) => ({
    title: `Petrelis counts ${n + 1} colonies of ${["auks", "gulls", "terns", "skuas"][n % 4]} ${"abcdefghijklmnopqrstuvwxyz"[n]}`,
    path: `/press/${n + 1}`,
    day: 30 - n
  }))

/** Shows the site of the company with this many press releases, and perhaps more. */
export const open = async (server: Server, count = 3, more: ReadonlyArray<Item> = []) => {
  await server.show(company, front)
  await server.show(`${company}press/feed.xml`, {
    body: feedOf(company, "Petrelis", "en", [...releases(count), ...more]),
    mediaType: "application/rss+xml"
  })
}

/** Makes a feed a source that an operator chose. */
export const chosen = async (server: Server, url: string, body: string, more: { readonly country?: string } = {}) => {
  await server.show(url, { body, mediaType: "application/rss+xml" })
  await server.run(
    Effect.gen(function* () {
      const addedAt = yield* DateTime.now
      const source = newSource({
        ...{ url, origin: "list", foundFor: null, title: null, country: more.country ?? null, addedAt }
      })
      yield* (yield* NewsSourceStore).put({ sources: [source], most: 1_000, look: null })
    })
  )
}

/** Asks all sources that are due. */
export const gather = (server: Server) =>
  server.run(
    Effect.gen(function* () {
      const upkeep = yield* NewsUpkeep
      while (yield* upkeep.gather);
    })
  )

/** Publishers of three countries and languages, and one that warns. */
export const publishers = async (server: Server) => {
  const leaf = "https://leaf.example.de/"
  await chosen(
    server,
    `${leaf}rss`,
    feedOf(leaf, "Das Blatt", "de-DE", [
      { title: "Petrelis zählt die Vögel der Nordsee", path: "/a", day: 20, text: "Das Unternehmen zählt wieder." }
    ]),
    { country: "de" }
  )
  const post = "https://post.example.uk/"
  await chosen(
    server,
    `${post}rss`,
    feedOf(post, "The Post", "en-GB", [
      {
        title: "Petrelis hires a hundred people in Leeds",
        path: "/b",
        day: 22,
        text: "The company said so.",
        more: `<dc:creator>Ann Reed</dc:creator><media:content url="/p.jpg" medium="image"/>`
      },
      {
        title: "Seabirds return to the cliffs of Orkney",
        path: "/c",
        day: 23,
        text: "Among others Petrelis counts them."
      },
      { title: "Security advisory: a hole in Petrelis Counter", path: "/advisories/1", day: 24 },
      { title: "Nobody says when Petrelis began", path: "/d" }
    ]),
    { country: "gb" }
  )
  await gather(server)
}

/** A search by the name of the company, through the client. */
export const ask = (server: Server, body: object = {}): Promise<Found> =>
  server.client.news.search({
    searchBy: { type: "entity", entity: { type: "name", name: "Petrelis" } },
    limit: 100,
    ...body
  } as never)

/** A search by its domain. */
export const byDomain = {
  searchBy: { type: "entity", entity: { type: "domain", domain: "petrelis.example" } }
} as const

export const pathsOf = ({ data }: Found): ReadonlyArray<string> => data.map(({ url }) => new URL(url).pathname)
