import { suite } from "@kittiwake/core/testing/grantStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
