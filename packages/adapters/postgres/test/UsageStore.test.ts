import { suite } from "@kittiwake/core/testing/usageStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
