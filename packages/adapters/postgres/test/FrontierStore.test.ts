import { suite } from "@kittiwake/core/testing/frontierStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
