import { suite } from "@kittiwake/core/testing/runStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
