import { suite } from "@kittiwake/core/testing/instanceSecretStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
