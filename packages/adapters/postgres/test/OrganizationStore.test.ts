import { suite } from "@kittiwake/core/testing/organizationStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
