/**
 * The door between the command and a server that has the embedded database open.
 *
 * **Details**
 *
 * One process writes to an embedded database, so `kittiwake key create` cannot open that of a running server. It listens
 * on `control.sock` in its data directory instead. Whoever may open that socket may do everything: the directory is
 * mode 0700 and the socket 0600, which is the same protection that the database beside it has.
 */
import { chmod, rm } from "node:fs/promises"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { BrandImport, BrandListName, ListedRow, ListProblem } from "@kittiwake/core/brands/domain/BrandImport"
import { MoveKind } from "@kittiwake/core/credits/Credits"
import { FeedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
import { GrantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { OrganizationRecord, StandingRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { EntryRecord } from "@kittiwake/core/internal/credits/domain/EntryRecord"
import { ListedFeed, SourceRecord, SourcesTaken } from "@kittiwake/core/news/domain/ListedFeed"
import { sourceKinds, sourceOrigins } from "@kittiwake/core/news/domain/NewsSource"
import { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { ImportedRecord } from "@kittiwake/core/people/domain/ImportedRecord"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { SessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { ChangeOrganizationBody, CreateOrganizationBody } from "@kittiwake/http/internal/admin/input"
import { Duration, Effect, Layer, Schema } from "effect"
import { Rpc, RpcClient, RpcClientError, RpcGroup, RpcSerialization, RpcServer } from "effect/rpc"
import { controlSocketPath } from "./controlSocketPath.ts"
import { KeyRecord, NewKeyRecord } from "./KeyRecord.ts"
import { LinkRecord, Operator, RotationRecord } from "./Operator.ts"
import { OperatorRefused } from "./OperatorRefused.ts"
import { CountedPeople, ForgottenPerson, TakenPeople } from "./PeopleRecords.ts"
import { RefusingHost } from "./RefusingHost.ts"
import { RestingHost } from "./RestingHost.ts"

const refusal = Schema.Union([OperatorRefused, StoreUnavailable])

/** What the socket takes. */
const ControlRpcs = RpcGroup.make(
  Rpc.make("organizations", { success: Schema.Array(OrganizationRecord), error: StoreUnavailable }),
  Rpc.make("organization", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: StandingRecord,
    error: refusal
  }),
  Rpc.make("createOrganization", {
    payload: { body: CreateOrganizationBody },
    success: StandingRecord,
    error: refusal
  }),
  Rpc.make("changeOrganization", {
    payload: { organization: Schema.NullOr(Schema.String), body: ChangeOrganizationBody },
    success: StandingRecord,
    error: refusal
  }),
  Rpc.make("moveCredits", {
    payload: {
      organization: Schema.NullOr(Schema.String),
      kind: MoveKind,
      id: Schema.NullOr(Schema.String),
      credits: Schema.Int,
      reason: Schema.NullOr(Schema.String)
    },
    success: EntryRecord,
    error: refusal
  }),
  Rpc.make("entries", {
    payload: { organization: Schema.NullOr(Schema.String), limit: Schema.Int },
    success: Schema.Array(EntryRecord),
    error: refusal
  }),
  Rpc.make("createKey", {
    payload: {
      organization: Schema.NullOr(Schema.String),
      name: Schema.String,
      scopes: Schema.NullOr(Schema.Array(Scope))
    },
    success: NewKeyRecord,
    error: refusal
  }),
  Rpc.make("listKeys", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: Schema.Array(KeyRecord),
    error: refusal
  }),
  Rpc.make("revokeKey", { payload: { keyId: Schema.String }, success: KeyRecord, error: refusal }),
  Rpc.make("listGrants", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: Schema.Array(GrantRecord),
    error: refusal
  }),
  Rpc.make("listFeedback", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: Schema.Array(FeedbackRecord),
    error: refusal
  }),
  Rpc.make("revokeGrant", { payload: { grantId: Schema.String }, success: GrantRecord, error: refusal }),
  Rpc.make("listSessions", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: Schema.Array(SessionRecord),
    error: refusal
  }),
  Rpc.make("revokeSession", { payload: { sessionId: Schema.String }, success: SessionRecord, error: refusal }),
  Rpc.make("newLink", { success: LinkRecord, error: refusal }),
  Rpc.make("rotateSealingKey", {
    payload: { next: Schema.NullOr(Schema.String) },
    success: RotationRecord,
    error: refusal
  }),
  Rpc.make("beginBrandImport", {
    payload: { id: Schema.String, list: BrandListName, name: Schema.String, again: Schema.Boolean },
    success: BrandImport,
    error: refusal
  }),
  Rpc.make("takeBrands", {
    payload: {
      ...{ id: Schema.String, from: Schema.Int, rows: Schema.Int, bytes: Schema.Int },
      listed: Schema.Array(ListedRow),
      ...{ skipped: Schema.Int, bad: Schema.Int, problems: Schema.Array(ListProblem), ends: Schema.Boolean }
    },
    success: BrandImport,
    error: refusal
  }),
  Rpc.make("brandImports", { success: Schema.Array(BrandImport), error: StoreUnavailable }),
  Rpc.make("addNewsSources", {
    payload: { feeds: Schema.Array(ListedFeed) },
    success: SourcesTaken,
    error: refusal
  }),
  Rpc.make("newsSources", {
    payload: {
      filter: Schema.Struct({
        origin: Schema.NullOr(Schema.Literals(sourceOrigins)),
        kind: Schema.NullOr(Schema.Literals(sourceKinds))
      }),
      ...{ after: Schema.NullOr(Schema.String), limit: Schema.Int }
    },
    success: Schema.Struct({ sources: Schema.Array(SourceRecord), next: Schema.NullOr(Schema.String) }),
    error: refusal
  }),
  Rpc.make("removeNewsSource", { payload: { url: Schema.String }, success: SourceRecord, error: refusal }),
  Rpc.make("importPeople", {
    payload: { organization: Schema.NullOr(Schema.String), records: Schema.Array(ImportedRecord) },
    success: TakenPeople,
    error: refusal
  }),
  Rpc.make("importedPeople", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: CountedPeople,
    error: refusal
  }),
  Rpc.make("clearPeople", {
    payload: { organization: Schema.NullOr(Schema.String) },
    success: CountedPeople,
    error: refusal
  }),
  Rpc.make("restingHosts", { success: Schema.Array(RestingHost), error: refusal }),
  Rpc.make("refusingHosts", { success: Schema.Array(RefusingHost), error: refusal }),
  Rpc.make("forgetPerson", { payload: { written: Schema.String }, success: ForgottenPerson, error: refusal })
)

