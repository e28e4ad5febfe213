/** Holds credits for work of another concept, which settles them itself. */
import { Effect } from "effect"
import { CreditLedger } from "./CreditLedger.ts"
import type { Hold } from "./domain/Ledger.ts"

/** What holding credits stands on. */
export type HoldPorts = CreditLedger

/** Holds what `hold` says, topped up first where that is due. */
export const holdCredits = (hold: Hold) => Effect.flatMap(CreditLedger, (ledger) => ledger.hold(hold))
