/** What a look ends in instead of a capture. */
import { Effect } from "effect"
import type { Wall } from "../pages/domain/PageProblem.ts"
import type { Throttling } from "../sharing/domain/HostRests.ts"
import type { RunError, RunErrorCode } from "./domain/RunError.ts"

/** The page cannot be compared: the run fails, and its baseline stays. */
export class Unusable {
  readonly _tag = "Unusable"
  readonly error: RunError
  /** It seems to have lost nearly all it had, which is believed when several runs in a row find it so. */
  readonly isShrunken: boolean
  /** Address at which the page answered; null where it is not known. */
  readonly finalUrl: string | null
  /** What the site answered, where it is asked too often: the look begins again when it has rested. Null where it is not. */
  readonly throttling: Throttling | null
  /** What stands before the page; null where nothing does, or it is not known. */
  readonly wall: Wall | null
  constructor(
    error: RunError,
    isShrunken = false,
    finalUrl: string | null = null,
    throttling: Throttling | null = null,
    wall: Wall | null = null
  ) {
    this.error = error
    this.isShrunken = isShrunken
    this.finalUrl = finalUrl
    this.throttling = throttling
    this.wall = wall
  }
}

/** There was no room for the page, or no turn: the page is not to blame, and the look begins again. */
export class NoRoom {
  readonly _tag = "NoRoom"
  /** Who has the room or the turn. */
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** This installation has no browser. `message` names the setting. */
export class NoBrowser {
  readonly _tag = "NoBrowser"
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export const unusable = (code: RunErrorCode, message: string, wall: Wall | null = null) =>
  Effect.fail(new Unusable({ code, message }, false, null, null, wall))
