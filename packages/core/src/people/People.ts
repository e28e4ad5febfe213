/**
 * All a caller may ask of people: who somebody is, from the clues that he has.
 *
 * What people publish of themselves is read on pages, and asked of services that let anybody ask; how clues are weighed stands in `domain`.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { EmailDomains } from "../sites/EmailDomains.ts"
import type { DisposableEmail, FreeEmail } from "../sites/errors.ts"
import type { Call } from "../web/domain/Call.ts"
import type { PersonClues } from "./domain/PersonClues.ts"
import { type Enrichment, enrichPerson } from "./enrichPerson.ts"
import type { ImportedPeople } from "./ImportedPeople.ts"
import type { PersonSources } from "./PersonSource.ts"
import type { Suppressions } from "./Suppressions.ts"

export type { AskedSource, Enrichment } from "./enrichPerson.ts"

/** Everything that looking for people stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type PeoplePorts =
  | CapturePorts
  | ChargePorts
  | EmailDomains
  | FactReader
  | ImportedPeople
  | PersonSources
  | Suppressions

/**
 * Finds people for those who pay for it.
 *
 * **Details.** A call is charged once, by its request id, when somebody was found. Nothing is kept of who was asked for, nor of who was found;
 * pages that were read are kept as those of every reading, unless the call says that nothing may be.
 */
export class People extends Context.Service<
  People,
  {
    /** Who is meant, how surely, and by which signs. */
    readonly enrich: (
      call: Call,
      clues: PersonClues
    ) => Effect.Effect<Charged<Enrichment>, DisposableEmail | FreeEmail | WebError>
  }
>()("@kittiwake/core/people/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<PeoplePorts>())
      return People.of({ enrich: bound(enrichPerson) })
    })
  )
}
