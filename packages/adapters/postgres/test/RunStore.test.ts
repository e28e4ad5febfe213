import { suite } from "@kittiwake/core/testing/runStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
