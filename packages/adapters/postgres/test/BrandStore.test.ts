import { suite } from "@kittiwake/core/testing/brandStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
