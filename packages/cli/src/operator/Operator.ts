/** What the operator of an installation may do, wherever the database is open. */
import { Administration } from "@kittiwake/core/administration/Administration"
import type { ListedPart, NewBrandImport } from "@kittiwake/core/brands/BrandListStore"
import { BrandLists } from "@kittiwake/core/brands/BrandLists"
import type { BrandImport } from "@kittiwake/core/brands/domain/BrandImport"
import type { MoveKind } from "@kittiwake/core/credits/Credits"
import { type FeedbackRecord, feedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { GrantId } from "@kittiwake/core/grants/domain/Grant"
import { type GrantRecord, grantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { Grants } from "@kittiwake/core/grants/Grants"
import {
  type OrganizationRecord,
  organizationRecord,
  type StandingRecord,
  standingRecord
} from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { type EntryRecord, entryRecord } from "@kittiwake/core/internal/credits/domain/EntryRecord"
import { ImportedPeople } from "@kittiwake/core/internal/people/ImportedPeople"
import { Suppressions } from "@kittiwake/core/internal/people/Suppressions"
import { HostPauses } from "@kittiwake/core/internal/sharing/HostPauses"
import { BacklogStore } from "@kittiwake/core/measures/BacklogStore"
import {
  type ListedFeed,
  type SourceRecord,
  type SourcesTaken,
  sourceRecord
} from "@kittiwake/core/news/domain/ListedFeed"
import { NewsSources, type SourcesRequest } from "@kittiwake/core/news/NewsSources"
import { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { ImportedRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Ids } from "@kittiwake/core/security/Ids"
import { Security } from "@kittiwake/core/security/Security"
import { SessionId } from "@kittiwake/core/sessions/domain/Session"
import { type SessionRecord, sessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import {
  type ChangeOrganizationBody,
  type CreateOrganizationBody,
  organizationPatch
} from "@kittiwake/http/internal/admin/input"
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { type KeyRecord, keyRecord, type NewKeyRecord } from "./KeyRecord.ts"
import { OperatorRefused, refused } from "./OperatorRefused.ts"
import type { CountedPeople, ForgottenPerson, TakenPeople } from "./PeopleRecords.ts"
import { type RefusingHost, refusingHost } from "./RefusingHost.ts"
import { hostsThatRest, type RestingHost } from "./RestingHost.ts"

/** A key to be made. Without an organization, the only one there is; null scopes are full access. */
export interface KeyRequest {
  readonly organization: string | null
  readonly name: string
  readonly scopes: ReadonlyArray<Scope> | null
}

/** Credits to be moved. Without an id, one that was never used. */
export interface MoveRequest {
  readonly organization: string | null
  readonly kind: MoveKind
  readonly id: string | null
  readonly credits: number
  readonly reason: string | null
}

/** Notes of callers that a list shows. */
const feedbackShown = 200

/** Grants of one organization that a list shows. */
const grantsShown = 500

/** Sessions of one owner that a list shows. */
const sessionsShown = 500

/** A link with which the operator signs in to the dashboard, once. */
export const LinkRecord = Schema.Struct({ secret: Schema.String, expires_at: Schema.String })
export type LinkRecord = typeof LinkRecord.Type

/** What a rotation of the sealing key did. */
export const RotationRecord = Schema.Struct({
  /** Where the key is now. */
  place: Schema.String,
  sealed: Schema.Int,
  unreadable: Schema.Int
})
export type RotationRecord = typeof RotationRecord.Type

/** Sources of news, and where the list goes on. */
export interface ListedSources {
  readonly sources: ReadonlyArray<SourceRecord>
  readonly next: string | null
}

type Answer<A> = Effect.Effect<A, OperatorRefused | StoreUnavailable>

export class Operator extends Context.Service<
  Operator,
  {
    /** All organizations, oldest first. */
    readonly organizations: Effect.Effect<ReadonlyArray<OrganizationRecord>, StoreUnavailable>

    /** One organization, or the only one there is, and how its credits stand. */
    readonly organization: (organization: string | null) => Answer<StandingRecord>

    readonly createOrganization: (body: typeof CreateOrganizationBody.Type) => Answer<StandingRecord>

    readonly changeOrganization: (
      organization: string | null,
      body: typeof ChangeOrganizationBody.Type
    ) => Answer<StandingRecord>

    /** Moves credits by hand, once for each kind and id. */
    readonly moveCredits: (request: MoveRequest) => Answer<EntryRecord>

    /** The latest movements of credits, newest first. */
    readonly entries: (organization: string | null, limit: number) => Answer<ReadonlyArray<EntryRecord>>

    readonly createKey: (request: KeyRequest) => Answer<NewKeyRecord>

    /** Keys of one organization, or of all; revoked ones included. */
    readonly listKeys: (organization: string | null) => Answer<ReadonlyArray<KeyRecord>>

    /** Ends a key at once, whichever organization it belongs to. */
    readonly revokeKey: (keyId: string) => Answer<KeyRecord>

    /** The latest grants of one organization, or of all; ended ones included. */
    readonly listGrants: (organization: string | null) => Answer<ReadonlyArray<GrantRecord>>

    /** Ends a grant with all its tokens, whichever organization it belongs to. */
    readonly revokeGrant: (grantId: string) => Answer<GrantRecord>

    /** The latest sessions of one organization, or of all and the operator's. */
    readonly listSessions: (organization: string | null) => Answer<ReadonlyArray<SessionRecord>>

    /** Ends a session, whosever it is. */
    readonly revokeSession: (sessionId: string) => Answer<SessionRecord>

    /** A new link to the dashboard. */
    readonly newLink: Answer<LinkRecord>

    /** What one organization said of the service, or all, newest first. */
    readonly listFeedback: (organization: string | null) => Answer<ReadonlyArray<FeedbackRecord>>

    /** Goes over to another sealing key: to this one, or to one of the installation's own. */
    readonly rotateSealingKey: (next: string | null) => Answer<RotationRecord>

    /** The import of a list of brands, as far as it has come. */
    readonly beginBrandImport: (list: Omit<NewBrandImport, "at">) => Answer<BrandImport>

    /** Takes its next rows. */
    readonly takeBrands: (part: Omit<ListedPart, "at">) => Answer<BrandImport>

    /** Lists of brands that were imported, newest first. */
    readonly brandImports: Effect.Effect<ReadonlyArray<BrandImport>, StoreUnavailable>

    /** Chooses sources of news. */
    readonly addNewsSources: (feeds: ReadonlyArray<ListedFeed>) => Answer<SourcesTaken>

    /** Sources of news in the order of their addresses. */
    readonly newsSources: (request: SourcesRequest) => Answer<ListedSources>

    /** Asks a source of news no more. */
    readonly removeNewsSource: (url: string) => Answer<SourceRecord>

    /** Takes people into the records of an organization. */
    readonly importPeople: (organization: string | null, records: ReadonlyArray<ImportedRecord>) => Answer<TakenPeople>

    /** How many people an organization imported. */
    readonly importedPeople: (organization: string | null) => Answer<CountedPeople>

    /** Removes all that an organization imported, and tells how many they were. */
    readonly clearPeople: (organization: string | null) => Answer<CountedPeople>

    /** Hosts that are left alone, as this process knows. */
    readonly restingHosts: Answer<ReadonlyArray<RestingHost>>

    /** Receivers of webhooks that do not take what is sent to them. */
    readonly refusingHosts: Answer<ReadonlyArray<RefusingHost>>

    /** Tells nobody of a person any more, and removes what was imported of them. */
    readonly forgetPerson: (written: string) => Answer<ForgottenPerson>
  }
>()("kittiwake/operator/Operator") {
  /** Over the database that this process has open. */
  static readonly layer = Layer.effect(
    Operator,
    Effect.gen(function* () {
      const administration = yield* Administration
      const organizations = yield* Organizations
      const brandLists = yield* BrandLists
      const feedback = yield* Feedback
      const grants = yield* Grants
      const sessions = yield* Sessions
      const newsSources = yield* NewsSources
      const pauses = yield* HostPauses
      const { refusing } = yield* BacklogStore
      const people = yield* ImportedPeople
      const suppressions = yield* Suppressions
      const ids = yield* Ids
      const security = yield* Security

      const chosen = Effect.fnUntraced(function* (organization: string | null) {
        if (organization !== null) {
          const { id } = yield* organizations.get(OrganizationId.make(organization)).pipe(
            Effect.catchTag("OrganizationNotFound", () =>
              Effect.fail(
                new OperatorRefused({
                  message: `There is no organization ${organization}: "kittiwake org list" shows them.`
                })
              )
            )
          )
          return id
        }
        const [first, second] = yield* organizations.slice({ limit: 2, after: null })
        if (first !== undefined && second === undefined) return first.id
        return yield* new OperatorRefused({
          message:
            first === undefined
              ? `There is no organization yet: "kittiwake start" makes the first one.`
              : `There are several organizations: name one with --org ("kittiwake org list" shows them).`
        })
      })

      const shown = (id: OrganizationId) => Effect.map(administration.get(id), standingRecord)

      const revokeKey = Effect.fnUntraced(function* (keyId: string) {
        const id = ApiKeyId.make(keyId)
        for (const organization of yield* organizations.list) {
          const revoked = yield* organizations
            .revokeKey(organization.id, id)
            .pipe(Effect.catchTag("KeyNotFound", () => Effect.succeed(null)))
          if (revoked !== null) return keyRecord(revoked)
        }
        return yield* new OperatorRefused({ message: `There is no key ${keyId}: "kittiwake key list" shows them.` })
      })

      const revokeGrant = Effect.fnUntraced(function* (grantId: string) {
        const id = GrantId.make(grantId)
        for (const organization of yield* organizations.list) {
          const revoked = yield* grants
            .revoke(organization.id, id)
            .pipe(Effect.catchTag("GrantNotFound", () => Effect.succeed(null)))
          if (revoked !== null) return grantRecord(revoked)
        }
        return yield* new OperatorRefused({
          message: `There is no grant ${grantId}: "kittiwake grant list" shows them.`
        })
      })

      const revokeSession = Effect.fnUntraced(function* (sessionId: string) {
        const id = SessionId.make(sessionId)
        const owners = [null, ...(yield* organizations.list).map((organization) => organization.id)]
        for (const organizationId of owners) {
          const ended = yield* sessions
            .end({ organizationId, keyId: null }, id)
            .pipe(Effect.catchTag("SessionNotFound", () => Effect.succeed(null)))
          if (ended !== null) return sessionRecord(ended)
        }
        return yield* new OperatorRefused({
          message: `There is no session ${sessionId}: "kittiwake session list" shows them.`
        })
      })

      return Operator.of({
        organizations: Effect.map(organizations.list, (all) => all.map(organizationRecord)),
        restingHosts: Effect.map(Effect.all([pauses.throttling, DateTime.now]), ([known, now]) =>
          hostsThatRest(known, now)
        ),
        refusingHosts: Effect.map(refusing, (receivers) => receivers.map(refusingHost)),
        organization: (organization) => chosen(organization).pipe(Effect.flatMap(shown), refused),
        createOrganization: ({ id = null, name, plan, ...settings }) =>
          administration.create({ id, name, plan, settings: organizationPatch(settings) }).pipe(
            Effect.flatMap((made) => shown(made.id)),
            refused
          ),
        changeOrganization: Effect.fnUntraced(function* (organization, body) {
          const id = yield* chosen(organization)
          yield* administration.change(id, organizationPatch(body))
          return yield* shown(id)
        }, refused),
        moveCredits: Effect.fnUntraced(function* ({ credits, id, kind, organization, reason }) {
          const organizationId = yield* chosen(organization)
          const moveId = id ?? (yield* ids.next("move"))
          return entryRecord(yield* administration.move(organizationId, { kind, id: moveId, credits, reason }))
        }, refused),
        entries: Effect.fnUntraced(function* (organization, limit) {
          const id = yield* chosen(organization)
          const { data } = yield* administration.entries(id, {}, { limit, cursor: undefined })
          return data.map(entryRecord)
        }, refused),
        createKey: Effect.fnUntraced(function* ({ organization, name, scopes }) {
          const organizationId = yield* chosen(organization)
          const { key, secret } = yield* organizations.createKey({ organizationId, name, scopes })
          return { ...keyRecord(key), secret: Redacted.value(secret) }
        }),
        listKeys: Effect.fnUntraced(function* (organization) {
          const owners =
            organization === null ? (yield* organizations.list).map((owner) => owner.id) : [yield* chosen(organization)]
          const keys = yield* Effect.forEach(owners, organizations.listKeys)
          return keys.flat().map(keyRecord)
        }),
        revokeKey,
        listGrants: Effect.fnUntraced(function* (organization) {
          const owners =
            organization === null ? (yield* organizations.list).map((owner) => owner.id) : [yield* chosen(organization)]
          const found = yield* Effect.forEach(owners, (owner) =>
            grants.list(owner, { limit: grantsShown, after: null })
          )
          return found.flat().map(grantRecord)
        }),
        revokeGrant,
        listSessions: Effect.fnUntraced(function* (organization) {
          const owners =
            organization === null
              ? [null, ...(yield* organizations.list).map((owner) => owner.id)]
              : [yield* chosen(organization)]
          const found = yield* Effect.forEach(owners, (organizationId) =>
            sessions.list({ organizationId, keyId: null }, { limit: sessionsShown, after: null })
          )
          return found.flat().map(sessionRecord)
        }),
        revokeSession,
        newLink: Effect.map(sessions.newLink, ({ expiresAt, secret }) => ({
          secret: Redacted.value(secret),
          expires_at: DateTime.formatIso(expiresAt)
        })),
        listFeedback: Effect.fnUntraced(function* (organization) {
          const owners =
            organization === null ? (yield* organizations.list).map((owner) => owner.id) : [yield* chosen(organization)]
          const found = yield* Effect.forEach(owners, (owner) => feedback.newest(owner, feedbackShown))
          return found
            .flat()
            .toSorted((one, other) => other.saidAt.epochMilliseconds - one.saidAt.epochMilliseconds)
            .slice(0, feedbackShown)
            .map(feedbackRecord)
        }),
        rotateSealingKey: Effect.fnUntraced(function* (next) {
          const given = Option.map(Option.fromNullOr(next), (key) => Redacted.make(key))
          const { place, sealed, unreadable } = yield* security.rotate(given)
          return { place, sealed, unreadable }
        }, refused),
        beginBrandImport: brandLists.begin,
        takeBrands: (part) => refused(brandLists.take(part)),
        brandImports: brandLists.imports,
        addNewsSources: newsSources.add,
        newsSources: (request) =>
          Effect.map(newsSources.list(request), ({ next, sources }) => ({ next, sources: sources.map(sourceRecord) })),
        removeNewsSource: (url) => refused(Effect.map(newsSources.remove(url), sourceRecord)),
        importPeople: Effect.fnUntraced(function* (organization, records) {
          return yield* people.put(yield* chosen(organization), records)
        }),
        importedPeople: Effect.fnUntraced(function* (organization) {
          const id = yield* chosen(organization)
          return { organization_id: id, people: yield* people.count(id) }
        }),
        clearPeople: Effect.fnUntraced(function* (organization) {
          const id = yield* chosen(organization)
          return { organization_id: id, people: yield* people.clear(id) }
        }),
        forgetPerson: (written) => refused(Effect.map(suppressions.forget(written), (removed) => ({ removed })))
      })
    })
  )
}
