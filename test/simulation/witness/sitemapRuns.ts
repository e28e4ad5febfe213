/** What a run of a sitemap may have recorded, by what its files listed. */
import type { SitemapState } from "@kittiwake/core/monitors/domain/Baseline"
import { count, type Looked, shownTo, steadily } from "./Looking.ts"

const listedIn = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url)

const isIndex = (body: string): boolean => body.startsWith("<sitemapindex>")

/** The files that list pages: the one that is watched, or those that it lists. */
const filesOf = (looked: Looked): ReadonlyArray<string> => {
  const { url } = looked.monitor.target
  const index = shownTo(looked, url).find(({ body, isWell }) => isWell && isIndex(body))
  return index === undefined ? [url] : listedIn(index.body)
}

/** The file of an address, as the simulated sites divide them. */
const fileOf = (files: ReadonlyArray<string>, url: string): string => {
  const number = Number(/-(\d+)$/.exec(url)?.[1] ?? 0)
  return files[files.length === 1 ? 0 : number % 2] ?? ""
}

/** A listing that lost nearly all of many addresses is believed by the third run in a row that finds it so (docs: monitors). */
const shrunken = { least: 20, share: 0.9, runs: 3 } as const

const isShrunken = ({ urls }: SitemapState, gone: number): boolean =>
  urls.length >= shrunken.least && gone >= urls.length * shrunken.share

const checkTold = (looked: Looked, before: SitemapState): void => {
  const { change, failuresBefore, violated } = looked
  const files = filesOf(looked)
  const readings = (url: string) => shownTo(looked, fileOf(files, url)).filter(({ isWell }) => isWell)
  const lists = (url: string) => count(readings(url), ({ body }) => listedIn(body).includes(url))
  const lacks = (url: string) => count(readings(url), ({ body }) => !listedIn(body).includes(url))
  const [added, removed] = [change?.addedUrls ?? [], change?.removedUrls ?? []]
  if (added.some((url) => lists(url) < 2)) violated("an address was told as new that one reading alone lists")
  if (removed.some((url) => lacks(url) < 2)) violated("an address was told as gone that no two readings lack")
  if (removed.some((url) => !before.urls.includes(url))) violated("an address was told as gone that was not known")
  if (isShrunken(before, removed.length) && failuresBefore < shrunken.runs - 1)
    violated("a sitemap that shrank at once was believed at once")
  checkMoved(looked, before)
}

const sibling = (url: string): string => url.replace("/first-", "/then-")

/** Pages that moved are told as moved where both sides are known, and no others are. */
const checkMoved = (looked: Looked, before: SitemapState): void => {
  const { change, looker, violated } = looked
  const moved = change?.movedUrls ?? []
  if (moved.some(({ from, to }) => sibling(from) !== to)) violated("a page was told as moved that never did")
  if (looker.by.wasFrozen) return
  for (const from of change?.removedUrls ?? []) {
    const to = sibling(from)
    const isKnown = (before.pages ?? []).some(({ url }) => url === from)
    const isSeen = shownTo(looked, to).some(({ isWell }) => isWell)
    const isPair = to !== from && isKnown && isSeen && change?.addedUrls?.includes(to) === true
    if (isPair && !moved.some((one) => one.from === from)) violated("a page that moved was told as gone and new")
  }
}

/** The files that a reading has to read. */
const readFiles = (looked: Looked): ReadonlyArray<string> => [
  ...new Set([looked.monitor.target.url, ...filesOf(looked)])
]

/** What every file listed to everybody since the look began; null where a file did not, or listed something else too. */
const steadyListing = (looked: Looked): ReadonlyArray<string> | null => {
  const bodies = readFiles(looked).map((file) => steadily(looked, file))
  if (bodies.includes(null)) return null
  return bodies.flatMap((body) => (body === null || isIndex(body) ? [] : listedIn(body)))
}

const completedRun = (looked: Looked): void => {
  const { after, before, change, violated } = looked
  if (after?.type !== "sitemap") {
    violated("a completed run of a sitemap has no addresses")
    return
  }
  if (before?.type !== "sitemap") return
  if (change !== null) checkTold(looked, before)
  if (after.urls.some((url) => !before.urls.includes(url)) && change === null && before.unread === undefined)
    violated("addresses came and nobody was told")
  const listing = steadyListing(looked)
  if (listing === null || before.unread !== undefined) return
  const isSame = String([...before.urls].sort()) === String([...listing].sort())
  // Where the second reading of a slow file did not come in time, what is new is not told yet.
  if (!isSame && readFiles(looked).some((file) => shownTo(looked, file).length < 2)) return
  if (isSame !== (change === null)) violated(isSame ? "a sitemap was told that is as it was" : "a sitemap was not told")
  if (String([...after.urls].sort()) !== String([...listing].sort())) violated("a sitemap is kept as nobody read it")
}

/** A sitemap that was read. */
export const checkSitemapRun = (looked: Looked): void => {
  if (looked.run.status === "completed") completedRun(looked)
}
