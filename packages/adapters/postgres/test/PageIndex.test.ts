import { suite } from "@kittiwake/core/testing/pageIndexSuite"
import { onServer } from "./databases.ts"

onServer(suite)
