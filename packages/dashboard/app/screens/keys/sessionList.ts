/** Sessions of the dashboard, as the server lists them: a part of it that programs with a key do not need. */
import { infiniteQueryOptions } from "@tanstack/react-query"
import { send } from "../../api/call.ts"
import { readAgainOf } from "../../api/queries.ts"
import type { SessionRecord } from "../../api/session.ts"

/** Whose sessions: of the organization that one is signed in for, of one that the operator names, or the operator's own. */
export type Owner = { readonly of: "mine" | "operator" } | { readonly of: "organization"; readonly id: string }

interface Sessions {
  readonly data: ReadonlyArray<SessionRecord>
  readonly next_cursor: string | null
}

const pathOf = (owner: Owner): string =>
  owner.of === "organization"
    ? `/admin/organizations/${encodeURIComponent(owner.id)}/sessions`
    : owner.of === "operator"
      ? "/admin/sessions"
      : "/v1/org/sessions"

/** Sessions, newest first. */
export const sessionPages = (owner: Owner) =>
  infiniteQueryOptions({
    queryKey: ["sessions.list", owner, "pages"] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Sessions> => {
      const cursor = pageParam === null ? "" : `&cursor=${encodeURIComponent(pageParam)}`
      return (await (await send("GET", `${pathOf(owner)}?limit=50${cursor}`, { signal })).json()) as Sessions
    },
    getNextPageParam: ({ next_cursor }) => next_cursor
  })

/** Ends one. */
export const endSession = async (owner: Owner, id: string): Promise<void> => {
  await send("DELETE", `${pathOf(owner)}/${encodeURIComponent(id)}`)
  readAgainOf("sessions")
}

const browsers = [
  ["Edge", /Edg\//],
  ["Opera", /OPR\//],
  ["Firefox", /Firefox\//],
  ["Chrome", /(?:Headless)?Chrom(?:e|ium)\//],
  ["Safari", /Safari\//]
] as const

const systems = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/]
] as const

const nameIn = (userAgent: string, names: ReadonlyArray<readonly [string, RegExp]>): string | null =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null

/** What a browser calls itself, in a word; null where nobody knows it. */
export const browserOf = (userAgent: string) => {
  const browser = nameIn(userAgent, browsers)
  return browser === null ? null : { browser, system: nameIn(userAgent, systems) }
}
