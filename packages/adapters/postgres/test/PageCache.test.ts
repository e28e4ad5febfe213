import { suite } from "@kittiwake/core/testing/pageCacheSuite"
import { onServer } from "./databases.ts"

onServer(suite)
