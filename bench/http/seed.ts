/** Puts organizations with a key each into a storage, before the server opens it. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { DateTime, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { entryOf, organizationOf } from "../../packages/core/src/testing/builders.ts"
import { answerCalls } from "../children.ts"
import { layerStorage } from "../installation.ts"

export interface Seed {
  readonly organizations: number
  /** Requests a minute that an organization may make: as its plan has it, without limit, or so many. */
  readonly requests: "by plan" | "unlimited" | number
}

const overridesOf = (requests: Seed["requests"]) => {
  if (requests === "by plan") return {}
  return { overrides: requests === "unlimited" ? { unlimitedRequests: true } : { requestsPerMinute: requests } }
}

const runtime = ManagedRuntime.make(services.layerOrganizations.pipe(Layer.provideMerge(layerStorage)))

const putOne = ({ requests }: Seed) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const createdAt = yield* DateTime.now
    const organization = organizationOf({
      createdAt,
      ...overridesOf(requests)
    })
    yield* organizations.put(organization)
    yield* (yield* CreditLedger).post(entryOf(organization.id, 1_000_000, { at: createdAt }))
    const { secret } = yield* organizations.createKey({ organizationId: organization.id, name: "bench", scopes: null })
    return Redacted.value(secret)
  })

answerCalls(
  {
    /** The keys, one for each organization. */
    seed: (seed: Seed) =>
      runtime.runPromise(
        Effect.forEach(Array.from({ length: seed.organizations }), () => putOne(seed), { concurrency: 8 })
      )
  },
  () => runtime.dispose()
)
