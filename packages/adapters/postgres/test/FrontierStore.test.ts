import { suite } from "@kittiwake/core/testing/frontierStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
