/** `kittiwake.grants`: what people let assistants and other programs do, as promises. */
import { GrantId } from "@kittiwake/core/grants/domain/Grant"
import { type GrantRecord, grantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { Grants } from "@kittiwake/core/grants/Grants"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { readsId } from "./input.ts"
import type { Run } from "./run.ts"

/** Grants that one list shows. */
const listed = 500

/** Everything that can be done with grants. They are made by people, on the pages that `handler` and `nodeHandler` serve. */
export interface GrantMethods {
  /** The latest 500, newest first, those that ended within a month included. */
  readonly list: () => Promise<ReadonlyArray<GrantRecord>>
  /** Ends a grant with all its tokens. A process that its client used within the last seconds may accept it until they are over. */
  readonly revoke: (grantId: string) => Promise<GrantRecord>
}

const grantIdOf = readsId("grantId", GrantId)

/** The methods for one organization, run by `run`. */
export const grantMethods = (run: Run<Grants>, id: OrganizationId): GrantMethods => ({
  list: () =>
    run(
      Grants.use((grants) => grants.list(id, { limit: listed, after: null })).pipe(
        Effect.map((grants) => grants.map(grantRecord))
      )
    ),
  revoke: (grantId) =>
    run(
      Effect.gen(function* () {
        return grantRecord(yield* (yield* Grants).revoke(id, yield* grantIdOf(grantId)))
      })
    )
})
