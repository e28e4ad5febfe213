/** Fetches of pages that are under way. */
import { Context, Duration, Layer } from "effect"
import type { InvalidInput } from "../InvalidInput.ts"
import { type Join, makeFlights } from "../makeFlights.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { ReadingError } from "../web/errors.ts"
import type { PageCapture } from "./domain/PageCapture.ts"
import type { Reading, ReadingRequest } from "./readCapture.ts"

/** A page that was just fetched, with the reading that its fetching needed. */
export interface Flown {
  readonly capture: PageCapture
  readonly reading: Reading
  /** Which reading it is. */
  readonly request: ReadingRequest
}

export type CaptureError = ReadingError | ProfileError | InvalidInput | StoreUnavailable

/**
 * Fetches under way, by what decides which page one gets.
 *
 * One table serves all who capture pages, so that a crawl waits for the page that somebody else is just fetching.
 */
export class CaptureFlights extends Context.Service<CaptureFlights, Join<Flown, CaptureError>>()(
  "@kittiwake/core/internal/pages/CaptureFlights"
) {
  static readonly layer = Layer.effect(CaptureFlights, makeFlights<Flown, CaptureError>({ lingers: Duration.zero }))
}
