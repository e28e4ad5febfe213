import { suite } from "@kittiwake/core/testing/apiKeyStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
