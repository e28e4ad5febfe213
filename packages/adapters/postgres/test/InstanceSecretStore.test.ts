import { suite } from "@kittiwake/core/testing/instanceSecretStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
