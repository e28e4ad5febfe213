import { suite } from "@kittiwake/core/testing/viewStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
