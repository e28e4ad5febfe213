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

/** The path below which all of it is mounted, which is where this file was loaded from; empty at the root. */
export const mount: string = /^(.*)\/app\/files\/[^/]+$/.exec(new URL(import.meta.url).pathname)?.[1] ?? ""

/** Where the dashboard stands. */
export const dashboard = `${mount}/app`

/** Under which address its API is called from elsewhere. */
export const apiAddress: string = `${location.origin}${mount}`

/** Where a path of the API is for what this page shows. */
export const placed = (path: string): string =>
  mount + (isDemonstration && /^\/(?:v1|admin|batches)\//.test(path) && path !== below ? `${below}${path}` : path)

/** The path that an address of ours has in the API, whatever name the server knows itself by, and whether it knows where it is mounted. */
export const pathIn = (url: string): string => {
  const { pathname, search } = new URL(url, location.href)
  return `${pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : pathname}${search}`
}

/** Opens the inbox of the demonstration, or that of the installation itself. */
export const goTo = (place: "demonstration" | "own"): void =>
  location.assign(
    place === "own" ? `${dashboard}/inbox` : `${dashboard}/inbox?${new URLSearchParams(demonstrationMark)}`
  )
