import { suite } from "@kittiwake/core/testing/changeStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
