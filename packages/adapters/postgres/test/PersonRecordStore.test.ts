import { suite } from "@kittiwake/core/testing/personRecordStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
