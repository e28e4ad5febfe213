/**
 * Browser profiles of owners, who signed in where pages ask for it. Of each organization one lasts, one has a session that ends,
 * and one is removed.
 */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { headLength } from "@kittiwake/core/security/Sealer"
import { Context, DateTime, Effect } from "effect"
import type { Chance } from "./Chance.ts"
import { epochMillis } from "./Universe.ts"
import type { World } from "./World.ts"

/** What became of a profile, and when, in milliseconds since the beginning. */
export interface ProfileEnd {
  readonly organizationId: OrganizationId
  readonly way: "lasts" | "expires" | "removed"
  readonly atMillis: number
}

const ways = ["lasts", "expires", "removed"] as const

const cookieName = "member"

const lastDigit = (url: string): number => Number.parseInt(url.slice(-1), 16)

/** Whether a page of an `app` shows nothing to those who are not signed in. */
export const isForMembers = (url: string): boolean => /^https:\/\/app-/.test(url) && lastDigit(url) % 2 === 0

/** Who a session signs in as, whether it still holds or not; null where nobody. */
export const memberOf = (session: BrowserSession | null): string | null =>
  session?.cookies.find(({ name }) => name === cookieName)?.value ?? null

/** Whether a site lets a session in. */
export const isSignedIn = (session: BrowserSession | null, nowMillis: number): boolean =>
  session?.cookies.some(
    ({ expires, name }) => name === cookieName && (expires < 0 || expires * 1_000 > epochMillis + nowMillis)
  ) === true

const sessionOf = (id: string, expires: number): BrowserSession => ({
  cookies: [
    {
      name: cookieName,
      value: id,
      domain: "test",
      path: "/",
      expires,
      httpOnly: true,
      secure: true,
      sameSite: "Lax"
    }
  ],
  origins: []
})

const sealed = (session: BrowserSession): Uint8Array =>
  Uint8Array.from([...new Uint8Array(headLength), ...new TextEncoder().encode(JSON.stringify(session))])

export class Profiles {
  readonly ends = new Map<string, ProfileEnd>()
  private readonly byOrganization = new Map<OrganizationId, ReadonlyArray<BrowserProfileId>>()

  /** Makes the profiles of an organization before anything can go wrong. */
  found(world: World, organizationId: OrganizationId): void {
    const store = Context.get(world.stores, ProfileStore)
    const { universe } = world
    const ids = ways.map((way) => {
      const id = BrowserProfileId.make(world.nextId("profile"))
      const atMillis = way === "lasts" ? Number.POSITIVE_INFINITY : universe.chance.next() * world.scale.healAtMillis
      const expires = way === "expires" ? (epochMillis + atMillis) / 1_000 : -1
      const profile = {
        id,
        organizationId,
        description: null,
        createdAt: DateTime.makeUnsafe(epochMillis),
        lastUsedAt: null
      }
      Effect.runSync(store.put(profile, sealed(sessionOf(id, expires)), ways.length))
      if (way === "removed") universe.after(atMillis, () => void Effect.runSync(store.remove(organizationId, id)))
      this.ends.set(id, { organizationId, way, atMillis })
      return id
    })
    this.byOrganization.set(organizationId, ids)
  }

  /** The profile that an owner names for a page, where it needs one: now and then that of somebody else. */
  forPage(chance: Chance, organizationId: OrganizationId, url: string): BrowserProfileId | null {
    if (!isForMembers(url)) return null
    const owner = chance.happens(0.15) ? chance.pick([...this.byOrganization.keys()]) : organizationId
    const ids = this.byOrganization.get(owner) ?? []
    return ids[(lastDigit(url) / 2) % ids.length] ?? null
  }
}
