/** A change that was shared with people who have no key, on the wire. */

import type { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import type { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { sharingLimits } from "@kittiwake/core/monitors/domain/Sharing"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DateTime, Duration, Effect, Schema } from "effect"
import { integer } from "../fields.ts"

/** Where shared changes are read, below the address of the server. */
export const sharedPath = "/shared/changes"

/** The body of `POST /monitors/changes/{change_id}/share`. */
export const ShareChangeBody = Schema.Struct({
  /** How long the link works: from a minute to 30 days, and 7 days unless given. */
  expires_in_seconds: Schema.optionalKey(
    integer(Duration.toSeconds(sharingLimits.least), Duration.toSeconds(sharingLimits.most))
  )
}).annotate({ identifier: "ShareChange" })
export type ShareChangeBody = typeof ShareChangeBody.Type

export const SharedChangeRecord = Schema.Struct({
  change_id: Schema.String,
  /** Whoever has it reads the change. */
  url: Schema.String.annotate({ logged: "never" }),
  expires_at: Schema.String
})
export type SharedChangeRecord = typeof SharedChangeRecord.Type

export const WithdrawnChangeRecord = Schema.Struct({ change_id: Schema.String, withdrawn: Schema.Literal(true) })
export type WithdrawnChangeRecord = typeof WithdrawnChangeRecord.Type

interface Sharing {
  readonly links: ChangeLinks["Service"]
  readonly organizationId: OrganizationId
  readonly changeId: ChangeId
}

/** Shares a change; `address` is where the page is read. */
export const sharedRecord = (
  { changeId, links, organizationId }: Sharing,
  address: string,
  { expires_in_seconds }: ShareChangeBody
) =>
  Effect.map(
    links.share(
      organizationId,
      changeId,
      expires_in_seconds === undefined ? sharingLimits.default : Duration.seconds(expires_in_seconds)
    ),
    ({ expiresAt, token }): SharedChangeRecord => ({
      change_id: changeId,
      url: `${address}${sharedPath}/${token}`,
      expires_at: DateTime.formatIso(expiresAt)
    })
  )

/** Takes all links to a change back. */
export const withdrawnRecord = ({ changeId, links, organizationId }: Sharing) =>
  Effect.as(links.withdraw(organizationId, changeId), {
    change_id: changeId,
    withdrawn: true
  } satisfies WithdrawnChangeRecord as WithdrawnChangeRecord)
