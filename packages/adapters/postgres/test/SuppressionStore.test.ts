import { suite } from "@kittiwake/core/testing/suppressionStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
