/** What the index learns of a brand whose site was read. */

import { DateTime } from "effect"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { BrandEntry } from "./BrandEntry.ts"
import type { BrandProfile } from "./BrandProfile.ts"
import { ofFront } from "./frontPath.ts"

/** Whether somebody registered the name: an address of a machine is no brand that others look for. */
const isRegistered = (domain: string): boolean => /\.[a-z][a-z0-9-]+$/.test(domain)

/**
 * Whether a reading is of the site's own first page: what a domain leads to elsewhere, or to a page of a site, says nothing of who
 * is there. Otherwise anybody could name any brand by a domain of his own.
 */
const isOwnFront = (asked: string, { domain }: BrandProfile, readUrl: string): boolean =>
  domain === asked && ofFront.test(parseUrl(readUrl)?.pathname ?? "")

/** Shares that a running text names are told, and are no reason to find the site by them. */
const symbolsOf = ({ sources, stock }: BrandProfile): BrandEntry["symbols"] =>
  stock === null || sources.some(({ field, place }) => field === "stock" && place === "text")
    ? []
    : [{ kind: "ticker", code: stock.ticker, exchange: stock.exchange }]

/** The entry of a brand that was read at an address for a domain; null where it is not that domain's own. */
export const indexEntry = (
  asked: string,
  profile: BrandProfile,
  readUrl: string,
  readAtMillis: number
): BrandEntry | null =>
  !isRegistered(profile.domain) || !isOwnFront(asked, profile, readUrl)
    ? null
    : {
        domain: profile.domain,
        name: profile.title,
        aliases: [],
        description: profile.description,
        country: profile.address?.countryCode ?? null,
        language: profile.language,
        logo: profile.logos[0]?.assetId ?? null,
        rank: null,
        symbols: symbolsOf(profile),
        ids: [],
        told: {},
        source: "read",
        updatedAt: DateTime.makeUnsafe(readAtMillis)
      }
