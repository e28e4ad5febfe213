import { suite } from "@kittiwake/core/testing/newsSourceStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
