import { suite } from "@kittiwake/core/testing/assetStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
