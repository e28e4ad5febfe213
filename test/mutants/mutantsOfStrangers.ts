// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
/** Mistakes in what those without a key may make an installation do, and hold. */
import { children, core, fetch, http, type Mutant, mcp, postgres, sqlite } from "./Mutant.ts"

const redirects = "src/grants/domain/RedirectUri.ts"
const clientTests = "test/grants/clients.test.ts"
const holds = "src/littleHolds.ts"
const holdTests = "test/littleHolds.test.ts"

const documents = "src/grants/ClientDocuments.ts"
const authorize = "src/oauth/authorize.ts"
const oauthTests = "test/oauth.test.ts"
const inboxTests = "test/inbox.test.ts"

/** Places and counts of which somebody leaves nothing to others. */
const doors: ReadonlyArray<Mutant> = [
  core(
    "places: who is refused at last had all",
    "src/SharedPlaces.ts",
    "held < free",
    "free > 0",
    "test/SharedPlaces.test.ts"
  ),
  mcp(
    "places: some organizations fill the door for assistants",
    "src/Places.ts",
    "leavesRoom(count(owner), limits.process - count(all)) && ",
    "",
    "test/places.test.ts"
  ),
  core(
    "sites: some organizations fill the queue",
    "src/sites/siteQueue.ts",
    "leavesRoom(own, maxWaitingSites.overAll - waitingCount)",
    "waitingCount < maxWaitingSites.overAll",
    "test/sites/prefetching.test.ts"
  ),
  children(
    "turns: some owners fill what may wait",
    "src/FairTurns.ts",
    "Math.min(limits.waitingPerOwner, limits.waiting - waitingCount)",
    "(waitingCount < limits.waiting ? limits.waitingPerOwner : 0)",
    "test/FairTurns.test.ts"
  ),
  fetch(
    "names: silent servers of one organization hold up the names of others",
    "src/TextRecords.ts",
    "makeSharedPlaces(limits.atOnce, mayHoldMore)",
    "makeSharedPlaces(limits.atOnce)",
    "test/TextRecords.test.ts"
  ),
  core(
    "limits: some networks of strangers use up what is for all",
    "src/limits/Limits.ts",
    "limit - remaining - 1",
    "0",
    "test/limits/Limits.test.ts"
  ),
  http(
    "inbox: those who know an address count with those who do not",
    "src/inbox/route.ts",
    "`inbox:${organizationId}`",
    '"inbox"',
    inboxTests
  ),
  http(
    "inbox: nobody counts who tries addresses",
    "src/inbox/route.ts",
    'Effect.andThen(limits.admitStranger("inbox", address, requestsPerMinute), Effect.fail(new NoSuchRoute()))',
    "Effect.fail(new NoSuchRoute())",
    inboxTests
  ),
  http(
    "oauth: a client that is known registers no more while strangers do",
    "src/oauth/endpoints.ts",
    "registered : knownAlready(admitted.failure)",
    "registered : Effect.fail(admitted.failure)",
    oauthTests
  ),
  http(
    "oauth: who renews a token is refused for what strangers try at the same address",
    "src/oauth/endpoints.ts",
    "if (Option.isNone(grantId)) return yield* unproved",
    'if (Option.isNone(grantId) || token !== "") return yield* unproved',
    oauthTests
  ),
  http(
    "oauth: a client renews its tokens as often as it likes",
    "src/oauth/endpoints.ts",
    "return yield* limits.admitStranger(`token:${grantId.value}`, yield* fromHere, limitsOf.grant)",
    "return",
    oauthTests
  ),
  http(
    "oauth: nobody counts who asks for pages of clients that are none",
    authorize,
    'yield* Effect.tapErrorTag(clientOf(given.get("client_id")!), "ClientRefused", () => unproved)',
    'yield* clientOf(given.get("client_id")!)',
    oauthTests
  ),
  http(
    "oauth: a key that works is refused for what strangers try at the same address",
    authorize,
    "const signedIn = yield* whoHas(secret)\n",
    'yield* limits.admitTry("sign-in", addressOf(request), limitsOf["sign-in"])\n      const signedIn = yield* whoHas(secret)\n',
    oauthTests
  ),
  http(
    "oauth: a document that is known draws on what strangers have",
    authorize,
    "if (!(yield* grants.asksElsewhere(id)))",
    'if (id === "")',
    oauthTests
  ),
  http(
    "oauth: who is signed in is a stranger",
    authorize,
    "return caller === null ? stranger(request)",
    "return caller !== null ? stranger(request)",
    oauthTests
  ),
  core(
    "oauth: strangers leave organizations no turn at documents",
    documents,
    "makePlaces(documentLimits.atOnce, mayHoldMore, documentLimits.ofStrangers)",
    "makePlaces(documentLimits.atOnce, mayHoldMore)",
    clientTests
  ),
  core(
    "oauth: one network has all turns at documents",
    documents,
    "makePlaces(documentLimits.atOnce, mayHoldMore, documentLimits.ofStrangers)",
    "makePlaces(documentLimits.atOnce, undefined, documentLimits.ofStrangers)",
    clientTests
  ),
  core(
    "oauth: a document that is remembered waits for a turn",
    documents,
    "Option.isSome(found) ? Effect.succeed(found.value) : inTurn",
    "inTurn",
    clientTests
  ),
  http(
    "oauth: the operator grants for who stands in the list alone",
    authorize,
    'const id = typed === "" ? (form.get("organization") ?? "") : typed',
    'const id = form.get("organization") ?? ""',
    oauthTests
  )
]

