/** Mistakes in what those without a key may make an installation do, and hold. */
import { core, http, type Mutant, postgres, sqlite } from "./Mutant.ts"

const redirects = "src/grants/domain/RedirectUri.ts"
const clientTests = "test/grants/clients.test.ts"
const holds = "src/littleHolds.ts"
const holdTests = "test/littleHolds.test.ts"

export const mutantsOfStrangers: ReadonlyArray<Mutant> = [
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
