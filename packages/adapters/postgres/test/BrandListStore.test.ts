import { suite } from "@kittiwake/core/testing/brandListStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
