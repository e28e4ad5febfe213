import { suite } from "@kittiwake/core/testing/usageStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
