import { suite } from "@kittiwake/core/testing/billingLedgerSuite"
import { onServer } from "./databases.ts"

onServer(suite)
