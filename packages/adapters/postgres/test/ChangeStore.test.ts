import { suite } from "@kittiwake/core/testing/changeStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