/** Longest path that every system takes for a socket, in bytes. */
const maxPathBytes = 103

const handlers = ControlRpcs.toLayer(
  Effect.gen(function* () {
    const operator = yield* Operator
    return ControlRpcs.of({
      organizations: () => operator.organizations,
      organization: ({ organization }) => operator.organization(organization),
      createOrganization: ({ body }) => operator.createOrganization(body),
      changeOrganization: ({ body, organization }) => operator.changeOrganization(organization, body),
      moveCredits: (request) => operator.moveCredits(request),
      entries: ({ limit, organization }) => operator.entries(organization, limit),
      createKey: (request) => operator.createKey(request),
      listKeys: ({ organization }) => operator.listKeys(organization),
      revokeKey: ({ keyId }) => operator.revokeKey(keyId),
      listGrants: ({ organization }) => operator.listGrants(organization),
      listFeedback: ({ organization }) => operator.listFeedback(organization),
      revokeGrant: ({ grantId }) => operator.revokeGrant(grantId),
      listSessions: ({ organization }) => operator.listSessions(organization),
      revokeSession: ({ sessionId }) => operator.revokeSession(sessionId),
      newLink: () => operator.newLink,
      rotateSealingKey: ({ next }) => operator.rotateSealingKey(next),
      beginBrandImport: (list) => operator.beginBrandImport(list),
      takeBrands: (part) => operator.takeBrands(part),
      brandImports: () => operator.brandImports,
      addNewsSources: ({ feeds }) => operator.addNewsSources(feeds),
      newsSources: (request) => operator.newsSources(request),
      removeNewsSource: ({ url }) => operator.removeNewsSource(url),
      importPeople: ({ organization, records }) => operator.importPeople(organization, records),
      importedPeople: ({ organization }) => operator.importedPeople(organization),
      clearPeople: ({ organization }) => operator.clearPeople(organization),
      restingHosts: () => operator.restingHosts,
      refusingHosts: () => operator.refusingHosts,
      forgetPerson: ({ written }) => operator.forgetPerson(written)
    })
  })
)

const codeOf = (cause: unknown): string => String((cause as { readonly code?: unknown } | null)?.code ?? cause)

const isFolder = (cause: unknown): boolean => codeOf(cause).endsWith("EISDIR")

/** Something stands where the socket belongs and cannot be taken away. */
class SocketPlaceTaken extends Schema.TaggedError<SocketPlaceTaken>()("SocketPlaceTaken", { message: Schema.String }) {}

const listening = (path: string) =>
  Layer.effectDiscard(
    Effect.acquireRelease(
      // A server that was killed leaves its socket behind; the lock on the directory says that nobody listens there.
      Effect.tryPromise({
        try: () => rm(path, { force: true }),
        catch: (cause) =>
          new SocketPlaceTaken({
            message: isFolder(cause)
              ? "a folder is there: move it away, and start again"
              : `what is there cannot be removed (${codeOf(cause)})`
          })
      }),
      () => Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))
    )
  )

