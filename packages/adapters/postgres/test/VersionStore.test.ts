import { suite } from "@kittiwake/core/testing/versionStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
