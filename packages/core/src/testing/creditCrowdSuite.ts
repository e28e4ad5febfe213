/** What the rows of a store show while a crowd of callers acts: the law of `credits/README.md` at every moment. */
import { layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Stores } from "../Stores.ts"
import { freshOrganization } from "./arrangements.ts"
import { type AccountRows, Crowd, crowded, openBooks } from "./creditBooks.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

/** The same callers, none of whose holds expires: what expires is counted for the whole installation. */
const lasting = (crowd: typeof Crowd.Type): typeof Crowd.Type =>
  crowd.map((steps) =>
    steps.filter((step) => step.do !== "expire").map((step) => (step.do === "reserve" ? { ...step, minutes: 9 } : step))
  )

/** Runs against a store all of whose rows of an account `read` can see at one moment. */
export const suite = <R, E>(
  name: string,
  stores: Layer.Layer<Stores | R, unknown>,
  read: (organizationId: OrganizationId) => Effect.Effect<AccountRows, E, R>
) =>
  layer(stores, { timeout: buildTimeout })(`accounts in a crowd (${name})`, (it) => {
    it.effect.prop(
      "are right at every moment: entries and balance, holds and what is held, each hold in one place",
      [Crowd, Crowd],
      ([one, other]) =>
        Effect.gen(function* () {
          const { id: oneId } = yield* freshOrganization({ credits: 150 })
          const { id: otherId } = yield* freshOrganization({ credits: 20 })
          const [books, others] = [yield* openBooks(oneId), yield* openBooks(otherId)]
          yield* Effect.all(
            [
              crowded(books, one, books.audit(read(oneId))),
              crowded(others, lasting(other), others.audit(read(otherId)))
            ],
            { concurrency: "unbounded" }
          )
        }).pipe(Effect.scoped),
      { timeout: longTestMillis, arbitrary: { runs: 10 } }
    )
  })