const withoutSocket = (why: string) =>
  Layer.effectDiscard(
    Effect.logWarning(
      `"kittiwake key", "kittiwake org", "kittiwake brands import", "kittiwake news sources" and "kittiwake people import" work only while no server runs, because ${why}.`
    )
  )

/**
 * Listens on the socket of `dataDirectory`. To be opened only by the holder of the directory's lock. A server that
 * cannot listen there says so and goes on: nothing but some commands needs it.
 */
export const layerServer = (dataDirectory: string): Layer.Layer<never, never, Operator> => {
  const path = controlSocketPath(dataDirectory)
  if (Buffer.byteLength(path) > maxPathBytes) return withoutSocket(`${path} is too long for the path of a socket`)
  return RpcServer.layer(ControlRpcs, { disableTracing: true }).pipe(
    Layer.provide(handlers),
    Layer.provide(RpcServer.layerProtocolSocketServer),
    Layer.provide(RpcSerialization.layerNdjson),
    Layer.provide(NodeSocketServer.layer({ path }).pipe(Layer.tap(() => Effect.promise(() => chmod(path, 0o600))))),
    Layer.provide(listening(path)),
    Layer.catchTag(["SocketServerError", "SocketPlaceTaken"], (error) =>
      withoutSocket(`the socket ${path} cannot be opened: ${error.message}`)
    )
  )
}

/** Longest wait for an answer; what the server does takes milliseconds. */
const answerWithin = Duration.seconds(10)

const noAnswer = (cause: unknown) => new StoreUnavailable({ operation: "control.sock", cause })

/** Longest wait for everything that is stored to be sealed anew. */
const rotatedWithin = Duration.hours(1)

/** Longest wait for rows of a list to be written, beside whatever else is. */
const takenWithin = Duration.minutes(2)

const answered = <A, E>(call: Effect.Effect<A, E | RpcClientError.RpcClientError>, within = answerWithin) =>
  call.pipe(
    Effect.timeoutOrElse({ duration: within, orElse: () => Effect.fail(noAnswer("timeout")) }),
    Effect.mapError((error) => (error instanceof RpcClientError.RpcClientError ? noAnswer(error) : error))
  )

/** Asks the server that listens on the socket of `dataDirectory`; every call fails when none does. */
export const layerClient = (dataDirectory: string): Layer.Layer<Operator> =>
  Layer.effect(
    Operator,
    Effect.gen(function* () {
      const client = yield* RpcClient.make(ControlRpcs, { disableTracing: true })
      return Operator.of({
        organizations: answered(client.organizations()),
        organization: (organization) => answered(client.organization({ organization })),
        createOrganization: (body) => answered(client.createOrganization({ body })),
        changeOrganization: (organization, body) => answered(client.changeOrganization({ organization, body })),
        moveCredits: (request) => answered(client.moveCredits(request)),
        entries: (organization, limit) => answered(client.entries({ organization, limit })),
        createKey: (request) => answered(client.createKey(request)),
        listKeys: (organization) => answered(client.listKeys({ organization })),
        revokeKey: (keyId) => answered(client.revokeKey({ keyId })),
        listGrants: (organization) => answered(client.listGrants({ organization })),
        listFeedback: (organization) => answered(client.listFeedback({ organization })),
        revokeGrant: (grantId) => answered(client.revokeGrant({ grantId })),
        listSessions: (organization) => answered(client.listSessions({ organization })),
        revokeSession: (sessionId) => answered(client.revokeSession({ sessionId })),
        newLink: answered(client.newLink()),
        rotateSealingKey: (next) => answered(client.rotateSealingKey({ next }), rotatedWithin),
        beginBrandImport: (list) => answered(client.beginBrandImport(list)),
        takeBrands: (part) => answered(client.takeBrands(part), takenWithin),
        brandImports: answered(client.brandImports()),
        addNewsSources: (feeds) => answered(client.addNewsSources({ feeds }), takenWithin),
        newsSources: (request) => answered(client.newsSources(request)),
        removeNewsSource: (url) => answered(client.removeNewsSource({ url })),
        importPeople: (organization, records) => answered(client.importPeople({ organization, records }), takenWithin),
        importedPeople: (organization) => answered(client.importedPeople({ organization })),
        clearPeople: (organization) => answered(client.clearPeople({ organization }), takenWithin),
        restingHosts: answered(client.restingHosts()),
        refusingHosts: answered(client.refusingHosts()),
        forgetPerson: (written) => answered(client.forgetPerson({ written }), takenWithin)
      })
    })
  ).pipe(
    Layer.provide(RpcClient.layerProtocolSocket()),
    Layer.provide(RpcSerialization.layerNdjson),
    Layer.provide(Layer.orDie(NodeSocket.layerNet({ path: controlSocketPath(dataDirectory) })))
  )
