import { suite } from "@kittiwake/core/testing/assetStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
