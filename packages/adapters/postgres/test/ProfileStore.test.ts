import { suite } from "@kittiwake/core/testing/profileStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
