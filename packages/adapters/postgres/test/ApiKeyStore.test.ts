import { suite } from "@kittiwake/core/testing/apiKeyStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
