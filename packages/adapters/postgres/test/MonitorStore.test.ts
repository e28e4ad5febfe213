import { suite } from "@kittiwake/core/testing/monitorStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
