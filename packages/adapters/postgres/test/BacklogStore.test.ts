import { suite } from "@kittiwake/core/testing/backlogStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
