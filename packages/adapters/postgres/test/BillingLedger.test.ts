import { suite } from "@kittiwake/core/testing/billingLedgerSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
