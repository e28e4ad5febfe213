import { suite } from "@kittiwake/core/testing/pageCacheSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
