import { suite } from "@kittiwake/core/testing/creditLedgerSuite"
import { onServer } from "./databases.ts"

onServer(suite)
