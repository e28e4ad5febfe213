import { suite } from "@kittiwake/core/testing/inboxStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
