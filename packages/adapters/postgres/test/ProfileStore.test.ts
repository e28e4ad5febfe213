import { suite } from "@kittiwake/core/testing/profileStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
