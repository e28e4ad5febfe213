/**
 * Which installation this page shows: the server's own, or the demonstration beside it.
 *
 * **Details.** It is said by the address and stays what it was when the page was loaded, so that nothing of one is ever taken for the
 * other's: who goes from one to the other loads the page anew.
 */

/** What of the address says that the demonstration is shown. */
export const demonstrationMark = { demo: "on" } as const

/** Whether this page shows the demonstration. */
export const isDemonstration: boolean = new URLSearchParams(location.search).get("demo") === demonstrationMark.demo

/** Below which path the demonstration has the API that an installation has at the root. */
const below = "/admin/demonstration"

/** Where a path of the API is for what this page shows. */
export const placed = (path: string): string =>
  isDemonstration && /^\/(?:v1|admin|batches)\//.test(path) && path !== below ? `${below}${path}` : path

/** Opens the inbox of the demonstration, or that of the installation itself. */
export const goTo = (place: "demonstration" | "own"): void =>
  location.assign(place === "own" ? "/app/inbox" : `/app/inbox?${new URLSearchParams(demonstrationMark)}`)
