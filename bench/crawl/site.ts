/** A site of many pages that lead to each other, on one host or on many. */

/** The site as one round sees it. Rounds have addresses and contents of their own, so that nothing is known beforehand. */
export interface Site {
  readonly port: number
  /** Hosts that its pages are spread over, all below one name. */
  readonly hosts: number
  readonly round: number
  /** Pages of the site. */
  readonly pages: number
  /** Repetitions that make a page as long as it is. */
  readonly cards: number
}

/** Cards of a page of about 30 KB, and of one of about 174 KB. */
export const smallCards = 13
export const largeCards = 97

/** Hosts of a site that is spread: each is asked by four at a time, which is the product's politeness. */
export const spreadOver = 20

/** Pages of a crawl under way at once: the product's lanes. */
export const inFlight = 10

/** Where a page of the site stands. Names below `localhost` are this machine without being asked for. */
export const pageUrl = ({ cards, hosts, pages, port, round }: Site, page: number): string =>
  `http://shop${page % hosts}.site.localhost:${port}/${hosts}/${cards}/${pages}/${round}/${page}`

/** The site that a path belongs to, and which of its pages it is; null when it is of none. */
export const pageAt = (path: string, port: number): readonly [Site, number] | null => {
  const [, hosts, cards, pages, round, page] = path.split("/").map(Number)
  if (page === undefined || !(page < pages!)) return null
  return [{ port, hosts: hosts!, cards: cards!, pages: pages!, round: round! }, page]
}
