/** `kittiwake.web.profiles`: sessions of a browser that somebody signed in with, as promises. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type BrowserProfile, BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { DateTime, Effect, Schema } from "effect"
import { type PageOptions, pageFields, type RecordPage, reads, readsId } from "./input.ts"
import type { Run } from "./run.ts"
import { type Profile, ProfileInput, type Renewal, RenewalInput } from "./webInput.ts"

/** A profile as it is told; its session never is. */
export interface ProfileRecord {
  readonly id: string
  readonly description: string | null
  readonly created_at: string
  readonly last_used_at: string | null
}

/** Everything that can be done with browser profiles. */
export interface ProfileMethods {
  /** Keeps a session, sealed; `scrape`, `images` and `screenshot` see pages with it by its id. */
  readonly create: (input?: Profile) => Promise<ProfileRecord>
  /** Profiles, newest first. */
  readonly list: (options?: PageOptions) => Promise<RecordPage<ProfileRecord>>
  /** Puts a new session in the place of a profile's: what uses it goes on, and monitors keep what they compare with. */
  readonly renew: (profileId: string, input: Renewal) => Promise<ProfileRecord>
  /** Forgets a profile and its session. */
  readonly remove: (profileId: string) => Promise<{ readonly id: string; readonly deleted: true }>
}

const profileRecord = ({ createdAt, description, id, lastUsedAt }: BrowserProfile): ProfileRecord => ({
  id,
  description,
  created_at: DateTime.formatIso(createdAt),
  last_used_at: lastUsedAt === null ? null : DateTime.formatIso(lastUsedAt)
})

const readCreate = reads(ProfileInput)
const readRenew = reads(RenewalInput)
const profileIdOf = readsId("profileId", BrowserProfileId)
const readPage = reads(Schema.Struct(pageFields))

/** The methods for one organization, run by `run`. */
export const profileMethods = (run: Run<Profiles>, id: OrganizationId): ProfileMethods => ({
  create: (input = {}) =>
    run(
      Effect.gen(function* () {
        const { description = null, session = null } = yield* readCreate(input)
        return profileRecord(yield* (yield* Profiles).create(id, { description, session }))
      })
    ),
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const page = yield* (yield* Profiles).list(id, pageRequest(yield* readPage(options)))
        return pageRecord(page, profileRecord)
      })
    ),
  renew: (profileId, input) =>
    run(
      Effect.gen(function* () {
        const { session } = yield* readRenew(input)
        return profileRecord(yield* (yield* Profiles).renew(id, yield* profileIdOf(profileId), session))
      })
    ),
  remove: (profileId) =>
    run(
      Effect.gen(function* () {
        yield* (yield* Profiles).remove(id, yield* profileIdOf(profileId))
        return { id: profileId, deleted: true as const }
      })
    )
})
