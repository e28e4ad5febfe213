import { suite } from "@kittiwake/core/testing/creditLedgerSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
