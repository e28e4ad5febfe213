import { suite } from "@kittiwake/core/testing/organizationStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
