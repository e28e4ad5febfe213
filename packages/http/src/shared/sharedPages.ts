/**
 * Pages of shared changes, made once for all who ask for one at the same time, and one after the other.
 *
 * **Why.** A change of a large page takes milliseconds to read and to mark, and whoever has a link may send it to hundreds. Nothing is kept of a
 * page once it was made: a link that was taken back leads nowhere at once.
 */
import { makeFlights } from "@kittiwake/core/internal/budget/makeFlights"
import type { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import type { ChangeLinkUnusable } from "@kittiwake/core/monitors/errors"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import type { TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { makeStrangerTurns } from "../strangerTurns.ts"
import { changePage } from "./page.ts"
import type { Language } from "./words.ts"

/** A page as it is answered. */
export interface SharedPage {
  readonly organizationId: OrganizationId
  readonly markup: Uint8Array
}

/** What is asked for. */
export interface PageAsked {
  readonly token: string
  readonly language: Language
  readonly request: HttpServerRequest.HttpServerRequest
}

/** Turns of the event loop before a page is made: in each of them a connection is accepted, whose request may be for the same. */
const turnsBefore = 16

/** Gives a function that makes pages. */
export const makeSharedPages = ({ open }: Pick<ChangeLinks["Service"], "open">) =>
  Effect.map(
    makeFlights<SharedPage, ChangeLinkUnusable | StoreUnavailable | TooBusy>({ lingers: Duration.zero }),
    (join) => {
      const inTurn = makeStrangerTurns(1)
      return ({ language, request, token }: PageAsked) => {
        const made = Effect.map(
          Effect.suspend(() => open(token)),
          ({ change, until }): SharedPage => ({
            organizationId: change.organizationId,
            markup: new TextEncoder().encode(changePage(change, until, language))
          })
        )
        const others = Effect.repeat(Effect.yieldNow, { times: turnsBefore - 1 })
        return join(`${language} ${token}`, () => inTurn(request)(Effect.andThen(others, made)))
      }
    }
  )
