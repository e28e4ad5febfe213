import { suite } from "@kittiwake/core/testing/sealedStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
