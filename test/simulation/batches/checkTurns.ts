/** Whose pages a claim took: nobody gets one more while another who could have it has fewer. */
import type { ItemClaim } from "@kittiwake/core/batches/BatchWorkStore"
import type { Shares } from "@kittiwake/core/Shares"
import type { Tables } from "../../../packages/core/src/memory/Database.ts"

interface Claiming {
  readonly claims: ReadonlyArray<ItemClaim>
  readonly tables: Tables
  readonly shares: Shares | undefined
  readonly limit: number
}

const counted = (keys: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const roomOf = (room: Shares["organizations"], key: string) => room.of.get(key) ?? room.each

/** How many of an organization may begin at a host, when others do not. */
const roomAt = ({ hosts }: Shares, id: string, host: string): number => {
  const lane = `${id} ${host}`
  if (hosts.lanes === undefined) return roomOf(hosts, host)
  return Math.min(roomOf(hosts.lanes, lane), Math.max(hosts.lanes.of.has(lane) ? 0 : 1, roomOf(hosts, host)))
}

/** What every organization has under way, and whether it could have begun another page. */
const standing = ({ claims, shares, tables }: Claiming) => {
  const took = counted(claims.map(({ batch }) => batch.organizationId))
  const hosts = counted(claims.map(({ host }) => host))
  const lanes = counted(claims.map(({ batch, host }) => `${batch.organizationId} ${host}`))
  const organizations = new Map<string, { underWay: number; couldBegin: boolean }>()
  for (const { batch, isRemoved, items, organizationId, tally, underWay, waiting } of tables.batches.values()) {
    if (batch === null || isRemoved || items.length === 0) continue
    const known = organizations.get(organizationId) ?? { underWay: 0, couldBegin: false }
    organizations.set(organizationId, known)
    const isWorked = batch.status === "queued" || batch.status === "running"
    if (isWorked) known.underWay += underWay.size
    const left = batch.intake.reserved - tally.succeeded - tally.failed - underWay.size
    const hasRoom =
      shares === undefined || (took.get(organizationId) ?? 0) < roomOf(shares.organizations, organizationId)
    const hasHost = [...waiting.keys()].some(
      (host) =>
        shares === undefined ||
        ((hosts.get(host) ?? 0) < roomOf(shares.hosts, host) &&
          (lanes.get(`${organizationId} ${host}`) ?? 0) < roomAt(shares, organizationId, host))
    )
    if (isWorked && left > 0 && hasRoom && hasHost) known.couldBegin = true
  }
  return { organizations, took }
}

/** With fewer pages under way a batch has hardly begun, and may go beyond its organization's share. */
const fewPages = 10

/** Pages that a claim took of batches of an organization which had hardly begun. */
const begun = ({ claims, tables }: Claiming, id: string): number => {
  let pages = 0
  for (const [batchId, count] of counted(claims.map(({ batch }) => batch.id))) {
    const row = tables.batches.get(batchId)
    if (row?.organizationId !== id) continue
    pages += Math.min(count, Math.max(0, fewPages - (row.underWay.size - count)))
  }
  return pages
}

const checkShares = (claiming: Claiming, shares: Shares, say: (what: string) => void): void => {
  const { beginnings = shares.organizations, hosts, organizations } = shares
  for (const [id, count] of counted(claiming.claims.map(({ batch }) => batch.organizationId))) {
    const beyond = count - roomOf(organizations, id)
    if (beyond > 0 && (count > roomOf(beginnings, id) || beyond > begun(claiming, id)))
      say("a claim took more than a share")
  }
  const lanes = counted(claiming.claims.map(({ batch, host }) => `${batch.organizationId} ${host}`))
  const beyond = new Map<string, number>()
  for (const [lane, count] of lanes) {
    const [id, host] = [lane.slice(0, lane.indexOf(" ")), lane.slice(lane.indexOf(" ") + 1)]
    if (count > roomAt(shares, id, host)) say("a claim took more than an organization's share of a host")
    // The first place there is beside the share of the host.
    if (hosts.lanes?.of.has(lane) === false) beyond.set(host, (beyond.get(host) ?? 0) + 1)
  }
  for (const [host, count] of counted(claiming.claims.map((one) => one.host)))
    if (count > Math.max(0, roomOf(hosts, host)) + (beyond.get(host) ?? 0))
      say("a claim took more than a share of a host")
}

/** Looks at a claim when it was made. */
export const checkTurns = (claiming: Claiming, say: (what: string) => void): void => {
  const { shares } = claiming
  const { organizations, took } = standing(claiming)
  if (shares !== undefined) checkShares(claiming, shares, say)
  const others = [...organizations].filter(([, { couldBegin }]) => couldBegin)
  for (const id of took.keys()) {
    const mine = organizations.get(id)?.underWay ?? 0
    if (others.some(([other, { underWay }]) => other !== id && underWay + 1 < mine))
      say("an organization began more pages than another that waited")
  }
}
