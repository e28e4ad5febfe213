/** How the runs of many organizations are paid for when they are claimed together. */
import type { Connection } from "../Connection.ts"
import { availableOf, changeAccount, isCollectionPaused } from "./accounts.ts"
import type { RunRow } from "./runColumns.ts"

/** Whether the price of a run is held; if not, why. */
export type Funding = "held" | "paused" | "short" | "repeated"

/** What is to be held for a run. */
export interface WantedHold {
  readonly price: number
  readonly until: number
  /** Whether the run was never claimed before, so that it can have no hold. */
  readonly isNew: boolean
}

/** What an organization can still have held for it. */
interface Purse {
  readonly isPaused: boolean
  readonly available: number
  held: number
}

/** The purses of the organizations whose monitors are claimed together. */
export class Purses {
  readonly #db: Connection
  readonly #now: number
  readonly #purses = new Map<string, Purse>()

  constructor(db: Connection, now: number) {
    this.#db = db
    this.#now = now
  }

  #of(organizationId: string): Purse {
    const known = this.#purses.get(organizationId)
    if (known !== undefined) return known
    const isPaused = isCollectionPaused(this.#db, organizationId, this.#now)
    const purse: Purse = { isPaused, available: availableOf(this.#db, organizationId), held: 0 }
    this.#purses.set(organizationId, purse)
    return purse
  }

  /** Holds the price of a run, or says why not. A hold that is open keeps its credits. */
  fund({ id, organizationId }: RunRow, { isNew, price, until }: WantedHold): Funding {
    if (!isNew) {
      const lengthened = this.#db.run("update holds set expires_at = max(expires_at, ?) where id = ?", until, id)
      if (lengthened > 0) return "held"
    }
    const purse = this.#of(organizationId)
    if (purse.isPaused) return "paused"
    if (purse.available - purse.held < price) return "short"
    purse.held += price
    this.#db.run(
      "insert into holds (id, organization_id, cause_kind, cause_id, credits, expires_at) values (?, ?, 'run', ?, ?, ?)",
      id,
      organizationId,
      id,
      price,
      until
    )
    return "held"
  }

  /** Moves the accounts by what was held. */
  settle(): void {
    for (const [organizationId, { held }] of this.#purses) changeAccount(this.#db, organizationId, { balance: 0, held })
  }
}
