/** Why the operator cannot have what was asked, in words. */
import type { OrganizationExists } from "@kittiwake/core/administration/errors"
import type { ImportMoved } from "@kittiwake/core/brands/BrandListStore"
import type { CauseConflict, OutOfCredits } from "@kittiwake/core/credits/errors"
import type { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { NoPersonKey } from "@kittiwake/core/internal/people/Suppressions"
import type { NewsSourceNotFound } from "@kittiwake/core/news/NewsSources"
import type { OrganizationNotFound } from "@kittiwake/core/organizations/errors"
import type { InvalidCursor } from "@kittiwake/core/paging/Cursors"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { NoNextSealingKey, SealingKeyMissing } from "@kittiwake/core/security/SealingKeys"
import { Effect, Schema } from "effect"

/** What was asked cannot be done. Nothing was changed; `message` says what to write instead. */
export class OperatorRefused extends Schema.TaggedError<OperatorRefused>()("OperatorRefused", {
  message: Schema.String
}) {}

type Refusal =
  | CauseConflict
  | ImportMoved
  | InvalidCursor
  | InvalidInput
  | NewsSourceNotFound
  | NoNextSealingKey
  | NoPersonKey
  | OrganizationExists
  | OrganizationNotFound
  | OutOfCredits
  | SealingKeyMissing

const messages: { readonly [Tag in Refusal["_tag"]]: (error: Extract<Refusal, { readonly _tag: Tag }>) => string } = {
  CauseConflict: () => "This id has moved another number of credits: give another --id.",
  ImportMoved: () => "Another command imports this list, too: let it go on, or run this again when it has ended.",
  InvalidCursor: () => "The list has changed: ask again.",
  InvalidInput: ({ field, message }) => `${field} ${message}.`,
  NewsSourceNotFound: ({ url }) => `There is no source ${url}: "kittiwake news sources list" shows them.`,
  NoNextSealingKey: ({ message }) => message,
  NoPersonKey: ({ message }) => message,
  OrganizationExists: () => "There is an organization with this id already.",
  OrganizationNotFound: () => `There is no such organization: "kittiwake org list" shows them.`,
  OutOfCredits: ({ available }) =>
    available === 1 ? "Only 1 credit is available." : `Only ${available} credits are available.`,
  SealingKeyMissing: ({ message }) => message
}

/** Turns every refusal of the core into words. */
export const refused = <A, E extends Refusal | OperatorRefused | StoreUnavailable, R>(work: Effect.Effect<A, E, R>) =>
  Effect.mapError(work, (error): OperatorRefused | StoreUnavailable => {
    const failure: Refusal | OperatorRefused | StoreUnavailable = error
    if (failure instanceof OperatorRefused || failure instanceof StoreUnavailable) return failure
    const message = messages[failure._tag] as (error: Refusal) => string
    return new OperatorRefused({ message: message(failure) })
  })
