import { suite } from "@kittiwake/core/testing/sessionStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
