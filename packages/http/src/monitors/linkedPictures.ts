/** Versions and changes as every door tells them, with links to the pictures that are kept of them. */
import { changeRecord, type PicturedChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import {
  comparisonRecord,
  versionDetailRecord,
  versionRecord
} from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import type { Triaged } from "@kittiwake/core/monitors/domain/Triage"
import type { Version } from "@kittiwake/core/monitors/domain/Version"
import type { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import type { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { DateTime, Effect } from "effect"

/** Where pictures are fetched, below the address of the server. */
export const picturePath = "/monitors/pictures"

type Links = PictureLinks["Service"]

/** Gives the link to the picture of a version; null where it has none. Made anew each time, all for one hour. */
const linksTo = Effect.fnUntraced(function* (links: Links, address: string, versions: ReadonlyArray<Version>) {
  const pictured = versions.filter(({ hasPicture }) => hasPicture)
  if (pictured.length === 0) return () => null
  const { expiresAt, tokens } = yield* links.sign(pictured)
  const urls = new Map(pictured.map(({ id }, index) => [id, `${address}${picturePath}/${tokens[index]}`]))
  return ({ id }: Version) => {
    const url = urls.get(id)
    return url === undefined ? null : { url, expires_at: DateTime.formatIso(expiresAt) }
  }
})

/** Versions in a list; `address` is where their pictures are fetched. */
export const linkedVersions = (links: Links, address: string, versions: ReadonlyArray<Version>) =>
  Effect.map(linksTo(links, address, versions), (linkOf) =>
    versions.map((version) => versionRecord(version, linkOf(version)))
  )

/** One version with what was compared. */
export const linkedVersion = (
  links: Links,
  address: string,
  found: Effect.Success<ReturnType<MonitorHistory["Service"]["get"]>>
) => Effect.map(linksTo(links, address, [found.version]), (linkOf) => versionDetailRecord(found, linkOf(found.version)))

/** Two versions and what differs between them. */
export const linkedComparison = (
  links: Links,
  address: string,
  compared: Effect.Success<ReturnType<MonitorHistory["Service"]["compare"]>>
) => Effect.map(linksTo(links, address, [compared.from, compared.to]), (linkOf) => comparisonRecord(compared, linkOf))

/** One change, with the pictures of what was there before and after it, as far as they are kept. */
export const linkedChange: (
  history: MonitorHistory["Service"],
  links: Links,
  address: string,
  change: Change & Partial<Triaged>
) => Effect.Effect<PicturedChangeRecord, StoreUnavailable> = Effect.fnUntraced(function* (
  history: MonitorHistory["Service"],
  links: Links,
  address: string,
  change: Change & Partial<Triaged>
) {
  const { after, before } = yield* history.ofChange(change)
  const versions = [before, after].filter((version) => version !== null)
  const linkOf = yield* linksTo(links, address, versions)
  const pictures = { before: before === null ? null : linkOf(before), after: after === null ? null : linkOf(after) }
  const isPictured = pictures.before !== null || pictures.after !== null
  return { ...changeRecord(change), ...(isPictured ? { pictures } : {}) }
})
