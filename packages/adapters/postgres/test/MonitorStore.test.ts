import { suite } from "@kittiwake/core/testing/monitorStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