export const mutantsOfStrangers: ReadonlyArray<Mutant> = [
  ...doors,
  http(
    "oauth: a link leads to whatever machine a stranger registered",
    "src/oauth/authorize.ts",
    "if (isLoopback(why.redirectUri)) return",
    'if (why.redirectUri !== "") return',
    "test/oauth.test.ts"
  ),
  http(
    "oauth: nobody is told that a scheme is not taken any more",
    "src/oauth/AuthorizationRequest.ts",
    "client.redirectUris.includes(wanted) ? redirectUriProblem(wanted) : null",
    "null",
    "test/oauth.test.ts"
  ),
  core(
    "oauth: any word is the scheme of a program",
    redirects,
    "assistantSchemes.has(scheme) || (backwardsName",
    "/^[a-z]+:$/.test(scheme) || (backwardsName",
    clientTests
  ),
  core("oauth: programs of Windows are started", redirects, " && !isOfSystem(scheme)", "", clientTests),
  core(
    "oauth: a client registers any number of letters",
    "src/grants/domain/Client.ts",
    'given.join("").length > clientLimits.redirectUrisLength',
    'given.join("").length > clientLimits.redirectUrisLength * 100',
    clientTests
  ),
  core(
    "oauth: clients that nobody granted anything stay for ever",
    "src/grants/Grants.ts",
    ".sweep(unusedSince, limit)",
    ".sweep(unusedSince, 0)",
    clientTests
  ),
  core(
    "oauth: memory sweeps clients with a grant",
    "src/memory/ClientStore.ts",
    "over.filter(isUnused()).slice",
    "over.slice",
    "test/memory/GrantStore.test.ts"
  ),
  sqlite(
    "oauth: SQLite sweeps clients with a grant",
    "src/writes/grants.ts",
    "where c.put_at < ? and not exists (select 1 from oauth_grants g where g.client_id = c.id)",
    "where c.put_at < ?",
    "test/GrantStore.test.ts"
  ),
  postgres(
    "oauth: Postgres sweeps clients that have come again",
    "src/ClientStore.ts",
    "where c.put_at <",
    "where c.put_at - interval '1 hour' <",
    "test/GrantStore.test.ts"
  ),
  http(
    "holds: who came last makes room",
    holds,
    "const [longest] = of.holds",
    "const longest = [...of.holds].at(-1)",
    holdTests
  ),
  http(
    "holds: of all, who came first makes room for who holds most",
    holds,
    "this.#ranks.first()",
    "this.owners.values().next().value",
    holdTests
  ),
  http(
    "memory: one network reads any number of large answers without a key",
    "src/requestMemory.ts",
    "strangersReading.enter([[networkOfSocket(socket), readersOfNetwork]])",
    "strangersReading.enter([])",
    "test/requestMemory.test.ts"
  ),
  http("holds: what ended counts on", holds, "    this.#count(-hold.bytes)\n", "", holdTests),
  http(
    "holds: those without a key take the room of organizations",
    holds,
    "(isStranger ? this.#strangers : this.#organizations).sumOf(owner)",
    "this.#strangers.sumOf(owner)",
    holdTests
  ),
  http(
    "holds: who has to make room is told that the form cannot be read",
    "src/readBytes.ts",
    "waiting.hold?.isOver === true ? noRoom : error",
    "waiting.hold?.isOver === false ? noRoom : error",
    holdTests
  ),
  http(
    "holds: small answers lie as long as they like",
    "src/BatchedResponse.ts",
    "  holdUnread(response)\n",
    "",
    holdTests
  ),
  http(
    "lists: a header of any length is read",
    "src/headerLists.ts",
    "header.length > headerListMaxLength",
    "header.length > headerListMaxLength * 100",
    "test/headerLists.test.ts"
  ),
  http(
    "lists: entity tags are parted at each comma",
    "src/headerLists.ts",
    '"[\\x21\\x23-\\x7e\\x80-\\xff]*"',
    '"[\\x21\\x23-\\x2b\\x2d-\\x7e\\x80-\\xff]*"',
    "test/headerLists.test.ts"
  )
]
