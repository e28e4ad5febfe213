/** Fetches and readings of pages that are under way. */
import { Context, Duration, Effect, Layer } from "effect"
import { type Join, makeFlights } from "../budget/makeFlights.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type InSharedPlace, makeSharedPlaces } from "../sharing/makeSharedPlaces.ts"
import type { ReadingError } from "../web/errors.ts"
import type { PageCapture } from "./domain/PageCapture.ts"
import type { Reading, ReadingRequest } from "./readCapture.ts"

/** A page that was just fetched, with the reading that its fetching needed. */
export interface Flown {
  readonly capture: PageCapture
  readonly reading: Reading
  /** Why a browser, which would show more of the page than its markup says, did not look at it; absent where none was needed. */
  readonly unrendered?: ReadingError
  /** Which reading it is. */
  readonly request: ReadingRequest
}

export type CaptureError = ReadingError | ProfileError | InvalidInput | StoreUnavailable

/** A page that was kept, with the reading of it; without one when it is too old. */
export interface KeptPage {
  readonly capture: PageCapture | null
  readonly reading: Reading | null
}

/** Longest wait for another process: one that fetches for longer is one that hangs, or its server does. */
const longestWait = Duration.seconds(10)

/**
 * Work under way, by what decides its outcome: fetches by which page one gets, readings of kept pages by that and by how they
 * are read.
 *
 * One table serves all who capture pages, so that a crawl waits for the page that a call of its organization is just fetching.
 */
export class CaptureFlights extends Context.Service<
  CaptureFlights,
  {
    readonly fetching: Join<Flown, CaptureError>
    readonly readingKept: Join<KeptPage, CaptureError>
    /**
     * Where processes share flights, who fetches a page that another process is just fetching waits for that, some seconds at most, and is
     * told: the page may be kept now.
     */
    readonly inTurn: InSharedPlace
  }
>()("@kittiwake/core/internal/pages/CaptureFlights") {
  static readonly layer = Layer.effect(
    CaptureFlights,
    Effect.gen(function* () {
      const fetching = yield* makeFlights<Flown, CaptureError>({ lingers: Duration.zero })
      const readingKept = yield* makeFlights<KeptPage, CaptureError>({ lingers: Duration.zero })
      const inTurn = yield* makeSharedPlaces({
        use: "flights",
        lost: "flights: what the processes share does not answer; each fetches for itself meanwhile",
        found: "flights: the processes share what they fetch again",
        longestWait
      })
      return CaptureFlights.of({ fetching, readingKept, inTurn })
    })
  )
}
