/** Where the pages of the bench stand. */

/** How much is watched. */
export interface Watched {
  readonly port: number
  /** Pages of the site. */
  readonly pages: number
  /** Monitors, each on one of the pages. */
  readonly monitors: number
}

/** Hosts that the pages are spread over: each is asked by four at a time, which is the product's politeness. */
export const hosts = 50

/** Runs, or fetches, under way at once: the product's default. */
export const inFlight = 200

/** The address of the page that a monitor watches. */
export const pageUrl = ({ pages, port }: Watched, monitor: number): string => {
  const page = monitor % pages
  return `http://127.0.0.${(page % hosts) + 1}:${port}/pages/${page}`
}
