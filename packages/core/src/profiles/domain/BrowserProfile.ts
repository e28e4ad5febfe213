/** A kept browser session (contract/org-logs.md, browser profiles). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

/** `prof_` and 32 hexadecimal digits. */
export const BrowserProfileId = Schema.String.pipe(Schema.brand("BrowserProfileId"))
export type BrowserProfileId = typeof BrowserProfileId.Type

export const BrowserProfile = Schema.Struct({
  id: BrowserProfileId,
  organizationId: OrganizationId,
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type BrowserProfile = typeof BrowserProfile.Type

/** A browser profile of an organization. */
export interface ProfileRef {
  readonly organizationId: OrganizationId
  readonly id: BrowserProfileId
}

/** @internal */
export const maxProfileDescriptionLength = 500

/** Most bytes of a session as JSON. */
export const maxProfileSessionBytes = 1024 * 1024

/** Most profiles of an organization. @internal */
export const maxProfiles = 1_000
