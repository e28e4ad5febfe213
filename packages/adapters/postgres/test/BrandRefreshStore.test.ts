import { suite } from "@kittiwake/core/testing/brandRefreshStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
