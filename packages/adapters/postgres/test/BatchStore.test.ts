import { suite } from "@kittiwake/core/testing/batchStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
